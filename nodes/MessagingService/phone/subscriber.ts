/**
 * Returns the one spelling of a recipient by which recipients are compared, in lists, keys and lanes. An e-mail address
 * is in small letters. A phone in Argentina is the same with and without the 9, one in Brazil with and without the ninth
 * digit; Mexico's 1 is no part of a number that was read.
 * @param recipient a number in E.164, or an e-mail address
 */
export function subscriberOf(recipient: string): string {
	return recipient
		.toLowerCase()
		.replace(/^\+549(?=\d{10}$)/, '+54')
		.replace(/^(\+55\d\d)9(?=\d{8}$)/, '$1');
}
