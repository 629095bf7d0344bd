import { type Change, eanSpellings, literally, ean, oneAtATime, pagesOf, type Raw, since } from './erp.ts';
import {
  BILL,
  ITEM,
  idOf,
  idsOf,
  itemsOf,
  knownSupplier,
  LINE,
  MOVE,
  ORDER,
  orderFrom,
  type OrderParts,
  PARTNER,
  PAYMENT,
  paymentsOf,
  PICKING,
  returnsOf,
  sorted,
} from './odooRecords.ts';
import { odooLine, odooModels, type OdooSettings } from './odooLine.ts';
import { type BuyerSystem, BuyerSystemError, type PulledPage, type Supplier } from './port.ts';
import type { BuyerItem, KnownSupplier, PulledOrder, PulledPayment, PulledReturn } from './records.ts';

/** How many ids with their times of change come in one answer. */
const CHANGES_AT_ONCE = 2000;

/** Odoo 14 to 19, by JSON-2 or JSON-RPC. */
export function odoo(settings: OdooSettings): BuyerSystem {
  const call = odooLine(settings);
  const models = odooModels(call);
  const ofCompany = settings.company === undefined ? [] : [['company_id', 'in', [settings.company, false]]];

  /**
   * What changed since the cursor, as ids with their times. By id, so that nothing is left out when records change meanwhile. `parts` are
   * records whose change is one of the whole: it comes again then, however old its own change is.
   */
  async function changes(
    model: string,
    domain: readonly unknown[],
    cursor: string | null,
    parts: readonly string[] = [],
  ): Promise<Change[]> {
    const from = since(cursor);
    const times = ['write_date', ...parts.map((part) => `${part}.write_date`)].map((field) => [field, '>=', from]);
    const changed = from === null ? [] : [...times.slice(1).map(() => '|'), ...times];
    const found: Change[] = [];
    for (let after = 0; ;) {
      const rows = await models.search(model, [...domain, ...changed, ['id', '>', after]], ['write_date'], {
        limit: CHANGES_AT_ONCE,
        order: 'id asc',
      });
      for (const row of rows) found.push({ id: Number(row['id']), at: String(row['write_date']) });
      if (rows.length < CHANGES_AT_ONCE) return found;
      after = found.at(-1)?.id ?? 0;
    }
  }

  async function byId(model: string, ids: Iterable<number | null>, fields: readonly string[]): Promise<Map<number, Raw>> {
    const wanted = [...new Set(ids)].filter((id): id is number => id !== null);
    const rows = await models.read(model, wanted, fields);
    return new Map(rows.map((row) => [Number(row['id']), row]));
  }

  async function* suppliers(cursor: string | null): AsyncGenerator<PulledPage<KnownSupplier>> {
    const found = await changes(
      'res.partner',
      [
        ['supplier_rank', '>', 0],
        ['parent_id', '=', false],
      ],
      cursor,
    );
    yield* pagesOf(found, cursor, async (ids) =>
      sorted(await models.read('res.partner', ids, PARTNER), 'write_date', (row) => [knownSupplier(row)]),
    );
  }

  async function* items(cursor: string | null): AsyncGenerator<PulledPage<BuyerItem>> {
    const found = await changes(
      'product.product',
      [
        ['barcode', '!=', false],
        ['purchase_ok', '=', true],
      ],
      cursor,
    );
    yield* pagesOf(found, cursor, async (ids) => sorted(await models.read('product.product', ids, ITEM), 'write_date', itemsOf));
  }

  async function findItemsByEan(code: string): Promise<BuyerItem[]> {
    const rows = await models.search('product.product', [['barcode', 'in', eanSpellings(code)]], ITEM, { limit: 20 });
    const wanted = ean(code);
    return sorted(rows, 'write_date', itemsOf).rows.filter((item) => item.ean === wanted);
  }

  async function partsOf(heads: readonly Raw[]): Promise<OrderParts> {
    const lines = await byId(
      'purchase.order.line',
      heads.flatMap((order) => idsOf(order['order_line'])),
      LINE,
    );
    const rows = [...lines.values()];
    const [products, taxes, bills, partners] = await Promise.all([
      byId(
        'product.product',
        rows.map((line) => idOf(line['product_id'])),
        ITEM,
      ),
      byId(
        'account.tax',
        rows.flatMap((line) => idsOf(line['tax_ids|taxes_id'])),
        ['name', 'amount', 'amount_type', 'children_tax_ids', 'tax_group_id'],
      ),
      byId(
        'account.move',
        heads.flatMap((order) => idsOf(order['invoice_ids'])),
        BILL,
      ),
      byId(
        'res.partner',
        heads.flatMap((order) => [idOf(order['partner_id']), idOf(order['dest_address_id'])]),
        ['contact_address', 'commercial_partner_id'],
      ),
    ]);
    const children = await byId(
      'account.tax',
      [...taxes.values()].flatMap((tax) => idsOf(tax['children_tax_ids'])),
      ['name', 'amount', 'amount_type'],
    );
    return { lines, products, taxes: new Map([...taxes, ...children]), bills, partners };
  }

  async function* orders(cursor: string | null): AsyncGenerator<PulledPage<PulledOrder>> {
    // A request for quotation that was cancelled was never approved.
    const domain = [...ofCompany, '|', ['state', 'in', ['purchase', 'done']], '&', ['state', '=', 'cancel'], ['date_approve', '!=', false]];
    const found = await changes('purchase.order', domain, cursor, ['order_line', 'invoice_ids']);
    yield* pagesOf(found, cursor, async (ids) => {
      const heads = await models.read('purchase.order', ids, ORDER);
      const parts = await partsOf(heads);
      return sorted(heads, 'write_date', (order) => orderFrom(order, parts));
    });
  }

  async function* returns(cursor: string | null): AsyncGenerator<PulledPage<PulledReturn>> {
    const fields = await models.fieldsOf('stock.picking');
    const isReturn = fields.has('return_id')
      ? ['return_id', '!=', false]
      : [`${fields.has('move_ids') ? 'move_ids' : 'move_lines'}.origin_returned_move_id`, '!=', false];
    const domain = [...ofCompany, isReturn, ['location_dest_id.usage', '=', 'supplier'], ['state', '=', 'done']];
    const found = await changes('stock.picking', domain, cursor);
    yield* pagesOf(found, cursor, async (ids) => {
      const pickings = await models.read('stock.picking', ids, PICKING);
      const moves = await byId(
        'stock.move',
        pickings.flatMap((each) => idsOf(each['move_ids|move_lines'])),
        MOVE,
      );
      const originals = await byId(
        'stock.move',
        [...moves.values()].map((move) => idOf(move['origin_returned_move_id'])),
        MOVE,
      );
      const both = [...moves.values(), ...originals.values()];
      const lines = await byId(
        'purchase.order.line',
        both.map((move) => idOf(move['purchase_line_id'])),
        ['order_id'],
      );
      const purchases = await byId(
        'purchase.order',
        [...lines.values()].map((line) => idOf(line['order_id'])),
        ['name', 'date_approve', 'date_order', 'partner_id', 'invoice_ids'],
      );
      const bills = await byId(
        'account.move',
        [...purchases.values()].flatMap((order) => idsOf(order['invoice_ids'])),
        BILL,
      );
      return sorted(pickings, 'write_date', (picking) => returnsOf(picking, { moves, originals, lines, orders: purchases, bills }));
    });
  }

  async function* payments(cursor: string | null): AsyncGenerator<PulledPage<PulledPayment>> {
    const domain = [
      ...ofCompany,
      ['payment_type', '=', 'outbound'],
      ['partner_type', '=', 'supplier'],
      ['state', 'in', ['posted', 'in_process', 'paid', 'cancel', 'canceled', 'rejected']],
    ];
    const found = await changes('account.payment', domain, cursor);
    yield* pagesOf(found, cursor, async (ids) => {
      const rows = await models.read('account.payment', ids, PAYMENT);
      const bills = await byId(
        'account.move',
        rows.flatMap((row) => idsOf(row['reconciled_bill_ids'])),
        BILL,
      );
      return sorted(rows, 'write_date', (row) => paymentsOf(row, bills));
    });
  }

  const alone = oneAtATime();

  async function createSupplier({ name, gstin, email, mobileNumber, pan, vendorCode }: Supplier): Promise<{ externalId: string }> {
    const wanted = [
      ...(gstin === null ? [] : [[['vat', '=ilike', gstin]]]),
      ...(email === null ? [] : [[['email', '=ilike', literally(email)]]]),
      ...(gstin === null && email === null
        ? [
            [
              ['ref', '=', `AAPURTI-${vendorCode}`],
              ['name', '=', name],
            ],
          ]
        : []),
    ];
    for (const domain of wanted) {
      const found = await models.search('res.partner', [...domain, ['parent_id', '=', false]], ['name'], { limit: 2 });
      if (found.length > 1)
        throw new BuyerSystemError(
          `Odoo has several partners with ${String(domain[0]?.[0])} ${String(domain[0]?.[2])}: the vendor can not be matched.`,
        );
      if (found[0] !== undefined) return { externalId: String(found[0]['id']) };
    }
    const fields = await models.fieldsOf('res.partner');
    const [india] = await models.search('res.country', [['code', '=', 'IN']], ['name'], { limit: 1 });
    const values = {
      name,
      is_company: true,
      supplier_rank: 1,
      ref: `AAPURTI-${vendorCode}`,
      email: email ?? false,
      phone: mobileNumber ?? false,
      vat: gstin ?? false,
      country_id: india?.['id'] ?? false,
      ...(fields.has('l10n_in_pan') && { l10n_in_pan: pan ?? false }),
      ...(fields.has('l10n_in_gst_treatment') && { l10n_in_gst_treatment: gstin === null ? 'unregistered' : 'regular' }),
    };
    const made = await call('res.partner', 'create', { vals_list: [values] });
    const id = Array.isArray(made) ? (made[0] as unknown) : made;
    if (typeof id !== 'number') throw new BuyerSystemError('Odoo, asked for a new res.partner, answered without its id.');
    return { externalId: String(id) };
  }

  return {
    source: 'odoo',
    createSupplier: (vendor) => alone(() => createSupplier(vendor)),
    findItemsByEan,
    async acknowledgeOrder({ externalId, reference }) {
      const id = Number(externalId);
      const fields = await models.fieldsOf('purchase.order');
      const known = ['acknowledged', 'mail_reception_confirmed'].find((field) => fields.has(field));
      const [order] = await models.read('purchase.order', [id], ['partner_ref', ...(known === undefined ? [] : [known])]);
      if (order === undefined) throw new BuyerSystemError(`Odoo has no purchase.order ${externalId} to acknowledge.`);
      const vals = {
        ...(known !== undefined && order[known] !== true && { [known]: true }),
        // The vendor's reference has a field of its own; what the buyer typed there stays.
        ...(reference !== null && !order['partner_ref'] && { partner_ref: reference }),
      };
      if (Object.keys(vals).length > 0) await call('purchase.order', 'write', { ids: [id], vals });
    },
    pulls: { suppliers, items, orders, returns, payments },
  };
}
