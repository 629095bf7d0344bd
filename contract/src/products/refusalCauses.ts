/** The standard reasons for disapproving a price. */
export const REFUSAL_CAUSES = {
  margin: 'Margin below the agreed margin',
  lower: 'Lower price available',
  mrp: 'MRP differs from the item list',
  notice: 'Price applies too soon',
  other: 'Other reason',
} as const;
export type RefusalCause = keyof typeof REFUSAL_CAUSES;
