import { messages } from '@aapurti/contract/catalogue';
import { priceOf } from '@aapurti/contract/pricing';
import sql, { join, raw, type Sql } from 'sql-template-tag';

import type { Actor } from '../accounts/sessions.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { CopyRows } from '../database/copy.ts';
import type { Database } from '../database/database.ts';
import { boundedQueue } from '../queue.ts';
import { stillOn } from '../schemes/schemes.ts';
import type { Counts, Intake } from '../spreadsheets/upload.ts';
import { type ProductField, productColumns } from './sheet.ts';
import { lockCatalogue, storeProducts } from './store.ts';

const heading = (field: ProductField) => productColumns[field].heading;

/** Each has a connection for as long as it stores. */
const inTurn = boundedQueue(2, 20);

/** Takes in a sheet of the owner's products. An EAN that stands twice is a fault of the second row, one that is stored is updated. */
export function productIntake(ctx: Context, actor: Actor, owner: string, fileName: string): Intake<typeof productColumns> {
  const rowByEan = new Map<string, number>();
  const taken = new CopyRows();
  return {
    columns: productColumns,
    take(rows, errors) {
      for (const { row, value } of rows) {
        const first = rowByEan.get(value.ean);
        if (first === undefined) rowByEan.set(value.ean, row);
        else errors.add(row, heading('ean'), `${value.ean} stands in row ${first} already.`);
        const found = priceOf(value);
        if ('errors' in found) {
          for (const [field, message] of Object.entries(found.errors)) errors.add(row, heading(field as ProductField), message);
        } else if (first === undefined) {
          const { mrp, percentage, margin, transferPrice } = found.price;
          const { ean, shelfLifeDays, quantity, availableOn, scheme, remarks } = value;
          const price = [mrp.toFixed(2), percentage.toFixed(), margin.toFixed(2), transferPrice.toFixed(2)];
          taken.add([taken.count + 1, row, ean, shelfLifeDays.toFixed(), quantity.toFixed(), availableOn, ...price, scheme, remarks]);
        }
      }
    },
    async store({ errors, fields }, dryRun) {
      const isFine = errors.total === 0;
      const done = await inTurn(() =>
        ctx.db.transaction(async (tx) => {
          const onlyCheck = dryRun || !isFine;
          await stage(tx, taken);
          if (!onlyCheck) await lockAll(tx, owner);
          await check(ctx, tx, owner, fields);
          const faults = await tx.rows<{ row: number; noItem: string | null; noScheme: string | null }>(sql`
            select row, no_item as "noItem", no_scheme as "noScheme" from checked
            where no_item is not null or no_scheme is not null order by row`);
          const counts = await tx.first<{ created: number; updated: number }>(sql`
            select (count(*) - count(product_id))::int as created, count(product_id)::int as updated from checked`);
          if (counts === undefined) throw new Error('a count gives a row');
          if (faults.length === 0 && !onlyCheck) await storeChecked(tx, { actor, owner, fileName, counts, count: taken.count });
          return { faults, counts };
        }),
      );
      for (const { row, noItem, noScheme } of done.faults) {
        if (noItem !== null) errors.add(row, heading('ean'), noItem);
        if (noScheme !== null) errors.add(row, heading('scheme'), noScheme);
      }
      return done.counts;
    },
  };
}

const STAGED = `place int, row int, ean text, shelf_life_days int, quantity numeric, available_on date, mrp numeric, percentage numeric,
  margin numeric, transfer_price numeric, scheme text, remarks text`;

async function stage(tx: Database, taken: CopyRows): Promise<void> {
  await tx.execute(raw(`create temp table staged (${STAGED}) on commit drop`));
  await taken.copyTo(tx, 'staged');
  await tx.execute(raw('analyze staged'));
}

/** So that nothing changes between the check and the storing. Rows are locked in the order in which approvals lock them. */
async function lockAll(tx: Database, owner: string): Promise<void> {
  await lockCatalogue(tx, owner, 'alone');
  await tx.execute(sql`select from products where owner_id = ${owner} and ean in (select ean from staged) order by id for update`);
  await tx.execute(sql`
    select from schemes where owner_id = ${owner} and ean in (select ean from staged where scheme is not null) order by id for share`);
}

/**
 * Finds each row's item, product and scheme. A scheme is meant by its number or its name; the one that the product has already may
 * have run out since. What the sheet has no column for stays as it is.
 */
