import { showDate, showNumber } from '../ground/fields.ts';
import { asTyped, say, type Words } from '../ground/template.ts';
import type { DispatchGoods, DispatchLine } from './dispatchGoods.ts';
import { PACKAGE_WORDS } from './movements.ts';

/** A line of a dispatch note in the form of the audit log. */
export type LoggedLine = Pick<DispatchLine, 'itemName' | 'quantity' | 'uom' | 'poNumber' | 'line'> & {
  /** The details of its batch that the vendor stated. */
  stated: Readonly<Partial<Record<string, string | number>>>;
};

/** A package or a vehicle in the form of the audit log, with its share of the lines. */
export interface LoggedLoad {
  kind: DispatchGoods['packages'][number]['kind'] | 'vehicle';
  /** The SSCC of a package, or the vehicle number. */
  number: string | null;
  over: boolean;
  share: readonly { no: number; quantity: number }[];
}

const isRecord = (value: unknown, ...fields: string[]): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && fields.every((field) => field in value);
const isLine = (value: unknown): value is LoggedLine => isRecord(value, 'itemName', 'quantity', 'stated');
const isLoad = (value: unknown): value is LoggedLoad => isRecord(value, 'kind', 'number', 'share');
const isLoads = (value: unknown): value is readonly LoggedLoad[] => Array.isArray(value) && value.length > 0 && value.every(isLoad);

/** The names in the log for a field, and for a value that is one of its choices. */
interface LogWords {
  fieldWords: (field: string) => string;
  choiceOf: (field: string, value: string) => string | undefined;
}

/** The facts of a logged line, package or list of vehicles; null for any other value. Older entries contain text. */
export function goodsFacts(value: unknown, words: LogWords): Words[] | null {
  if (isLine(value)) return lineFacts(value, words);
  if (isLoad(value)) return loadFacts(value);
  return isLoads(value) ? value.flatMap(loadFacts) : null;
}

function lineFacts({ itemName, quantity, uom, poNumber, line, stated }: LoggedLine, { fieldWords, choiceOf }: LogWords): Words[] {
  return [
    asTyped(`${showNumber(quantity)} ${uom ?? ''}`.trim()),
    asTyped(itemName),
    ...(poNumber === null ? [] : [say('Order {number}, line {line}', { number: poNumber, line })]),
    ...Object.entries(stated).map(([field, value]) => {
      const heading = fieldWords(field);
      const words = choiceOf(field, String(value));
      if (words !== undefined) return say('{heading}: {words}', { heading, words });
      return say('{heading}: {stated}', { heading, stated: /^\d{4}-\d\d-\d\d$/.test(String(value)) ? showDate(String(value)) : value });
    }),
  ];
}

function loadFacts({ kind, number, over, share }: LoggedLoad): Words[] {
  return [
    ...(kind === 'vehicle' ? [] : [PACKAGE_WORDS[kind]]),
    ...(number === null ? [] : [asTyped(number)]),
    ...(over ? ['Over-dimensional'] : []),
    ...share.map(({ no, quantity }) => say('Line {no}: {quantity}', { no, quantity: showNumber(quantity) })),
  ];
}
