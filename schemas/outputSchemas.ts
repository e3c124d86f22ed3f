import { Type, type TSchema } from '@sinclair/typebox';

import {
	Intent,
	NumberAdopted,
	NumberRelinquished,
	OtpSent,
	OtpVerdict,
	StatusRead,
	TextSent,
} from '../simulator/protocol/answers';

/** A schema as n8n's editor reads it: types alone, nothing that is only so in the simulator. */
export interface OutputSchema {
	type: string;
	properties?: Record<string, OutputSchema>;
	items?: OutputSchema;
}

const Adopted = Type.Object({ number: Type.String(), ...NumberAdopted.properties });
const Listed = Type.Object({ ...StatusRead.properties, pool: Type.String() });

/** What an output item of each operation holds, from the simulator's schemas of the service's answers. */
const OPERATIONS: Record<string, TSchema> = {
	'message/send': TextSent,
	// Of an approval, which is what is asked for first; a text or a form gives other fields.
	'message/sendAndWait': Type.Object({
		data: Type.Object({ approved: Type.Boolean(), respondedAt: Type.String() }),
	}),
	'otp/send': OtpSent,
	'otp/verify': OtpVerdict,
	'intent/generate': Intent,
	'intent/generateAndSend': Type.Object({ intent: Intent, message: TextSent }),
	'lease/getAll': Listed,
	'lease/getStatus': StatusRead,
	'lease/adopt': Adopted,
	'lease/adoptFirstAvailable': Adopted,
	'lease/relinquish': NumberRelinquished,
};

/** What an item of the trigger may hold: with the one event the pools, with the other what was before. */
const TRIGGER = Type.Object({
	...Listed.properties,
	pools: Type.Array(Type.String()),
	previous: Type.Object({ status: Type.String(), health: Type.String() }),
});

/** Gives the schema of an output item by its file, relative to the folder `__schema__` beside the nodes. */
export function outputSchemas(): Map<string, OutputSchema> {
	const operations = Object.entries(OPERATIONS).map(
		([operation, schema]) => [`v1.0.0/${operation}.json`, reduced(schema)] as const,
	);
	return new Map([...operations, ['v1.0.0.json', reduced(TRIGGER)]]);
}

function reduced({ type, properties, items, anyOf }: TSchema): OutputSchema {
	// Several values that are allowed are of one type.
	if (anyOf) return reduced((anyOf as TSchema[])[0]);
	return {
		type: type as string,
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties as Record<string, TSchema>).map(([name, property]) => [
					name,
					reduced(property),
				]),
			),
		}),
		...(items && { items: reduced(items as TSchema) }),
	};
}
