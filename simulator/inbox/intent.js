/** The page behind an intent's url: it shows what the link carries, as text alone. */

const carried = new URLSearchParams(location.search);
const hasIntent = Boolean(carried.get('id'));
document.getElementById(hasIntent ? 'intent' : 'nothing').hidden = false;

for (const element of document.querySelectorAll('[data-field]')) {
	const value = carried.get(element.dataset.field);
	if (value) {
		element.textContent = value;
	} else {
		// A field without a value has no row.
		(element.closest('.facts > div') ?? element).remove();
	}
}

const image = document.querySelector('[data-field=imageURL]');
if (image && /^https?:\/\//i.test(image.textContent)) {
	const link = document.createElement('a');
	link.href = image.textContent;
	link.textContent = image.textContent;
	link.target = '_blank';
	link.rel = 'noopener noreferrer';
	image.replaceChildren(link);
}
