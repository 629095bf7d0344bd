import { messages } from '@aapurti/contract/catalogue';
import { priceOf } from '@aapurti/contract/pricing';
import sql, { raw } from 'sql-template-tag';

import type { Actor } from '../actor.ts';
import { recordSheet } from '../audit/audit.ts';
import { itemsOf } from '../buyer-system/items.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { type NamedScheme, schemesByEan } from '../schemes/schemes.ts';
import { type Counts, firstRows, type Intake, type Storing } from '../sheets/upload.ts';
import { logOfSheet } from './log.ts';
import { type ProductField, productColumns } from './sheet.ts';
import { addition, lockCatalogue, priceTexts, type PlainProduct, type ProductToStore, storeProducts } from './store.ts';

type Clock = Pick<Context, 'clock'>;

/** A row of the sheet, with its figures as they will be stored. */
interface Kept extends PlainProduct {
  row: number;
  /** Number or name. */
  scheme: string | null;
}

/** One chunk is being stored while the next is looked up and put together. */
const AHEAD = 2;

const heading = (field: ProductField) => productColumns[field].heading;

/**
 * Takes in a sheet of the owner's products. An EAN that stands twice is a fault of the second row, one that is stored is updated; what
 * the sheet has no column for stays as it is.
 */
export function productIntake(ctx: Clock, actor: Actor, owner: string, fileName: string): Intake<typeof productColumns, Kept> {
  return {
    columns: productColumns,
    ahead: AHEAD,
    open(tx) {
      const firstRow = firstRows();
      const log = logOfSheet(actor, owner);
      let isLocked = false;
      let wasEmpty = false;
      const lock = async () => {
        if (!isLocked) wasEmpty = await lockCatalogue(tx, owner);
        isLocked = true;
      };
      /** Whether most rows so far were new: those without a scheme need not be looked up first. */
      let areNew = true;
      /** Chunks come while others are being stored, and a connection does one thing at a time. */
      let last: Promise<unknown> = Promise.resolve();
      const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
        const done = last.then(work);
        last = done;
        return done;
      };
      /** The rows before these are stored by then, so that the first of a sheet gets the lowest id; what else there is to do is done ahead. */
      const storeRows = async (
        sent: readonly Kept[],
        { errors, fields, onlyCheck }: Storing,
        before: Promise<unknown>,
      ): Promise<Counts> => {
        const isPlain = !onlyCheck && areNew && sent.every(({ scheme }) => scheme === null);
        const add = isPlain ? addition(owner, sent, log) : null;
        if (add !== null) await before;
        const rows =
          add === null
            ? sent
            : await inTurn(async () => {
                await lock();
                return (await add(tx, wasEmpty)).map((place) => sent[place]).filter((row) => row !== undefined);
              });
        const added = sent.length - rows.length;
        areNew &&= !isPlain || added > rows.length;
        if (rows.length === 0) return { created: added, updated: 0 };
        const found = await inTurn(async () => {
          if (!onlyCheck) await lock();
          return look(ctx, tx, owner, rows, !onlyCheck);
        });
        const faults = errors.total;
        const products = rows.map((row, place) =>
          match(row, place, found, fields, (field, message) => errors.add(row.row, heading(field), message)),
        );
        const ready = products.filter((product) => product !== null);
        await before;
        if (!onlyCheck && errors.total === faults) await inTurn(() => storeProducts(tx, owner, ready, log));
        const updated = ready.filter(({ id }) => id !== null).length;
        return { created: added + ready.length - updated, updated };
      };
      let stored: Promise<unknown> = Promise.resolve();
      return {
        keep({ row, value }, errors) {
          const first = firstRow(value.ean, row);
          if (first !== null) errors.add(row, heading('ean'), `${value.ean} stands in row ${first} already.`);
          const found = priceOf(value);
          if ('errors' in found) {
            for (const [field, message] of Object.entries(found.errors)) errors.add(row, heading(field as ProductField), message);
            return null;
          }
          if (first !== null) return null;
          const { ean, availableOn, scheme, remarks } = value;
          const [quantity, shelfLifeDays] = [value.quantity.toFixed(), value.shelfLifeDays.toFixed()];
          const { mrp, percentage, margin, transferPrice } = priceTexts(found.price);
          return { row, ean, quantity, shelfLifeDays, availableOn, mrp, percentage, margin, transferPrice, scheme, remarks };
        },
        store(sent, how) {
          const storing = storeRows(sent, how, stored);
          stored = storing.catch(() => undefined);
          return storing;
        },
        async end(counts) {
          await recordSheet(tx, { actor, ownerId: owner, action: 'product.upload', entity: 'product' }, fileName, counts);
        },
      };
    },
  };
}

/** What there is for the EANs of some rows, by the rows' places. */
interface Found {
  products: readonly (Stored | undefined)[];
  items: readonly (Matched | undefined)[];
  schemes: readonly (readonly NamedScheme[] | undefined)[];
}

