import { say } from '../ground/template.ts';

/** Names of the reasons for rejecting a row that is a line of a document, for programs. */
export const lineSheetCodes = {
  order: 'unknown_order',
  noLine: 'no_order_line',
  several: 'several_order_lines',
  stored: 'document_is_stored',
  unit: 'unit_not_of_order',
  moved: 'line_is_packed',
} as const;

/** The messages about rows of a file that are lines of documents. The line itself has the messages of the screen. */
export const messages = {
  noOrder: 'PO Number is required.',
  notTheirs: (number: string) => say('This vendor has no order with PO Number {number}.', { number }),
  noLine: (line: number, order: string) => say('Order {order} does not have a line {line}. Select one of its lines.', { order, line }),
  noItem: (po_number: string) => say('Item not found in order {po_number}.', { po_number }),
  otherItem: (line: number, number: string) => say('Line {line} of order {number} does not exist or has another item.', { line, number }),
  several: (number: string, lines: readonly number[]) =>
    say('Several lines of order {number} match: {lines}. Enter the line number.', { number, lines }),
  differs: (heading: string, row: number) => say('{heading} differs from row {row}, which belongs to the same document.', { heading, row }),
} as const;
