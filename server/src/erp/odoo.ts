import { ERP_TAKES } from '@aapurti/contract/buyer-system/erps';

import { day, eanSpellings, literally, oneAtATime, type Raw, sortOut } from './erp.ts';
import { type Conditions, idsOf, modelReader, names, withEan } from './models.ts';
import { FIELDS, itemsOf, knownSupplier, orderFrom, type OrderParts, paymentsOf, returnsOf } from './odooRecords.ts';
import { odooLine, odooModels, type OdooSettings } from './odooLine.ts';
import { type BuyerSystem, BuyerSystemError, type Pulls, type SettledAnswer, type Supplier } from './port.ts';
import type { BuyerItem } from './records.ts';
import { say } from '@aapurti/contract/ground/template';

const TAX = ['name', 'amount', 'amount_type'];

/** Odoo 14 to 19, by JSON-2 or JSON-RPC. */
export function odoo(settings: OdooSettings): BuyerSystem {
  const call = odooLine(settings);
  const models = odooModels(call);
  const { pull, related, supplierBy } = modelReader({
    ...models,
    fields: FIELDS,
    times: ['write_date'],
    changedAt: (row) => String(row['write_date']),
    // The domain is in prefix notation, with one '|' less than conditions.
    changedSince: (times, from) => [...times.slice(1).map(() => '|'), ...times.map((field) => [field, '>=', from])],
  });
  const ofCompany = settings.company === undefined ? [] : [['company_id', 'in', [settings.company, false]]];

  async function partsOf(orders: readonly Raw[]): Promise<OrderParts> {
    const lines = await related('purchase.order.line', orders, 'order_line');
    const [products, taxes, bills, partners] = await Promise.all([
      related('product.product', lines.values(), 'product_id'),
      related('account.tax', lines.values(), 'tax_ids|taxes_id', [...TAX, 'children_tax_ids', 'tax_group_id']),
      related('account.move', orders, 'invoice_ids'),
      related('res.partner', orders, ['partner_id', 'dest_address_id'], ['contact_address', 'commercial_partner_id']),
    ]);
    const children = await related('account.tax', taxes.values(), 'children_tax_ids', TAX);
    const states = await related('res.country.state', bills.values(), 'l10n_in_state_id', ['l10n_in_tin']);
    return { lines, products, taxes: new Map([...taxes, ...children]), bills, partners, states };
  }

  async function returnDomain() {
    const fields = await models.fieldsOf('stock.picking');
    const isReturn = fields.has('return_id')
      ? ['return_id', '!=', false]
      : [`${fields.has('move_ids') ? 'move_ids' : 'move_lines'}.origin_returned_move_id`, '!=', false];
    return [...ofCompany, isReturn, ['location_dest_id.usage', '=', 'supplier'], ['state', '=', 'done']];
  }

  const pulls: Pulls = {
    suppliers: pull({
      model: 'res.partner',
      domain: [
        ['supplier_rank', '>', 0],
        ['parent_id', '=', false],
      ],
      prepare: () => (row) => [knownSupplier(row)],
    }),
    items: pull({
      model: 'product.product',
      domain: [
        ['barcode', '!=', false],
        ['purchase_ok', '=', true],
      ],
      prepare: () => itemsOf,
    }),
    orders: pull({
      model: 'purchase.order',
      // A request for quotation that was cancelled was never approved.
      domain: [...ofCompany, '|', ['state', 'in', ['purchase', 'done']], '&', ['state', '=', 'cancel'], ['date_approve', '!=', false]],
      parts: ['order_line', 'invoice_ids'],
      async prepare(orders) {
        const parts = await partsOf(orders);
        return (order) => orderFrom(order, parts);
      },
    }),
    returns: pull({
      model: 'stock.picking',
      domain: returnDomain,
      async prepare(pickings) {
        const moves = await related('stock.move', pickings, 'move_ids|move_lines');
        const originals = await related('stock.move', moves.values(), 'origin_returned_move_id');
        const lines = await related('purchase.order.line', [...moves.values(), ...originals.values()], 'purchase_line_id', ['order_id']);
        const orders = await related(
          'purchase.order',
          lines.values(),
          'order_id',
          names('name date_approve date_order partner_id invoice_ids'),
        );
        const bills = await related('account.move', orders.values(), 'invoice_ids');
        return (picking) => returnsOf(picking, { moves, originals, lines, orders, bills });
      },
    }),
    payments: pull({
      model: 'account.payment',
      domain: [
        ...ofCompany,
        ['payment_type', '=', 'outbound'],
        ['partner_type', '=', 'supplier'],
        ['state', 'in', ['posted', 'in_process', 'paid', 'cancel', 'canceled', 'rejected']],
      ],
      async prepare(payments) {
        const bills = await related('account.move', payments, 'reconciled_bill_ids');
        return (payment) => paymentsOf(payment, bills);
      },
    }),
  };

  async function findItemsByEan(code: string): Promise<BuyerItem[]> {
    const rows = await models.search('product.product', [['barcode', 'in', eanSpellings(code)]], FIELDS['product.product'], 20);
    return withEan(sortOut(rows, (row) => row['id'], itemsOf).rows, code);
  }

  const alone = oneAtATime();

  async function createSupplier({ name, gstin, email, mobileNumber, pan, vendorCode }: Supplier): Promise<{ externalId: string }> {
    const wanted: Conditions[] = [];
    if (gstin !== null) wanted.push([['vat', '=ilike', gstin]]);
    if (email !== null) wanted.push([['email', '=ilike', literally(email)]]);
    const reference = `AAPURTI-${vendorCode}`;
    const ofVendor: Conditions = [
      ['ref', '=', reference],
      ['name', '=', name],
    ];
    const known = await supplierBy(
      'res.partner',
      (wanted.length > 0 ? wanted : [ofVendor]).map((domain) => [...domain, ['parent_id', '=', false]]),
      (field, value) => `Odoo has several partners with ${field} ${value}`,
    );
    if (known !== null) return { externalId: known };
    const fields = await models.fieldsOf('res.partner');
    const [india] = await models.search('res.country', [['code', '=', 'IN']], ['name'], 1);
    const values = {
      name,
      is_company: true,
      supplier_rank: 1,
      ref: reference,
      email: email ?? false,
      phone: mobileNumber ?? false,
      vat: gstin ?? false,
      country_id: india?.['id'] ?? false,
      ...(fields.has('l10n_in_pan') && { l10n_in_pan: pan ?? false }),
      ...(fields.has('l10n_in_gst_treatment') && { l10n_in_gst_treatment: gstin === null ? 'unregistered' : 'regular' }),
    };
    const made = await call('res.partner', 'create', { vals_list: [values] });
    const id = Array.isArray(made) ? (made[0] as unknown) : made;
    if (typeof id !== 'number') throw new BuyerSystemError('Odoo, asked for a new res.partner, responded without its id.');
    return { externalId: String(id) };
  }

  async function answerOrder({ externalId, days, note }: SettledAnswer): Promise<void> {
    const id = Number(externalId);
    const [order] = await models.read('purchase.order', [id], ['order_line']);
    if (order === undefined)
      throw new BuyerSystemError(
        say('{name} has no {model} {externalId} to update.', { name: 'Odoo', model: 'purchase.order', externalId }),
      );
    const own = new Set(idsOf(order['order_line']));
    const promised = new Map(days.map(({ line, on }) => [Number(line), on]));
    const lines = await models.read(
      'purchase.order.line',
      [...promised.keys()].filter((line) => own.has(line)),
      ['date_planned'],
    );
    const moved = lines.filter((line) => day(line, 'date_planned') !== promised.get(Number(line['id'])));
    for (const on of new Set(moved.map((line) => promised.get(Number(line['id']))))) {
      const ids = moved.filter((line) => promised.get(Number(line['id'])) === on).map((line) => Number(line['id']));
      // Noon in India, as Odoo stores a day that the vendor enters on its own page.
      await call('purchase.order.line', 'write', { ids, vals: { date_planned: `${on} 06:30:00` } });
    }
    if (note === null) return;
    const ofOrder = [
      ['model', '=', 'purchase.order'],
      ['res_id', '=', id],
    ];
    const [known] = await models.search('mail.message', [...ofOrder, ['body', '=ilike', `%${note.key}%`]], ['res_id'], 1);
    if (known !== undefined) return;
    // Earlier versions treat the text as HTML. A note is not e-mailed to the followers, because the vendor may be one.
    const body = [note.key, ...note.sentences].join(' ').replaceAll('<', '‹');
    await call('purchase.order', 'message_post', { ids: [id], body, message_type: 'comment', subtype_xmlid: 'mail.mt_note' });
  }

  return {
    source: 'odoo',
    takes: ERP_TAKES.odoo,
    createSupplier: (vendor) => alone(() => createSupplier(vendor)),
    findItemsByEan,
    async acknowledgeOrder({ externalId, reference }) {
      const id = Number(externalId);
      const fields = await models.fieldsOf('purchase.order');
      const known = ['acknowledged', 'mail_reception_confirmed'].find((field) => fields.has(field));
      const [order] = await models.read('purchase.order', [id], ['partner_ref', ...(known === undefined ? [] : [known])]);
      if (order === undefined)
        throw new BuyerSystemError(
          say('{name} has no {model} {externalId} to acknowledge.', { name: 'Odoo', model: 'purchase.order', externalId }),
        );
      const vals = {
        ...(known !== undefined && order[known] !== true && { [known]: true }),
        // The vendor's reference has a separate field, and text that the buyer entered there stays.
        ...(reference !== null && !order['partner_ref'] && { partner_ref: reference }),
      };
      if (Object.keys(vals).length > 0) await call('purchase.order', 'write', { ids: [id], vals });
    },
    answerOrder,
    pulls,
  };
}
