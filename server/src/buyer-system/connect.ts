import type { Database } from '../database/database.ts';
import { embeddedBuyerSystem } from './embedded.ts';
import { erpnext } from './erpnext.ts';
import type { ErpSettings } from './erpSettings.ts';
import { odoo } from './odoo.ts';
import type { BuyerSystem } from './port.ts';
import { tryton } from './tryton.ts';

/** The buyer's ERP that the settings name; the portal's own keeping where they name none. Nothing is asked of it yet. */
export function openBuyerSystem(erp: ErpSettings | undefined, db: Database): BuyerSystem {
  if (erp === undefined) return embeddedBuyerSystem(db);
  const { system, url, database = '', user = '', secret, company, priceList } = erp;
  if (system === 'erpnext') return erpnext({ url, key: user, secret, company, priceList });
  const companyId = company === undefined ? undefined : Number(company);
  if (system === 'tryton') return tryton({ url, database, user, secret, company: companyId });
  return odoo({
    url,
    database: database || undefined,
    user,
    secret,
    protocol: system === 'odoo' ? 'json2' : 'jsonrpc',
    company: companyId,
  });
}
