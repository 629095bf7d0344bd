/** The messages about rows of a sheet that are lines of documents. Of a line itself the words are those of the screen. */
export const messages = {
  noOrder: 'PO Number is required.',
  notTheirs: (number: string) => `This vendor has no order with PO Number ${number}.`,
  noLine: 'This order line does not exist.',
  noItem: (po_number: string) => `Item not found in order ${po_number}.`,
  otherItem: (line: number, number: string) => `Line ${line} of order ${number} does not exist or has another item.`,
  several: (number: string, lines: string) => `Several lines of order ${number} match: ${lines}. Enter the line number.`,
  differs: (heading: string, row: number) => `${heading} differs from row ${row}, which belongs to the same document.`,
} as const;
