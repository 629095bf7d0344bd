import { expect, test } from 'vitest';

import { isTyped } from '../ground/template.ts';
import { operations } from '../operations.ts';
import { CHOICES } from './auditChoices.ts';
import { fieldChanges } from './auditWords.ts';
import hindi from './hindi.json' with { type: 'json' };
import { translator } from './translate.ts';

/** The choices whose values never appear in the log. */
const NOT_LOGGED: Readonly<Record<string, string>> = {
  action: 'It is the action of the entry.',
  answer: 'An answer to a statement changes its state.',
  awaits: 'It is derived from the confirmations.',
  decision: 'A confirmation is logged as facts, and any other decision is the action of the entry.',
  deliveryStatus: 'Its values are words already.',
  entity: 'It is the entity of the entry.',
  memoKind: 'It is the entity of the entry.',
  move: 'It is the action of the entry.',
  outcome: 'Findings are not logged.',
  paymentStatus: 'Its values are words already.',
  priceState: 'It is derived from the decision.',
  reason: 'It is typed in most records; a confirmation and a receipt name their reason as a fact.',
  stage: 'It is a filter.',
};

interface Definition {
  type: string;
  entries?: Readonly<Record<string, string>>;
  values?: readonly unknown[];
  shape?: Readonly<Record<string, unknown>>;
  getter?: () => unknown;
}
const definitionOf = (schema: unknown) => (schema as { _zod?: { def: Definition } } | null)?._zod?.def;

/** The choice fields below a schema, with their values. */
function choicesIn(schema: unknown, name: string, found: Map<string, Set<string>>, above: readonly unknown[] = []): void {
  if (typeof schema !== 'object' || schema === null || above.includes(schema)) return;
  const definition = definitionOf(schema);
  const path = [...above, schema];
  if (definition === undefined) return Object.values(schema).forEach((each) => choicesIn(each, name, found, path));
  const values = definition.entries === undefined ? (definition.values ?? []) : Object.values(definition.entries);
  for (const value of values) if (typeof value === 'string') found.set(name, (found.get(name) ?? new Set()).add(value));
  if (definition.shape !== undefined)
    return Object.entries(definition.shape).forEach(([field, each]) => choicesIn(each, field, found, path));
  if (definition.getter !== undefined) choicesIn(definition.getter(), name, found, path);
  for (const part of ['innerType', 'element', 'in', 'out', 'left', 'right', 'valueType', 'options', 'items'] as const)
    choicesIn((definition as unknown as Record<string, unknown>)[part], name, found, path);
}

const sent = new Map<string, Set<string>>();
for (const operation of operations) if (operation.method !== 'GET') choicesIn(operation.body, '', sent);

test('the test finds the choices of the contract', () => {
  expect([...sent.keys()]).toEqual(expect.arrayContaining(['role', 'kind', 'onlineKind', 'mailRoles', 'mode']));
  expect([...(sent.get('onlineKind') ?? [])]).toEqual(expect.arrayContaining(['neft', 'upi']));
});

test('the log has words for every choice that a call sends', () => {
  const missing = [...sent].flatMap(([field, values]) =>
    field in NOT_LOGGED
      ? []
      : [...values].filter((value) => value !== '' && CHOICES[field]?.[value] === undefined).map((value) => `${field}: ${value}`),
  );
  expect(missing).toEqual([]);
  expect(Object.keys(NOT_LOGGED).filter((field) => field in CHOICES)).toEqual([]);
});

test('a reader of Hindi sees every choice in Hindi, alone and in a list', () => {
  const translate = translator(hindi, 'hi');
  const shown = (field: string, value: unknown) =>
    fieldChanges({ before: null, after: { [field]: value } }).flatMap(({ after }) =>
      after.map((each) => (isTyped(each) ? each.typed : translate(each))),
    );
  // Terms that Hindi writes in Latin letters.
  const terms = /\b(?:English|GST|HSN|IRN|NEFT|RTGS|IMPS|UPI|SEZ|ISD|UIN|UN|ERP|API|MRP|Rule|TDS|SSO|IFSC|v)\b/g;
  const english = Object.entries(CHOICES).flatMap(([field, words]) =>
    Object.keys(words).flatMap((value) =>
      [...shown(field, value), ...shown(field, [value, value])].filter((text) => /[A-Za-z]/.test(text.replaceAll(terms, ''))),
    ),
  );
  expect(english).toEqual([]);
});

test('a name that equals a choice stays as typed in a field that people type', () => {
  const [change] = fieldChanges({ before: null, after: { city: 'owner' } });
  expect(change?.after).toEqual([{ typed: 'owner' }]);
  // Values that objects inherit are not choices.
  expect(fieldChanges({ before: null, after: { kind: 'constructor' } })[0]?.after).toEqual(['constructor']);
});
