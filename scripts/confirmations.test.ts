/** Every confirmation names the action on its button, and uses one word for cancelling. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

const SOURCES = new URL('../web/src/', import.meta.url).pathname;
/** The component of a deletion: its button has the specification's words. */
const DELETION = 'list/DeleteQuestion.tsx';

/** Buttons whose verb is not the first word of the title, with the reason. */
const OTHER_TITLES: Readonly<Record<string, string>> = {
  'form/UnsavedGuard.tsx': 'the title says what would be lost',
  'schemes/SchemeModal.tsx': 'the title says what would be lost',
  'settings/MatchTolerancesPage.tsx': 'title and button begin with the same call',
};
/** Buttons that leave a question and are not named Close, with the reason. */
const OTHER_CLOSES: Readonly<Record<string, readonly [word: string, reason: string]>> = {
  'form/UnsavedGuard.tsx': ['Stay', 'closing would read as leaving the page'],
  'schemes/SchemeModal.tsx': ['Keep editing', 'closing would read as discarding'],
  'invoices/TaxOffer.tsx': ['Keep my taxes', 'both answers change what is sent'],
  'purchase-orders/CloseOrderModal.tsx': ['Cancel', 'the act closes an order'],
};
/** Words that agree to anything. */
const EMPTY_VERBS = ['Yes', 'OK', 'Ok', 'Confirm', 'Continue', 'Proceed', 'Submit', 'Done'];

interface Node {
  type: string;
  start: number;
  end: number;
  name?: Node & { name: string };
  attributes?: Node[];
  value?: Node | null;
}
interface Question {
  file: string;
  title: string[];
  confirm: string[];
  close: string[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* nodesOf(each);
}

/** The visible literals of an attribute. */
const textsOf = (code: string) => [...code.matchAll(/(['"`])([A-Z](?:(?!\1).)*)\1/g)].map(([, , text = '']) => text);

function questionsOf(file: string, code: string): Question[] {
  const found: Question[] = [];
  for (const node of nodesOf(parseAst(code, { lang: 'tsx' }))) {
    if (node.type !== 'JSXOpeningElement' || !['ConfirmModal', 'ReasonModal'].includes(node.name?.name ?? '')) continue;
    const texts = (name: string) =>
      (node.attributes ?? [])
        .filter((attribute) => attribute.name?.name === name)
        .flatMap(({ value }) => textsOf(code.slice(value?.start, value?.end)));
    found.push({ file, title: texts('title'), confirm: texts('confirm'), close: texts('close') });
  }
  return found;
}

const FILES = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => [name, readFileSync(join(SOURCES, name), 'utf8')] as const);
const QUESTIONS = FILES.flatMap(([file, code]) => questionsOf(file, code));

/** The problems of a confirmation; none if its button names the action. */
function problemsOf({ file, title, confirm, close }: Question): string[] {
  if (file === DELETION) return confirm.length + close.length > 0 ? ['The words of a deletion are those of the specification.'] : [];
  const verb = (text: string) => text.split(' ')[0] ?? '';
  const closing = OTHER_CLOSES[file]?.[0] ?? 'Close';
  return [
    ...(confirm.length === 0 ? ['The button has no words.'] : []),
    ...confirm.filter((text) => EMPTY_VERBS.includes(text)).map((text) => `"${text}" names no act.`),
    ...(file in OTHER_TITLES
      ? []
      : confirm.filter((text) => !title.some((each) => verb(each) === verb(text))).map((text) => `The title does not begin as "${text}".`)),
    ...close.filter((text) => text !== closing).map((text) => `"${text}" leaves the question.`),
    ...(confirm.some((text) => verb(text) === verb(close[0] ?? 'Close')) ? ['The act and leaving it have the same verb.'] : []),
  ];
}

test('the button of each confirmation repeats the verb of its title, and one word closes it', () => {
  expect(QUESTIONS.length).toBeGreaterThan(30);
  expect(QUESTIONS.map((question) => [question.file, problemsOf(question)]).filter(([, problems]) => problems?.length)).toEqual([]);
});

test('the check finds a confirmation without a verb, with another verb or with another word to close it', () => {
  const wrong = (props: string) => questionsOf('x.tsx', `const a = <ConfirmModal ${props} />;`).flatMap(problemsOf);
  expect(wrong('title="Reverse payment" confirm="Reverse payment"')).toEqual([]);
  expect(wrong('title="Reverse payment"')).toEqual(['The button has no words.']);
  expect(wrong('title="Yes" confirm="Yes"')).toEqual(['"Yes" names no act.']);
  expect(wrong('title="Reverse payment" confirm="Remove"')).toEqual(['The title does not begin as "Remove".']);
  expect(wrong(`title={is ? 'Accept memo' : 'Reject memo'} confirm={is ? 'Accept' : 'Delete'}`)).toHaveLength(1);
  expect(wrong('title="Cancel order" confirm="Cancel order" close="Cancel"')).toHaveLength(2);
  expect(wrong('title="Close order" confirm="Close order"')).toEqual(['The act and leaving it have the same verb.']);
});

test('each exception is still used, and every other dialog is closed by the word Close', () => {
  const files = new Set(QUESTIONS.map(({ file }) => file));
  for (const file of [...Object.keys(OTHER_TITLES), ...Object.keys(OTHER_CLOSES)]) expect(files).toContain(file);
  for (const [file, [word]] of Object.entries(OTHER_CLOSES))
    expect([file, QUESTIONS.some((question) => question.file === file && question.close.includes(word))]).toEqual([file, true]);
  const own = FILES.filter(([, code]) => /<Modal\b/.test(code));
  expect(own.filter(([, code]) => /\{t\('(Cancel|Back|No|Dismiss)'\)\}/.test(code)).map(([file]) => file)).toEqual([]);
});
