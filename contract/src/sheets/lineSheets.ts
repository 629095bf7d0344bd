/** The messages about rows of a sheet that are lines of documents. Of a line itself the words are those of the screen. */
export const messages = {
  noOrder: 'PO Number is required.',
  notTheirs: (number: string) => `This vendor has no order with PO Number ${number}.`,
  noLine: (number: string) => `Order ${number} has no such line.`,
  several: (number: string, lines: string) => `Order ${number} has several such lines: ${lines}. State the line.`,
  differs: (heading: string, row: number) => `${heading} is another one in row ${row}, which belongs to the same document.`,
} as const;
