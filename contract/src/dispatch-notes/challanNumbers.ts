/* Numbers of delivery challans. Rule 55(1) of the CGST Rules requires them to be serial, with at most 16 characters, in one or several
   series, and unique in a financial year (April to March). */

import { followingNumber } from '../ground/numberSeries.ts';

const NUMBER_MAX = 16;
/** The number before the first one of a vendor. */
const NONE = { number: 'DC/25-26/000', day: '2025-04-01' };

/**
 * The number after the last one of a vendor; null if its series cannot continue. In a new financial year the series restarts at 1, with the
 * new year if the number contains one.
 */
export function nextChallanNumber(last: { number: string; day: string } | null, day: string): string | null {
  const number = followingNumber(last ?? NONE, day, { yearly: true });
  return number === null || number.length > NUMBER_MAX || !/^[A-Za-z0-9][A-Za-z0-9/-]*$/.test(number) ? null : number;
}
