import { ERP_TAKES } from '@aapurti/contract/buyer-system/erps';

import { day, eanSpellings, literally, oneAtATime, type Raw, sortOut } from './erp.ts';
import { type Conditions, idsOf, modelReader, names, withEan } from './models.ts';
import { type BuyerSystem, BuyerSystemError, type Pulls, type SettledAnswer, type Supplier } from './port.ts';
import type { BuyerItem } from './records.ts';
import { trytonLine, type TrytonSettings } from './trytonLine.ts';
import { FIELDS, changedAt, itemsOf, knownSupplier, orderFrom, type OrderParts, paymentOf, returnsOf } from './trytonRecords.ts';
import { say } from '@aapurti/contract/ground/template';

const TAX = ['name', 'rate', 'type'];

/** Tryton 6 and later, with its modules purchase and stock; payments require account_payment. */
export function tryton(settings: TrytonSettings): BuyerSystem {
  const line = trytonLine(settings);
  const { pull, related, supplierBy } = modelReader({
    ...line,
    fields: FIELDS,
    // A record that was never changed has no write time.
    times: ['write_date', 'create_date'],
    changedAt,
    changedSince: (times, from) => [['OR', ...times.map((field) => [field, '>=', moment(from)])]],
  });

  const ofCompany = async () => {
    const { company } = await line.contextOf();
    return typeof company === 'number' ? [['company', '=', company]] : [];
  };

  async function partsOf(purchases: readonly Raw[]): Promise<OrderParts> {
    const lines = await related('purchase.line', purchases, 'lines');
    const products = await related('product.product', lines.values(), 'product');
    const identifiers = await related('product.identifier', products.values(), 'identifiers');
    const moves = await related('stock.move', lines.values(), 'moves');
    const taxes = await related('account.tax', lines.values(), 'taxes', [...TAX, 'childs']);
    const children = await related('account.tax', taxes.values(), 'childs', TAX);
    const invoices = await related('account.invoice', purchases, 'invoices');
    return { products, identifiers, lines, moves, taxes: new Map([...taxes, ...children]), invoices };
  }

  const pulls: Pulls = {
    suppliers: pull({
      model: 'party.party',
      domain: [],
      parts: ['identifiers', 'contact_mechanisms'],
      async prepare(parties) {
        const identifiers = await related('party.identifier', parties, 'identifiers', ['code']);
        const mechanisms = await related('party.contact_mechanism', parties, 'contact_mechanisms', ['type', 'value']);
        return (party) => [knownSupplier(party, identifiers, mechanisms)];
      },
    }),
    items: pull({
      model: 'product.product',
      domain: [['identifiers.code', '!=', null]],
      parts: ['template', 'identifiers'],
      async prepare(products) {
        const identifiers = await related('product.identifier', products, 'identifiers');
        return (product) => itemsOf(product, identifiers);
      },
    }),
    orders: pull({
      model: 'purchase.purchase',
      async domain() {
        // A cancelled quotation never had goods in transit.
        const hadGoods = [
          ['state', '=', 'cancelled'],
          ['lines.moves.id', '!=', null],
        ];
        return [...(await ofCompany()), ['OR', ['state', 'in', ['processing', 'done']], hadGoods]];
      },
      parts: ['lines', 'lines.moves', 'lines.invoice_lines.invoice'],
      async prepare(purchases) {
        const parts = await partsOf(purchases);
        return (purchase) => orderFrom(purchase, parts);
      },
    }),
    returns: pull({
      model: 'stock.shipment.in.return',
      domain: async () => [...(await ofCompany()), ['state', 'in', ['done']]],
      async prepare(shipments) {
        const moves = await related('stock.move', shipments, 'moves');
        const ofLine = names('purchase purchase.number purchase.purchase_date invoice_lines');
        const lines = await related('purchase.line', moves.values(), 'origin', ofLine);
        const ofBill = names('invoice.number invoice.reference invoice.invoice_date');
        const billLines = await related('account.invoice.line', lines.values(), 'invoice_lines', ofBill);
        return (shipment) => returnsOf(shipment, { moves, lines, billLines });
      },
    }),
    payments: pull({
      model: 'account.payment',
      domain: async () => [...(await ofCompany()), ['kind', '=', 'payable'], ['state', 'in', ['processing', 'succeeded', 'failed']]],
      async prepare(payments) {
        const invoices = await related('account.invoice', payments, 'line.move_origin');
        return (payment) => [paymentOf(payment, invoices)];
      },
    }),
  };

  async function findItemsByEan(code: string): Promise<BuyerItem[]> {
    const found = await line.search('product.identifier', [['code', 'in', eanSpellings(code)]], ['product'], 20);
    const products = [...(await related('product.product', found, 'product')).values()];
    const identifiers = await related('product.identifier', products, 'identifiers');
    const { rows } = sortOut(
      products,
      (product) => product['id'],
      (product) => itemsOf(product, identifiers),
    );
    return withEan(rows, code);
  }

  const alone = oneAtATime();

  async function createSupplier({ name, gstin, email, mobileNumber, vendorCode }: Supplier): Promise<{ externalId: string }> {
    const reference = `AAPURTI-${vendorCode}`;
    const wanted: Conditions[] = [];
    if (gstin !== null) wanted.push([['identifiers.code', '=', gstin]]);
    if (email !== null)
      wanted.push([
        ['contact_mechanisms.value', 'ilike', literally(email)],
        ['contact_mechanisms.type', '=', 'email'],
      ]);
    if (wanted.length === 0)
      wanted.push([
        ['name', '=', name],
        ['identifiers.code', '=', reference],
      ]);
    const known = await supplierBy('party.party', wanted, (_field, value) => `Tryton has several parties for ${value}`);
    if (known !== null) return { externalId: known };
    const identifiers = [...(gstin === null ? [] : [{ code: gstin }]), { code: reference }];
    const mechanisms = [
      ...(email === null ? [] : [{ type: 'email', value: email }]),
      // Tryton rejects a phone number that it considers invalid; as type 'other' it accepts any.
      ...(mobileNumber === null ? [] : [{ type: 'other', value: mobileNumber }]),
    ];
    const party = {
      name,
      identifiers: [['create', identifiers]],
      contact_mechanisms: mechanisms.length === 0 ? [] : [['create', mechanisms]],
      // An order cannot be created without an address.
      addresses: [['create', [{}]]],
    };
    const made = await line.call('party.party', 'create', [party]);
    const id: unknown = Array.isArray(made) ? made[0] : undefined;
    if (typeof id !== 'number') throw new BuyerSystemError('Tryton, asked for a new party.party, responded without its id.');
    return { externalId: String(id) };
  }

  /** The date of a line in process comes from its moves. Moves of a shipment have the shipment's date, which the warehouse has planned. */
  async function answerOrder({ externalId, days, note }: SettledAnswer): Promise<void> {
    const id = Number(externalId);
    const [order] = await line.read('purchase.purchase', [id], ['lines']);
    if (order === undefined)
      throw new BuyerSystemError(
        say('{name} has no {model} {externalId} to update.', { name: 'Tryton', model: 'purchase.purchase', externalId }),
      );
    const own = new Set(idsOf(order['lines']));
    const promised = new Map(days.map(({ line: of, on }) => [Number(of), on]));
    const lines = await line.read(
      'purchase.line',
      [...promised.keys()].filter((each) => own.has(each)),
      ['moves'],
    );
    const moves = await related('stock.move', lines, 'moves', ['state', 'shipment', 'planned_date']);
    for (const each of lines) {
      const on = promised.get(Number(each['id'])) ?? '';
      const ids = idsOf(each['moves']).filter((of) => {
        const move = moves.get(of);
        return move?.['state'] === 'draft' && !move['shipment'] && day(move, 'planned_date') !== on;
      });
      if (ids.length > 0) await line.call('stock.move', 'write', ids, { planned_date: dateOf(on) });
    }
    if (note === null) return;
    const resource = `purchase.purchase,${id}`;
    const ofAnswer = [
      ['resource', '=', resource],
      ['message', 'ilike', `%${note.key}%`],
    ];
    const [known] = await line.search('ir.note', ofAnswer, ['resource'], 1);
    if (known === undefined) await line.call('ir.note', 'create', [{ resource, message: [note.key, ...note.sentences].join('\n') }]);
  }

  return {
    source: 'tryton',
    takes: ERP_TAKES.tryton,
    createSupplier: (vendor) => alone(() => createSupplier(vendor)),
    findItemsByEan,
    /** Tryton has a field for the vendor's reference but none for the acknowledgement. Text that the buyer entered there stays. */
    async acknowledgeOrder({ externalId, reference }) {
      const [order] = await line.read('purchase.purchase', [Number(externalId)], ['reference']);
      if (order === undefined)
        throw new BuyerSystemError(
          say('{name} has no {model} {externalId} to acknowledge.', { name: 'Tryton', model: 'purchase.purchase', externalId }),
        );
      if (reference !== null && !order['reference']) await line.call('purchase.purchase', 'write', [Number(externalId)], { reference });
    },
    answerOrder,
    pulls,
  };
}

/** A day in Tryton's format. */
function dateOf(text: string) {
  const [year, month, date] = text.split('-').map(Number);
  return { __class__: 'date', year, month, day: date };
}

/** A time in Tryton's format. */
function moment(text: string) {
  const [year, month, date, hour, minute, second] = text.split(/[- :]/).map(Number);
  return { __class__: 'datetime', year, month, day: date, hour, minute, second, microsecond: 0 };
}
