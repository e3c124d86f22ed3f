import type { INodeTypeDescription } from 'n8n-workflow';

type Variations = NonNullable<
	NonNullable<INodeTypeDescription['builderHint']>['extraTypeDefContent']
>;

const TYPE = 'n8n-nodes-messaging-service.messagingService';
const CREDENTIALS = "credentials: { messagingServiceApi: newCredential('Messaging Service') }";

/** Returns a node of the package, in the code that n8n's assistant writes. */
const node = (variable: string, name: string, parameters: string, settings = '') =>
	`const ${variable} = node({
  type: '${TYPE}',
  version: 1,
  config: {
    name: '${name}',
    parameters: { ${parameters} },
    ${CREDENTIALS}${settings}
  }
});`;

/** Returns a condition of an If or a Switch: that an expression is true. */
const isTrue = (expression: string) =>
	`{ options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 }, conditions: [{ leftValue: expr("{{ ${expression} }}"), rightValue: '', operator: { type: 'boolean', operation: 'true', singleValue: true } }], combinator: 'and' }`;

const way = (outputKey: string, expression: string) =>
	`{ outputKey: '${outputKey}', renameOutput: true, conditions: ${isTrue(expression)} }`;

/** Returns a Switch whose last way, which has the name, is taken by everything else. */
const switchOf = (variable: string, name: string, ways: string[], otherwise: string) =>
	`const ${variable} = switchCase({
  version: 3.2,
  config: {
    name: '${name}',
    parameters: {
      rules: { values: [
        ${ways.join(',\n        ')}
      ] },
      options: { fallbackOutput: 'extra', renameFallbackOutput: '${otherwise}' }
    }
  }
});`;

type Trigger = [type: string, version: number];

const start = (variable: string, [type, version]: Trigger, name: string, parameters = '') =>
	`const ${variable} = trigger({ type: 'n8n-nodes-base.${type}', version: ${version}, config: { name: '${name}', parameters: {${parameters}} } });`;

const next = (variable: string, name: string) =>
	`const ${variable} = node({ type: 'n8n-nodes-base.noOp', version: 1, config: { name: '${name}', parameters: {} } });`;

const page = (variable: string, name: string, parameters: string) =>
	`const ${variable} = node({ type: 'n8n-nodes-base.form', version: 1, config: { name: '${name}', parameters: { ${parameters} } } });`;

const ending = (title: string) =>
	`operation: 'completion', completionTitle: '${title}', completionMessage: 'You can close this page.'`;

const VERIFY_A_NUMBER = [
	start(
		'askNumber',
		['formTrigger', 2.2],
		'Ask for Number',
		" formTitle: 'Verify your number', formFields: { values: [{ fieldLabel: 'Phone', requiredField: true }] }, responseMode: 'lastNode' ",
	),
	'// A visitor chooses the recipient, and each text costs money: limit where it may go.',
	node(
		'sendPassword',
		'Send Password',
		"resource: 'otp', operation: 'send', to: expr('{{ $json.Phone }}'), language: 'en', options: { allowedCountries: ['US'], defaultCountry: 'US' }",
	),
	page(
		'askPassword',
		'Ask for Password',
		"formFields: { values: [{ fieldLabel: 'Password', requiredField: true }] }",
	),
	'// A wrong password is no error: it gives verified: false.',
	node(
		'verify',
		'Verify Password',
		"resource: 'otp', operation: 'verify', otpId: nodeJson(sendPassword, 'otp_id'), otp: expr('{{ $json.Password }}')",
	),
	`const isRight = ifElse({ version: 2.2, config: { name: 'Is It Right?', parameters: { conditions: ${isTrue('$json.verified === true')} } } });`,
	page('right', 'Verified', ending('Your number is verified')),
	page('wrong', 'Not Verified', ending('This is not the password that we sent')),
	`export default workflow('verify', 'Verify a phone number')
  .add(askNumber)
  .to(sendPassword)
  .to(askPassword)
  .to(verify)
  .to(isRight.onTrue(right).onFalse(wrong));`,
];

const APPROVAL = [
	start('begin', ['manualTrigger', 1], 'Start'),
	'// It takes one item. After the time limit its input item comes out, without data.',
	node(
		'ask',
		'Ask the Boss',
		"resource: 'message', operation: 'sendAndWait', channel: 'sms', to: '+12025550123', message: 'Pay the invoice?', responseType: 'approval', approvalOptions: { values: { approvalType: 'double' } }, options: { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'days' } } }",
	),
	switchOf(
		'answer',
		'What Was the Answer?',
		[
			way('Approved', '$json.data?.approved === true'),
			way('Declined', '$json.data?.approved === false'),
		],
		'No answer',
	),
	next('pay', 'Pay'),
	next('decline', 'Decline'),
	next('remind', 'Ask Again'),
	`export default workflow('approval', 'Approve by text')
  .add(begin)
  .to(ask)
  .to(answer.onCase(0, pay).onCase(1, decline).onCase(2, remind));`,
];

