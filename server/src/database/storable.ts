/** JSON escapes that `jsonb` refuses: U+0000 and halves of surrogate pairs. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i;

/** JSON for a `jsonb` column, without the characters that it cannot hold. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  if (!UNSTORABLE.test(text)) return text;
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'string' ? storableText(each) : each));
}

export function storableText(text: string): string {
  return text.replaceAll('\0', '').replaceAll(/\p{Cs}/gu, '�');
}
