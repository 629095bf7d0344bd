import { faultCodes } from '@aapurti/contract/buyer-system/buyerSystemConnection';
import { commonCodes } from '@aapurti/contract/ground/operation';
import { say } from '@aapurti/contract/ground/template';
import { setImmediate } from 'node:timers/promises';

import pg from 'pg';

import type { Database } from '../../database/database.ts';
import { storePayments, storeReturns } from '../../payments/store.ts';
import { storeOrders } from '../../purchase-orders/store.ts';
import { checkRecord, idOf, nameOf } from '../check.ts';
import type { PulledRecords, RefusedRecord } from '../../erp/records.ts';
import { storeItems } from '../items.ts';
import type { PullKind } from '../../erp/port.ts';
import { matchSuppliers, vendorsBySupplier } from '../vendors.ts';

interface Fault extends RefusedRecord {
  /** The record as received. */
  record: unknown;
}

export interface Taken {
  /** The number of new and changed records. */
  stored: number;
  /** Records that cannot be imported, by id. */
  faults: ReadonlyMap<string, Fault>;
}

type Stored = { created: number; updated: number; refused: ReadonlyMap<string, RefusedRecord> };

type Store<K extends PullKind> = (db: Database, source: string, rows: readonly PulledRecords[K][]) => Promise<Stored>;

/** Stores the records of known vendors and rejects the others. */
function ofVendors<Row extends { supplier: string; externalId: string }>(
  kind: PullKind,
  store: (db: Database, source: string, rows: readonly (Row & { ownerId: string })[]) => Promise<Stored>,
): (db: Database, source: string, rows: readonly Row[]) => Promise<Stored> {
  return async (db, source, rows) => {
    const vendors = await vendorsBySupplier(
      db,
      rows.map(({ supplier }) => supplier),
    );
    const refused = new Map<string, RefusedRecord>();
    const owned: (Row & { ownerId: string })[] = [];
    for (const row of rows) {
      const ownerId = vendors.get(row.supplier);
      if (ownerId !== undefined) owned.push({ ...row, ownerId });
      else {
        const problem = say("{kind}: no vendor has the supplier ID {supplier} of the buyer's system. Sync the vendor first.", {
          kind: nameOf(kind, row),
          supplier: row.supplier,
        });
        refused.set(row.externalId, { problem, code: commonCodes.unknownVendor });
      }
    }
    const done = await store(db, source, owned);
    return { ...done, refused: new Map([...refused, ...done.refused]) };
  };
}

const STORES: { [K in PullKind]: Store<K> } = {
  async suppliers(db, source, rows) {
    return { created: 0, updated: await matchSuppliers(db, source, rows), refused: new Map() };
  },
  items: async (db, source, rows) => ({ ...(await storeItems(db, source, rows)), refused: new Map() }),
  orders: ofVendors('orders', storeOrders),
  returns: ofVendors('returns', storeReturns),
  payments: ofVendors('payments', (db, source, rows) => storePayments(db, source, rows)),
};

/** The received records, sorted into those that can be stored and faults, both by id. */
export interface Checked<K extends PullKind> {
  ids: string[];
  rows: ReadonlyMap<string, PulledRecords[K]>;
  faults: Taken['faults'];
}

/** The number of records that are checked before other work of the process gets a turn. */
const CHECKED_AT_ONCE = 10;

/** Checks records in small groups, so that other work continues in between. If a record comes twice, the last one counts. */
export async function checkRecords<K extends PullKind>(kind: K, records: readonly unknown[]): Promise<Checked<K>> {
  const faults = new Map<string, Fault>();
  const rows = new Map<string, PulledRecords[K]>();
  const ids: string[] = [];
  for (const [place, record] of records.entries()) {
    if (place % CHECKED_AT_ONCE === 0) await setImmediate();
    const id = idOf(kind, record);
    const checked = checkRecord(kind, record);
    ids.push(id);
    faults.delete(id);
    rows.delete(id);
    if ('problem' in checked) faults.set(id, { problem: checked.problem, code: faultCodes.unreadable, record });
    else rows.set(id, checked.value);
  }
  return { ids, rows, faults };
}

/**
 * Stores records of one kind in the caller's transaction. Each record is stored completely or, if it cannot be imported, becomes a fault.
 */
export async function takeRecords<K extends PullKind>(db: Database, source: string, kind: K, checked: Checked<K>): Promise<Taken> {
  const stored = await storeAll(db, source, kind, [...checked.rows.values()]);
  const faults = new Map(checked.faults);
  for (const [id, why] of stored.refused) faults.set(id, { ...why, record: checked.rows.get(id) });
  return { stored: stored.created + stored.updated, faults };
}

/** Stores all records at once. If the database rejects them, it stores them in halves until only the rejected records are left. */
async function storeAll<K extends PullKind>(db: Database, source: string, kind: K, rows: readonly PulledRecords[K][]): Promise<Stored> {
  const [row, another] = rows;
  if (row === undefined) return { created: 0, updated: 0, refused: new Map() };
  try {
    return await db.transaction((tx) => STORES[kind](tx, source, rows));
  } catch (error) {
    if (!isObjection(error)) throw error;
    if (another === undefined) {
      const problem = say('{kind}: the database rejected it: {error}.', { kind: nameOf(kind, row), error: error.message });
      return { created: 0, updated: 0, refused: new Map([[idOf(kind, row), { problem, code: faultCodes.notStorable }]]) };
    }
  }
  const middle = Math.ceil(rows.length / 2);
  const one = await storeAll(db, source, kind, rows.slice(0, middle));
  const other = await storeAll(db, source, kind, rows.slice(middle));
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    refused: new Map([...one.refused, ...other.refused]),
  };
}

/** A value that the database cannot hold (22…) or that violates a constraint (23…). */
function isObjection(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '');
}