const SORTED_FAILURES = [
	start('begin', ['manualTrigger', 1], 'Start'),
	'// The key keeps a second run from sending twice. What failed has error and errorDetails, beside its own data.',
	node(
		'send',
		'Send Text',
		"resource: 'message', operation: 'send', channel: 'sms', to: expr('{{ $json.phone }}'), message: expr('{{ $json.text }}'), options: { sendOnceKey: expr('{{ $json.orderId }}') }",
		",\n    onError: 'continueErrorOutput'",
	),
	'// The order matters. What may have been sent must not be sent again by itself.',
	switchOf(
		'failure',
		'What Failed?',
		[
			way('Possibly sent', '$json.errorDetails?.mayHaveBeenSent !== false'),
			way('Correct the item', "['input', 'number', 'request'].includes($json.errorDetails.about)"),
			way('Mend the setup', "['token', 'plan', 'address'].includes($json.errorDetails.about)"),
		],
		'Repeat later',
	),
	next('check', 'Check with the Recipient'),
	next('correct', 'Correct the Item'),
	next('tell', 'Tell Whoever Runs It'),
	next('later', 'Repeat Later'),
	`export default workflow('failures', 'Send and sort failures')
  .add(begin)
  .to(send)
  .onError(failure.onCase(0, check).onCase(1, correct).onCase(2, tell).onCase(3, later));`,
];

const CHECKED_LEASES = [
	start(
		'daily',
		['scheduleTrigger', 1.2],
		'Every Day',
		" rule: { interval: [{ field: 'days', triggerAtHour: 8 }] } ",
	),
	'// The service does not list the numbers that one leases: keep them, e.g. in a Data Table. getAll lists numbers to adopt.',
	`const mine = node({ type: 'n8n-nodes-base.code', version: 2, config: { name: 'My Numbers', parameters: { jsCode: "return ['+12125550101', '+13055550110'].map((number) => ({ json: { number } }));" } } });`,
	node(
		'status',
		'Get Status',
		"resource: 'lease', operation: 'getStatus', number: { __rl: true, mode: 'number', value: expr('{{ $json.number }}') }",
		",\n    onError: 'continueRegularOutput'",
	),
	node(
		'report',
		'Text Me',
		`resource: 'message', operation: 'send', channel: 'sms', to: '+12025550123', message: expr("{{ $input.all().map(({ json }) => json.error ?? json.data.formatted + ': ' + json.data.status + ', ' + json.data.health).join('; ') }}")`,
		',\n    executeOnce: true',
	),
	`export default workflow('leases', 'Check leases')
  .add(daily)
  .to(mine)
  .to(status)
  .to(report);`,
];

const WATCHED_LEASES = [
	`const changed = trigger({
  type: '${TYPE}Trigger',
  version: 1,
  config: {
    name: 'Number Status Changed',
    parameters: { pollTimes: { item: [{ mode: 'everyX', value: 5, unit: 'minutes' }] }, event: 'numberStatusChanged', numbers: ['+12125550101', '+13055550110'] },
    ${CREDENTIALS}
  }
});`,
	node(
		'tell',
		'Text Me',
		`resource: 'message', operation: 'send', channel: 'sms', to: '+12025550123', message: expr("{{ $json.data.formatted }}: {{ $json.data.status }}, {{ $json.data.health }}")`,
	),
	`export default workflow('watch', 'Tell me when a lease changes').add(changed).to(tell);`,
];

const pattern = (title: string, code: string[]) =>
	`<patterns>\n<pattern title="${title}">\n${code.join('\n')}\n</pattern>\n</patterns>`;

/** Returns a pattern that n8n shows beside some operations of a resource. */
const of = (resource: string, operation: string[], title: string, code: string[]) => ({
	displayOptions: { show: { resource: [resource], operation } },
	content: pattern(title, code),
});

/** Workflows in the code that n8n's assistant writes, each beside the operations that it is about. */
export const PATTERNS: Variations = [
	of('otp', ['send'], 'Verify a phone number', VERIFY_A_NUMBER),
	of('message', ['sendAndWait'], 'Approval with its three branches', APPROVAL),
	of('message', ['send'], 'Send once, and sort failures by errorDetails', SORTED_FAILURES),
	of('lease', ['getStatus'], 'Check leases on a schedule', CHECKED_LEASES),
];

/** The same for the trigger. */
export const TRIGGER_PATTERNS: Variations = [
	{ content: pattern('Tell somebody when a lease changes', WATCHED_LEASES) },
];
