/**
 * The number after the last one of a series, with its prefix and its zeros: GRN/0099 is followed by GRN/0100.
 * @returns null where the last one does not end in digits, or the next is longer than `most` characters.
 */
export function nextNumber(last: string, most: number): string | null {
  const isDigit = (place: number) => last.charAt(place) >= '0' && last.charAt(place) <= '9';
  let start = last.length;
  while (start > 0 && isDigit(start - 1)) start -= 1;
  const digits = last.slice(start);
  if (digits === '') return null;
  const next = last.slice(0, start) + String(BigInt(digits) + BigInt(1)).padStart(digits.length, '0');
  return next.length > most ? null : next;
}
