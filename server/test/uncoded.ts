/**
 * An answer with its errors of rows as `{row, column, message}`: a test of the words names no codes, which sameCodes.test.ts compares.
 * @throws Error for a code that is no name of a rule
 */
export function uncoded(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((each) => uncoded(each));
  if (typeof answer !== 'object' || answer === null || !('row' in answer) || !('code' in answer)) return answer;
  const { code, ...rest } = answer;
  if (typeof code !== 'string' || !/^[a-z]+(?:_[a-z]+)*$/.test(code)) throw new Error(`"${String(code)}" is no code.`);
  return rest;
}
