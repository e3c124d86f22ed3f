import type { IExecuteFunctions } from 'n8n-workflow';

import { nextTurn } from './clock';

/** The requests of a node as it makes them itself: no wire lies between it and what is seen here. */
export class RequestWatch {
	/** When each request left the node, in ms of performance.now(). */
	readonly starts: number[] = [];

	private answers = 0;

	/** For `beforeExecute` of a run. */
	readonly beforeExecute = ({ helpers }: IExecuteFunctions): void => {
		const send = helpers.httpRequest;
		const { starts } = this;
		const end = () => {
			this.answers++;
		};
		Object.assign(helpers, {
			async httpRequest(...args: Parameters<typeof send>) {
				starts.push(performance.now());
				const answer = send(...args);
				answer.then(end, end);
				return await answer;
			},
		});
	};

	/** True while a request is under way. */
	readonly isOnWire = (): boolean => this.starts.length > this.answers;

	/** Waits until so many requests have ended, and the node has drawn its conclusions. */
	async ended(count: number): Promise<void> {
		while (this.answers < count) await nextTurn();
		await nextTurn();
	}
}
