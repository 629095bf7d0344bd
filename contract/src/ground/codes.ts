/**
 * Numbers and codes of orders, invoices, notes, receipts and items that users type, paste and scan. Two that look the same are equal.
 * codeKeys.ts compares them.
 */
/** Characters without width: controls, direction marks, joiners, variation selectors, fillers. */
const UNSEEN =
  // Controls and joiners are what it looks for.
  // oxlint-disable-next-line eslint/no-control-regex, eslint/no-misleading-character-class
  /[\0-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Blanks of every width. */
const BLANKS = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+/g;

/** Blanks that look like an ordinary space. */
const WIDE_BLANK = /[\v\f\u0085\u2028\u2029\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/g;

const DASHES =
  /[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u23af\u2500\u2501\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0\u30fc]/g;

const SLASHES = /[\u2044\u2215]/g;

/** A code as stored and shown: as typed, without zero-width characters, and with ordinary spaces. */
export function seenCode(text: string): string {
  return text.replaceAll(UNSEEN, '').replaceAll(WIDE_BLANK, ' ').trim();
}

/**
 * A code in plain characters, without full-width forms, look-alike dashes or repeated blanks. Codes with a fixed pattern are stored in this
 * form.
 */
export function plainCode(text: string): string {
  const plain = text.replaceAll(UNSEEN, '').normalize('NFKC');
  return plain.replaceAll(DASHES, '-').replaceAll(SLASHES, '/').replaceAll(BLANKS, ' ').replaceAll(/^ | $/g, '');
}

/** The number of another record, or digits: plain if it consists of digits, otherwise as typed. */
export function referenceCode(text: string): string {
  const plain = plainCode(text);
  return /^\d+$/.test(plain) ? plain : seenCode(text);
}
