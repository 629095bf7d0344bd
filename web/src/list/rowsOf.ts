/** A list's response is the bare array or, if the specification says so, has it as `result`. */
export function rowsOf<Row>(data: readonly Row[] | { result: readonly Row[] }): readonly Row[] {
  return 'result' in data ? data.result : data;
}