/** The owner's product of an EAN. */
interface Stored {
  id: string;
  schemeId: string | null;
  availableOn: string | null;
  remarks: string | null;
}

/** One item of an EAN, and how many have it. */
interface Matched {
  itemId: string | null;
  items: number;
}

/**
 * Locked, products come before their schemes and by their ids, as whoever else locks them does. Each EAN is looked up by itself, and of an
 * owner that is selected: joined, or seen, PostgreSQL takes what it knows of them for all that there is, and walks through the rest.
 */
async function look(ctx: Clock, tx: Database, owner: string, rows: readonly Kept[], locked: boolean): Promise<Found> {
  const eans = rows.map(({ ean }) => ean);
  const looked = await tx.rows<{ place: number } & (Stored | ({ id: null } & Matched))>(sql`
    with found as materialized (
      select place, (select id from products where vendor_id = (select ${owner}::bigint) and ean = wanted_ean) as id, item_id, item_count
      from unnest(${eans}::text[]) with ordinality as wanted (wanted_ean, place), lateral (${itemsOf(sql`wanted_ean`)}) item),
    stored as materialized (
      select place, products.id, scheme_id, available_on, remarks
      from found join products using (id) order by products.id ${locked ? raw('for update of products') : raw('')})
    select place::int - 1 as place, id::text, scheme_id::text as "schemeId", available_on as "availableOn", remarks,
      null as "itemId", null::int as items
    from stored
    union all select place::int - 1, null, null, null, null, item_id::text, item_count from found`);
  const products = inPlaces(looked.filter((one) => one.id !== null).map((one) => [one.place, one]));
  const items = inPlaces(looked.filter((one) => one.id === null).map((one) => [one.place, one]));
  const withScheme = [...rows.keys()].filter((place) => rows[place]?.scheme != null || products[place]?.schemeId != null);
  const schemes =
    withScheme.length === 0 ? [] : await schemesByEan(ctx, tx, { owner, eans: withScheme.map((place) => eans[place] ?? ''), locked });
  return { products, items, schemes: inPlaces(schemes.map((found, index) => [withScheme[index] ?? 0, found])) };
}

/** By places rather than by EAN: maps are slow by texts that are digits; see firstRows. */
function inPlaces<Value>(found: readonly (readonly [place: number, value: Value])[]): Value[] {
  const values: Value[] = [];
  for (const [place, value] of found) values[place] = value;
  return values;
}

/** The product that a row makes, or null with what is wrong reported. */
function match(
  row: Kept,
  place: number,
  found: Found,
  fields: ReadonlySet<string>,
  fault: (field: ProductField, message: string) => void,
): ProductToStore | null {
  const stored = found.products[place];
  const { itemId = null, items = 0 } = found.items[place] ?? {};
  if (items !== 1) fault('ean', items === 0 ? messages.noMatch : messages.noExactMatch);
  const choices = found.schemes[place] ?? [];
  const scheme = fields.has('scheme')
    ? chooseScheme(choices, row.scheme, stored?.schemeId ?? null)
    : (choices.find(({ id }) => id === stored?.schemeId) ?? null);
  if (typeof scheme === 'string') fault('scheme', scheme);
  if (itemId === null || items !== 1 || typeof scheme === 'string') return null;
  // Member by member: a spread takes ten times as long, as often as a sheet has rows.
  return {
    id: stored?.id ?? null,
    itemId,
    quantity: row.quantity,
    shelfLifeDays: row.shelfLifeDays,
    availableOn: fields.has('availableOn') ? row.availableOn : (stored?.availableOn ?? null),
    mrp: row.mrp,
    percentage: row.percentage,
    margin: row.margin,
    transferPrice: row.transferPrice,
    netPtr: scheme?.netPtr ?? row.transferPrice,
    schemeId: scheme?.id ?? null,
    remarks: fields.has('remarks') ? row.remarks : (stored?.remarks ?? null),
  };
}

/**
 * The scheme that a text means, or why it means none: the one that the product has, by number or name, though it may have run out;
 * else the number of one that is offered; else its name, where only one has it.
 */
export function chooseScheme(choices: readonly NamedScheme[], wanted: string | null, current: string | null): NamedScheme | string | null {
  if (wanted === null) return null;
  const name = wanted.toLowerCase();
  const meant = choices.filter((scheme) => scheme.number === wanted || scheme.name.trim().toLowerCase() === name);
  const offered = meant.filter(({ isOffered }) => isOffered);
  const sure = meant.find(({ id }) => id === current) ?? offered.find(({ number }) => number === wanted);
  if (sure !== undefined) return sure;
  const [only, another] = offered;
  if (another !== undefined) return 'More than one of your schemes for this EAN has this name. Write its number.';
  return only ?? messages.notOffered;
}