async function check(ctx: Context, tx: Database, owner: string, fields: ReadonlySet<string>): Promise<void> {
  const has = (field: ProductField) => fields.has(field);
  const keeps = sql`schemes.id = product.scheme_id`;
  const named = sql`(schemes.number::text = staged.scheme or lower(schemes.name) = lower(staged.scheme))`;
  await tx.execute(
    raw(`create temp table checked (${STAGED}, item_id bigint, product_id bigint, scheme_id bigint, net_ptr numeric,
    no_item text, no_scheme text, primary key (place)) on commit drop`),
  );
  await tx.execute(sql`
    insert into checked
    select staged.place, staged.row, staged.ean, staged.shelf_life_days, staged.quantity,
      case when ${has('availableOn')} then staged.available_on else product.available_on end,
      staged.mrp, staged.percentage, staged.margin, staged.transfer_price, staged.scheme,
      case when ${has('remarks')} then staged.remarks else product.remarks end,
      item.id, product.id, scheme.id, coalesce(scheme.net_ptr, staged.transfer_price),
      case when item.id is null then ${messages.noMatch} when item.found > 1 then ${messages.noExactMatch} end,
      case when staged.scheme is null then null when scheme.id is null then ${messages.notOffered}
           when scheme.found > 1 and not scheme.is_exact then 'More than one of your schemes for this EAN has this name. Write its number.' end
    from staged
    left join (select ean, min(id) as id, count(*) as found from items where ean in (select ean from staged) group by ean) item on item.ean = staged.ean
    left join products product on product.owner_id = ${owner} and product.ean = staged.ean
    left join lateral (
      select schemes.id, schemes.net_ptr, count(*) over () as found,
        schemes.number::text = staged.scheme or coalesce(${keeps}, false) as is_exact
      from schemes
      where (staged.scheme is not null or (not ${has('scheme')} and product.scheme_id is not null))
        and schemes.owner_id = ${owner} and schemes.ean = staged.ean
        and case when ${has('scheme')} then ${named} and (coalesce(${keeps}, false) or (${stillOn(ctx)})) else ${keeps} end
      order by coalesce(${keeps}, false) desc, schemes.number::text = staged.scheme desc
      limit 1
    ) scheme on true`);
}

/** Products stored by one statement. */
const BATCH = 5_000;

async function storeChecked(
  tx: Database,
  done: { actor: Actor; owner: string; fileName: string; counts: Counts; count: number },
): Promise<void> {
  const { actor, owner, fileName, counts } = done;
  for (let first = 1; first <= done.count; first += BATCH) {
    await storeProducts(tx, owner, sql`select * from checked where place between ${first} and ${first + BATCH - 1}`, audits(actor, owner));
  }
  await recordAudit(tx, {
    actor,
    ownerId: owner,
    action: 'product.upload',
    entity: 'product',
    entityId: fileName.slice(0, 120),
    after: { ...counts },
  });
}

/** An entry for each product that was added or changed, as a single save writes it, made by the database. */
function audits(actor: Actor, owner: string): Sql {
  return sql`
    insert into audit_log (actor_id, owner_id, action, entity, entity_id, before, after)
    select ${actor.id}, ${owner}, case when old.id is null then 'product.create' else 'product.edit' end, 'product', saved.id::text,
      case when old.id is not null then ${differing('old', 'saved')} end, ${differing('saved', 'old')}
    from saved left join old on old.id = saved.id`;
}

/** The log's names of the columns. */
const LOGGED = {
  EANCode: 'ean',
  HSNCode: 'hsn_code',
  brandName: 'brand_name',
  productCategory: 'category',
  productName: 'name',
  SKUCode: 'sku_code',
  UOM: 'uom',
  uomConversion: 'uom_conversion',
  quantity: 'quantity',
  shelfLifeDays: 'shelf_life_days',
  dateOfAvailability: 'available_on',
  MRP: 'mrp',
  percentage: 'percentage',
  margin: 'margin',
  netPTR: 'net_ptr',
  transferPrice: 'transfer_price',
  priceApproval: 'price_approved',
  scheme: 'scheme_id',
  remarks: 'remarks',
};

/** The values of `one` that `other` has not; empty ones are left out. */
function differing(one: string, other: string): Sql {
  const fields = Object.entries(LOGGED).map(([name, column]) =>
    raw(`'${name}', case when ${one}.${column} is distinct from ${other}.${column} then ${one}.${column} end`),
  );
  return sql`jsonb_strip_nulls(jsonb_build_object(${join(fields)}))`;
}
