import { codeKey } from '@aapurti/contract/ground/codeKeys';

import type { Home, Part, Placed, StoredPart } from './systemRows.ts';

interface Named extends Pick<StoredPart, 'ownerId' | 'orderId' | 'paidOn' | 'externalId' | 'whole'> {
  reference?: unknown;
  accountLast4?: unknown;
}

/** The key of the payment that a document belongs to: equal for documents with the same vendor, order, reference, day and account. */
function unitOf({ ownerId, orderId, reference, paidOn, accountLast4, whole, externalId }: Named): string {
  const name =
    typeof reference === 'string'
      ? ['reference', codeKey(reference), paidOn, accountLast4 ?? null]
      : whole === null
        ? ['one', externalId]
        : ['whole', whole];
  return JSON.stringify([ownerId, orderId, ...name]);
}

const partOf = ({ externalId, version, whole, invoiceId, amount, raw }: Part): Part => ({
  externalId,
  version,
  whole,
  invoiceId,
  amount,
  raw,
});

/** The reference of a document: its own, or else the one in its raw record. */
function referenceOf({ reference, raw }: Placed): unknown {
  return reference ?? (typeof raw === 'object' && raw !== null && 'reference' in raw ? raw.reference : undefined);
}

/**
 * Assigns documents to payments. A document stays in its payment while it keeps its order, reference, day and account, or while all documents
 * of the payment change theirs alike; otherwise it leaves.
 * @param gone external ids of the documents that left their payments.
 */
export function homesOf(stored: readonly StoredPart[], placed: readonly Placed[], gone: ReadonlySet<string>): Home[] {
  const homes = new Map<string, Home>();
  const byUnit = new Map<string, Home>();
  const units = new Map<Home, string>();
  const moving = new Set(placed.map(({ externalId }) => externalId));
  const name = (home: Home, unit: string) => {
    const former = units.get(home);
    if (former !== undefined && byUnit.get(former) === home) byUnit.delete(former);
    units.set(home, unit);
    if (!byUnit.has(unit)) byUnit.set(unit, home);
  };
  const owns = new Map<string, Home>();
  for (const part of stored) {
    const { id, ownerId, orderId, externalId } = part;
    let home = homes.get(id);
    if (home === undefined) {
      home = { id, ownerId, orderId, parts: [], before: [], head: null };
      homes.set(id, home);
      name(home, unitOf(part));
    }
    home.before = [...home.before, part];
    owns.set(externalId, home);
    if (!gone.has(externalId) && !moving.has(externalId)) home.parts.push(partOf(part));
  }
  const added: Home[] = [];
  const put = (each: Placed, home: Home) => {
    home.orderId = each.orderId;
    home.head = each;
    home.parts.push(partOf({ ...each, whole: each.whole?.id ?? null }));
  };
  const given = placed.map((each) => ({
    each,
    own: owns.get(each.externalId),
    unit: unitOf({ ...each, reference: referenceOf(each), whole: each.whole?.id ?? null }),
  }));
  // Documents that stay come first, so that a leaving one does not take the payment along.
  const isStaying = ({ own, unit }: (typeof given)[number]) => own !== undefined && units.get(own) === unit;
  const staying = given.filter(isStaying);
  const leaving = given.filter((one) => !isStaying(one));
  for (const { each, own } of staying) if (own !== undefined) put(each, own);
  for (const { each, own, unit } of leaving) {
    const alike = byUnit.get(unit);
    // A sync may deliver the parts of one ERP payment in several runs.
    const isJoined = each.whole !== undefined && alike?.parts.some(({ whole }) => whole === each.whole?.id) === true;
    const emptied = own?.parts.length === 0 && !isJoined ? own : undefined;
    const home = emptied ?? alike ?? { id: null, ownerId: each.ownerId, orderId: each.orderId, parts: [], before: [], head: null };
    if (home.id === null && home.parts.length === 0) added.push(home);
    if (home !== alike) name(home, unit);
    put(each, home);
  }
  return [...homes.values(), ...added];
}
