import { Decimal, parseDecimal } from '@aapurti/contract/numbers';

/** An amount as the text of a field; '' if there is none. */
export function moneyText(amount: number | null | undefined): string {
  return amount === null || amount === undefined ? '' : new Decimal(amount).toFixed(2);
}

/** Adds missing decimals; any other text stays as typed, so that a message can quote it. */
export function tidyMoney(typed: string): string {
  const amount = parseDecimal(typed);
  return amount === null || amount.decimalPlaces() > 2 ? typed : amount.toFixed(2);
}

const GROUPED = /^(?:₹\s*)?(\d{1,3}(?:,\d{2,3})+(?:\.\d+)?)$/;

/** The plain digits of a figure with grouping, as spreadsheets copy them: ₹12,34,567.00. Null for any other text. */
export function pastedFigure(text: string): string | null {
  return GROUPED.exec(text.trim())?.[1]?.replaceAll(',', '') ?? null;
}
