import { type DatedRate, dueRates, rateOf, type StatedRates } from '@aapurti/contract/ground/rateRules';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';

/** Percent. */
interface CodeRate {
  rate: number;
  cessRate: number;
}

/** Looks up the rates of HSN codes on a date. @returns the rate of one of them; null if the table has none. */
export async function ratesOn(
  db: Database,
  codes: readonly (string | null)[],
  day: string,
): Promise<(code: string | null, packed: 'prepacked' | 'loose') => CodeRate | null> {
  const prefixes = new Set(codes.flatMap((code) => [2, 4, 6, 8].map((length) => (code ?? '').slice(0, length))));
  const rates = await db.rows<DatedRate & Record<string, unknown>>(sql`
    select hsn_prefix as "hsnPrefix", condition, rate::float8 as rate, cess_rate::float8 as "cessRate",
      valid_from::text as "validFrom", valid_to::text as "validTo"
    from gst_rates
    where hsn_prefix = any(${[...prefixes]}) and ${day} between valid_from and coalesce(valid_to, 'infinity')`);
  return (code, packed) => {
    const found = rateOf(rates, code, day, packed);
    return found.kind === 'rate' ? { rate: found.rate.rate, cessRate: found.rate.cessRate } : null;
  };
}

/** Looks up the rates that documents of a date use for goods of orders, by the HSN code and the order's own rate. */
export async function dueRatesOn(
  db: Database,
  codes: readonly (string | null)[],
  day: string,
): Promise<(code: string | null, stated: StatedRates) => ReturnType<typeof dueRates>> {
  const rateIf = await ratesOn(db, codes, day);
  return (code, stated) =>
    dueRates(
      [rateIf(code, 'prepacked'), rateIf(code, 'loose')].filter((rate) => rate !== null),
      stated,
    );
}
