/**
 * A response whose row errors are reduced to `{row, column, message}`: message tests ignore the codes, which sameCodes.test.ts compares.
 * @throws Error for a code that is not the name of a rule
 */
export function uncoded(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map((each) => uncoded(each));
  if (typeof answer !== 'object' || answer === null || !('row' in answer) || !('code' in answer)) return answer;
  const { code, ...rest } = answer;
  if (typeof code !== 'string' || !/^[a-z]+(?:_[a-z]+)*$/.test(code)) throw new Error(`"${String(code)}" is no code.`);
  return rest;
}
