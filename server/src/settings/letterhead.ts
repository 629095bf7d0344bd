import type { Parties } from '@aapurti/contract/papers/documentPaper';
import { oneLine } from '@aapurti/contract/ground/fields';
import { placeOf, stateCodeOf } from '@aapurti/contract/ground/gst';
import sql from 'sql-template-tag';

import type { Database } from '../database/database.ts';
import { notFound } from '../ground/refusal.ts';
import { readSettings } from './settings.ts';

interface VendorRow {
  code: number;
  name: string;
  gstin: string | null;
  address_line1: string | null;
  address_line2: string | null;
  city: string | null;
  postal_code: string | null;
  state: string | null;
}

/** The two sides of a vendor's documents as they are now. @throws Refusal 404 where there is no such vendor. */
export async function partiesOf(db: Database, vendorId: string): Promise<Parties> {
  const vendor = await db.first<VendorRow & Record<string, unknown>>(sql`
    select code, legal_name as name, gstin, address_line1, address_line2, city, postal_code, state from vendors where id = ${vendorId}`);
  if (vendor === undefined) throw notFound();
  const { buyerName, buyerAddress, logo } = await readSettings(db);
  const { address_line1: first, address_line2: second, city, postal_code: code, state } = vendor;
  const stateCode = stateCodeOf(null, state);
  const place = [city, code].filter(Boolean).join(' ');
  const address = [first, second, place, stateCode === null ? null : placeOf(stateCode)].filter(Boolean).join('\n');
  return {
    vendor: { name: vendor.name, code: vendor.code, gstin: vendor.gstin, address: oneLine(address) },
    buyer: { name: buyerName, address: buyerAddress, hasLogo: logo !== null },
  };
}
