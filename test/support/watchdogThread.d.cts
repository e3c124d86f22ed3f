/** Ends the process at once, and says why. */
export declare function end(reason: string, name: string): void;
