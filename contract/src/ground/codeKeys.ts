/**
 * The comparison of codes. The database has the same functions, `code_key` and `gtin_key`, which its indexes and queries use; a test
 * compares the two. The tables stand apart from codes.ts, which the first screen loads.
 */
import { plainCode } from './codes.ts';

/** Written out, because neither the database's locale nor the browser's may decide which numbers are equal. */
const SMALL =
  'abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿαβγδεζηθικλμνξοπρςστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяѐёђѓєѕіїјљњћќѝўџ';
const CAPITAL =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŸΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏ';
const CAPITALS = new Map([...SMALL].map((letter, index) => [letter, [...CAPITAL][index] ?? letter]));

/** The form in which codes are compared: two codes with the same key are equal. */
export function codeKey(text: string): string {
  return [...plainCode(text)].map((letter) => CAPITALS.get(letter) ?? letter).join('');
}

/** The form in which barcode numbers are compared: a GTIN-8 to -14 without leading zeros, any other code as `codeKey`. */
export function gtinKey(text: string): string {
  const key = codeKey(text);
  return /^\d{8,14}$/.test(key) ? key.replace(/^0+(?=\d)/, '') : key;
}
