afterEach(() => jest.restoreAllMocks());

/** Puts the clock of the machine back by an hour, as a time server may, until the end of the test. */
export function putClockBack(): void {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
}
