/** The inbox page. All that comes from a message is set as text or as a checked address, never as HTML. */

const COUNTRIES = { US: 'United States', CA: 'Canada', UK: 'United Kingdom', FR: 'France' };
const CHANNELS = {
	sms: 'SMS',
	imessage: 'iMessage',
	whatsapp: 'WhatsApp',
	intent: 'Intent',
	text: 'Text',
	voice: 'Voice',
};

const byId = (id) => document.getElementById(id);
const feed = byId('feed');

/** Ids of the messages on the page, oldest first. */
let shownIds = [];
let limit = Infinity;

const events = new EventSource('/_simulator/events');

events.addEventListener('snapshot', ({ data }) => {
	const snapshot = JSON.parse(data);
	limit = snapshot.limit;
	shownIds = [];
	feed.replaceChildren();
	showConnectionHelp(location.origin);
	showMessages(snapshot.messages, { asNew: false });
	showPool(snapshot.pool);
	byId('trials').replaceChildren(...snapshot.trials.map(trialItem));
	showLive('Live', 'on');
});
events.addEventListener('messages', ({ data }) => showMessages(JSON.parse(data), { asNew: true }));
events.addEventListener('pool', ({ data }) => showPool(JSON.parse(data)));
events.addEventListener('error', () => showLive('Reconnecting', 'off'));

byId('reset').addEventListener('click', async () => {
	const sure = confirm('Clear all messages and make every number available again?');
	if (sure) await fetch('/_simulator/reset', { method: 'POST' });
});

byId('copy-command').addEventListener('click', ({ currentTarget }) =>
	copy(byId('command').textContent, currentTarget),
);

for (const button of document.querySelectorAll('[data-show]')) {
	button.addEventListener('click', () => {
		document.body.dataset.view = button.dataset.show;
		for (const other of document.querySelectorAll('[data-show]')) {
			other.setAttribute('aria-pressed', String(other === button));
		}
	});
}

/** @param {{ asNew: boolean }} options whether they draw attention to themselves */
function showMessages(messages, { asNew }) {
	for (const message of messages) {
		// A message that was sent while the page connected comes twice.
		if (shownIds.includes(message.id)) continue;
		const item = messageItem(message);
		item.classList.toggle('is-new', asNew);
		feed.prepend(item);
		foldIfLong(item);
		shownIds.push(message.id);
	}
	while (shownIds.length > limit) {
		shownIds.shift();
		feed.lastElementChild.remove();
	}
	byId('empty').hidden = shownIds.length > 0;
	setCount('messages', shownIds.length || '');
}

function messageItem({ channel, from, to, text, sentAt, otp }) {
	const item = clone('message-template');
	item.querySelector('.channel').textContent = CHANNELS[channel];
	item.dataset.channel = channel;
	item.querySelector('.from').textContent = from;
	item.querySelector('.to').textContent = to;

	const sent = new Date(sentAt);
	const time = item.querySelector('time');
	time.textContent = sent.toLocaleTimeString();
	time.dateTime = sent.toISOString();
	time.title = sent.toLocaleString();

	const intent = channel === 'intent' ? webAddress(text) : undefined;
	if (intent) item.append(intentLink(intent));
	if (otp) item.append(codeBlock(otp.code));
	fillText(item.querySelector('.text'), text);
	return item;
}

/** Folds the text of a message on the page if it would push the others off the screen. */
function foldIfLong(item) {
	item.classList.add('is-folded');

	const { scrollHeight, clientHeight } = item.querySelector('.text');
	if (scrollHeight > clientHeight) item.append(unfoldButton(item));
	else item.classList.remove('is-folded');
}

/** Returns the button that shows all of a folded text. */
function unfoldButton(item) {
	const button = document.createElement('button');
	button.className = 'button unfold';
	button.type = 'button';
	button.textContent = 'Show all';
	button.addEventListener('click', () => {
		item.classList.remove('is-folded');
		button.remove();
	});
	return button;
}

function codeBlock(code) {
	const block = clone('code-template');
	block.querySelector('.code-digits').textContent = code;
	block
		.querySelector('button')
		.addEventListener('click', ({ currentTarget }) => copy(code, currentTarget));
	return block;
}

function intentLink(address) {
	const link = clone('intent-template');
	const { searchParams } = address;
	link.href = address.href;
	link.querySelector('.intent-name').textContent =
		[searchParams.get('companyName'), searchParams.get('embedText')].filter(Boolean).join(' · ') ||
		searchParams.get('toNumber');
	return link;
}

/** Sets a text with its web addresses as links. */
function fillText(element, text) {
	for (const part of text.split(/(https?:\/\/\S+)/)) {
		const address = /^https?:\/\//.test(part) ? webAddress(part) : undefined;
		if (address) {
			const link = document.createElement('a');
			link.href = address.href;
			link.target = '_blank';
			link.rel = 'noopener noreferrer';
			link.textContent = part;
			element.append(link);
		} else {
			element.append(part);
		}
	}
}

/** Returns the address in a text; undefined where a browser could not open it safely. */
function webAddress(text) {
	const address = URL.canParse(text) ? new URL(text) : undefined;
	return ['http:', 'https:'].includes(address?.protocol) ? address : undefined;
}

function showPool(numbers) {
	const countries = new Map();
	for (const number of numbers) {
		if (!countries.has(number.country)) countries.set(number.country, countryBlock(number.country));
		countries.get(number.country).querySelector('ul').append(numberItem(number));
	}
	byId('pool').replaceChildren(...countries.values());
	const available = numbers.filter(({ available }) => available).length;
	setCount('numbers', `${available} of ${numbers.length}`);
}

function countryBlock(country) {
	const block = clone('country-template');
	block.querySelector('h3').textContent = COUNTRIES[country] ?? country;
	return block;
}

function numberItem({ available, carrier, data, pools }) {
	const item = clone('number-template');
	item.classList.toggle('is-adopted', !available);
	item.title = data.e164;
	item.querySelector('.number-text').textContent = data.formatted;
	item.querySelector('.number-status').textContent = data.status;
	item.querySelector('.number-facts').textContent = [
		pools.map((pool) => CHANNELS[pool]).join(', '),
		carrier,
	].join(' · ');
	return item;
}

function trialItem({ e164, formatted, shows }) {
	const item = clone('trial-template');
	const number = item.querySelector('.trial-number');
	number.textContent = formatted;
	number.addEventListener('click', () => copy(e164, number, formatted));
	item.querySelector('.trial-shows').textContent = shows;
	return item;
}

function showConnectionHelp(baseUrl) {
	byId('base-url').textContent = baseUrl;
	byId('command').textContent = [
		`curl ${baseUrl}/otp/new \\`,
		`  -H 'Authorization: Bearer demo-enterprise' \\`,
		`  -H 'Content-Type: application/json' \\`,
		`  -d '{"to": "+12125550123", "name": "Acme"}'`,
	].join('\n');
}

function showLive(text, state) {
	byId('live').textContent = text;
	byId('live').dataset.state = state;
}

function setCount(name, text) {
	for (const element of document.querySelectorAll(`[data-count=${name}]`)) {
		element.textContent = text;
	}
}

/** @param {string} label of the button, once it has said for a moment that the text is copied */
async function copy(text, button, label = 'Copy') {
	await navigator.clipboard.writeText(text);
	button.textContent = 'Copied';
	setTimeout(() => {
		button.textContent = label;
	}, 1500);
}

function clone(templateId) {
	return byId(templateId).content.firstElementChild.cloneNode(true);
}
