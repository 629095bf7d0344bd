import type { Database } from '../database/database.ts';
import { whileHolding } from '../process/lease.ts';
import { embeddedBuyerSystem } from './embedded.ts';
import { erpnext } from './erpnext.ts';
import type { ErpSettings } from '../ground/erpSettings.ts';
import { odoo } from './odoo.ts';
import type { BuyerSystem } from './port.ts';
import { tryton } from './tryton.ts';

/** The time is below the time-out of a sync, so that its message gives the reason, and above the lease of a process that died. */
const TURN_PATIENCE = 25_000;
const TURN_LATE = "The buyer's system is busy with another vendor.";

/** Connects on first use. */
export function openBuyerSystem(erp: ErpSettings | undefined, db: Database): BuyerSystem {
  return erp === undefined ? embeddedBuyerSystem(db) : onePerTurn(openErp(erp), db);
}

/** Serialises processes, because an ERP has no constraint against two suppliers for one vendor. */
export function onePerTurn(system: BuyerSystem, db: Database): BuyerSystem {
  const turn = { patience: TURN_PATIENCE, late: TURN_LATE };
  return {
    ...system,
    createSupplier: (vendor) => whileHolding(db, `supplier of ${system.source}`, () => system.createSupplier(vendor), turn),
  };
}

function openErp(erp: ErpSettings): BuyerSystem {
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
