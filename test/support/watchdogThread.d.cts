/** Ends the process at once, and says why. */
export declare function end(reason: string, name: string): void;

/** What is watched, in memory that both threads share. */
export declare class Watched {
	readonly memory: SharedArrayBuffer;

	/** Empty while nothing is watched. */
	name: string;
}
