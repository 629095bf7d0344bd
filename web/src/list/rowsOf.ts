/** Lists come bare or, where the specification has it so, as `result`. */
export function rowsOf<Row>(data: readonly Row[] | { result: readonly Row[] }): readonly Row[] {
  return 'result' in data ? data.result : data;
}
