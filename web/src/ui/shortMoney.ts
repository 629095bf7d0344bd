import { showMoney } from '@aapurti/contract/ground/fields';

import { t } from '../words/words.ts';

const LAKH = 100_000;
const CRORE = 100 * LAKH;

const inUnits = (amount: number, unit: number) =>
  (amount / unit).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Rupees with two decimals, in lakh or crore from one lakh on, for a tab or a column too narrow for the whole amount. */
export function shortMoney(amount: number): string {
  if (Math.abs(amount) < LAKH) return showMoney(amount);
  return Math.abs(amount) < CRORE
    ? t('₹{amount} lakh', { amount: inUnits(amount, LAKH) })
    : t('₹{amount} crore', { amount: inUnits(amount, CRORE) });
}
