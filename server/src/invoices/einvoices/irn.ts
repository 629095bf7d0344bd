import { createHash } from 'node:crypto';

/** The financial year of a date, as used in an IRN: '2026-27' from 1 April 2026 on. */
function financialYear(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/**
 * The possible IRNs of an invoice: SHA-256 of the supplier's GST number, financial year, document type and number. Registration portals
 * have used numbers in capital letters since 01-06-2025, and the original spelling before.
 */
export function irnsOf({ gstin, date, number }: { gstin: string; date: string; number: string }): string[] {
  const irn = (written: string) =>
    createHash('sha256')
      .update(`${gstin.toUpperCase()}${financialYear(date)}INV${written}`)
      .digest('hex');
  return [...new Set([irn(number.toUpperCase()), irn(number)])];
}
