import { type Change, ean, eanSpellings, literally, oneAtATime, pagesOf, type Raw, since, sortOut } from './erp.ts';
import type { BuyerSystem, PulledPage, Supplier } from './port.ts';
import type { BuyerItem, KnownSupplier, PulledOrder, PulledPayment, PulledReturn } from './records.ts';
import { BuyerSystemError } from './port.ts';
import { trytonLine, type TrytonSettings } from './trytonLine.ts';
import {
  changedAt,
  INVOICE,
  itemsOf,
  knownSupplier,
  LINE,
  MOVE,
  numbers,
  ORDER,
  orderFrom,
  PARTY,
  PAYMENT,
  paymentOf,
  PRODUCT,
  returnsOf,
  SHIPMENT,
} from './trytonRecords.ts';

const CHANGES_AT_ONCE = 2000;

/** Tryton 6 and later, with its modules purchase and stock; payments come where account_payment is. */
export function tryton(settings: TrytonSettings): BuyerSystem {
  const line = trytonLine(settings);

  /**
   * What changed since the cursor, as ids with their times. A record that was never written has no time of writing, and no order by it
   * either; so ids first. `parts` are records whose change is one of the whole: it comes again then, however old its own change is.
   */
  async function changes(
    model: string,
    domain: readonly unknown[],
    cursor: string | null,
    parts: readonly string[] = [],
  ): Promise<Change[]> {
    const from = since(cursor);
    const times = ['', ...parts.map((part) => `${part}.`)].flatMap((part) => [`${part}write_date`, `${part}create_date`]);
    const changed = from === null ? [] : [['OR', ...times.map((field) => [field, '>=', moment(from)])]];
    const found: Change[] = [];
    for (let after = 0; ;) {
      const rows = await line.search(model, [...domain, ...changed, ['id', '>', after]], ['write_date', 'create_date'], CHANGES_AT_ONCE);
      for (const row of rows) found.push({ id: Number(row['id']), at: changedAt(row) });
      if (rows.length < CHANGES_AT_ONCE) return found;
      after = found.at(-1)?.id ?? 0;
    }
  }

  async function byId(model: string, ids: Iterable<number>, fields: readonly string[]): Promise<Map<number, Raw>> {
    const rows = await line.read(model, [...new Set(ids)], fields);
    return new Map(rows.map((row) => [Number(row['id']), row]));
  }

  const ofCompany = async () => {
    const { company } = await line.contextOf();
    return typeof company === 'number' ? [['company', '=', company]] : [];
  };

  /** Reads a page's records and maps them in the order of their changes. */
  async function mapPage<Row>(
    model: string,
    ids: number[],
    fields: readonly string[],
    prepare: (heads: Raw[]) => Promise<(head: Raw) => Row[]>,
  ) {
    const heads = await line.read(model, ids, fields);
    const map = await prepare(heads);
    const place = new Map(ids.map((id, index) => [id, index]));
    heads.sort((one, other) => (place.get(Number(one['id'])) ?? 0) - (place.get(Number(other['id'])) ?? 0));
    return sortOut(heads, (head) => head['id'], map);
  }

  async function* suppliers(cursor: string | null): AsyncGenerator<PulledPage<KnownSupplier>> {
    const found = await changes('party.party', [], cursor, ['identifiers', 'contact_mechanisms']);
    yield* pagesOf(found, cursor, (ids) =>
      mapPage('party.party', ids, PARTY, async (parties) => {
        const identifiers = await byId(
          'party.identifier',
          parties.flatMap((party) => numbers(party['identifiers'])),
          ['code'],
        );
        const mechanisms = await byId(
          'party.contact_mechanism',
          parties.flatMap((party) => numbers(party['contact_mechanisms'])),
          ['type', 'value'],
        );
        return (party) => [knownSupplier(party, identifiers, mechanisms)];
      }),
    );
  }

  /** Products with their identifiers. */
  async function productsOf(ids: Iterable<number>) {
    const products = await byId('product.product', ids, PRODUCT);
    const identifiers = await byId(
      'product.identifier',
      [...products.values()].flatMap((each) => numbers(each['identifiers'])),
      ['code', 'type'],
    );
    return { products, identifiers };
  }

  async function* items(cursor: string | null): AsyncGenerator<PulledPage<BuyerItem>> {
    const found = await changes('product.product', [['identifiers.code', '!=', null]], cursor, ['template', 'identifiers']);
    yield* pagesOf(found, cursor, (ids) =>
      mapPage('product.product', ids, PRODUCT, async () => {
        const { identifiers } = await productsOf(ids);
        return (product) => itemsOf(product, identifiers);
      }),
    );
  }

  async function findItemsByEan(code: string): Promise<BuyerItem[]> {
    const found = await line.search('product.identifier', [['code', 'in', eanSpellings(code)]], ['product'], 20);
    const { products, identifiers } = await productsOf(
      found.flatMap((row) => (typeof row['product'] === 'number' ? [row['product']] : [])),
    );
    const wanted = ean(code);
    return sortOut(
      [...products.values()],
      (row) => row['id'],
      (row) => itemsOf(row, identifiers),
    ).rows.filter((item) => item.ean === wanted);
  }

  async function* orders(cursor: string | null): AsyncGenerator<PulledPage<PulledOrder>> {
    // A quotation that was cancelled never had goods on the way.
    const isOrdered = [
      'OR',
      ['state', 'in', ['processing', 'done']],
      [
        ['state', '=', 'cancelled'],
        ['lines.moves.id', '!=', null],
      ],
    ];
    const domain = [...(await ofCompany()), isOrdered];
    const found = await changes('purchase.purchase', domain, cursor, ['lines', 'lines.moves', 'lines.invoice_lines.invoice']);
    yield* pagesOf(found, cursor, (ids) =>
      mapPage('purchase.purchase', ids, ORDER, async (purchases) => {
        const lines = await byId(
          'purchase.line',
          purchases.flatMap((each) => numbers(each['lines'])),
          LINE,
        );
        const rows = [...lines.values()];
        const ofProducts = await productsOf(rows.flatMap((each) => (typeof each['product'] === 'number' ? [each['product']] : [])));
        const moves = await byId(
          'stock.move',
          rows.flatMap((each) => numbers(each['moves'])),
          MOVE,
        );
        const taxes = await byId(
          'account.tax',
          rows.flatMap((each) => numbers(each['taxes'])),
          ['name', 'rate', 'type', 'childs'],
        );
        const children = await byId(
          'account.tax',
          [...taxes.values()].flatMap((tax) => numbers(tax['childs'])),
          ['name', 'rate', 'type'],
        );
        const invoices = await byId(
          'account.invoice',
          purchases.flatMap((each) => numbers(each['invoices'])),
          INVOICE,
        );
        const parts = { ...ofProducts, lines, moves, taxes: new Map([...taxes, ...children]), invoices };
        return (purchase) => orderFrom(purchase, parts);
      }),
    );
  }

  async function* returns(cursor: string | null): AsyncGenerator<PulledPage<PulledReturn>> {
    const found = await changes('stock.shipment.in.return', [...(await ofCompany()), ['state', 'in', ['done']]], cursor);
    yield* pagesOf(found, cursor, (ids) =>
      mapPage('stock.shipment.in.return', ids, SHIPMENT, async (shipments) => {
        const moves = await byId(
          'stock.move',
          shipments.flatMap((each) => numbers(each['moves'])),
          MOVE,
        );
        const origins = [...moves.values()].flatMap((move) => /^purchase\.line,(\d+)$/.exec(String(move['origin']))?.[1] ?? []).map(Number);
        const lines = await byId('purchase.line', origins, ['purchase', 'purchase.number', 'purchase.purchase_date', 'invoice_lines']);
        const billLines = await byId(
          'account.invoice.line',
          [...lines.values()].flatMap((each) => numbers(each['invoice_lines'])),
          ['invoice.number', 'invoice.reference', 'invoice.invoice_date'],
        );
        return (shipment) => returnsOf(shipment, { moves, lines, billLines });
      }),
    );
  }

  async function* payments(cursor: string | null): AsyncGenerator<PulledPage<PulledPayment>> {
    const domain = [...(await ofCompany()), ['kind', '=', 'payable'], ['state', 'in', ['processing', 'succeeded', 'failed']]];
    const found = await changes('account.payment', domain, cursor);
    yield* pagesOf(found, cursor, (ids) =>
      mapPage('account.payment', ids, PAYMENT, async (rows) => {
        const origins = rows.flatMap((row) => /^account\.invoice,(\d+)$/.exec(String(row['line.move_origin']))?.[1] ?? []).map(Number);
        const invoices = await byId('account.invoice', origins, INVOICE);
        return (payment) => [paymentOf(payment, invoices)];
      }),
    );
  }

  const alone = oneAtATime();

  async function createSupplier({ name, gstin, email, mobileNumber, vendorCode }: Supplier): Promise<{ externalId: string }> {
    const wanted = [
      ...(gstin === null ? [] : [[['identifiers.code', '=', gstin]]]),
      ...(email === null
        ? []
        : [
            [
              ['contact_mechanisms.value', 'ilike', literally(email)],
              ['contact_mechanisms.type', '=', 'email'],
            ],
          ]),
      ...(gstin === null && email === null
        ? [
            [
              ['name', '=', name],
              ['identifiers.code', '=', `AAPURTI-${vendorCode}`],
            ],
          ]
        : []),
    ];
    for (const domain of wanted) {
      const found = await line.search('party.party', domain, ['name'], 2);
      if (found.length > 1)
        throw new BuyerSystemError(`Tryton has several parties for ${String(domain[0]?.[2])}: the vendor can not be matched.`);
      if (found[0] !== undefined) return { externalId: String(found[0]['id']) };
    }
    const identifiers = [...(gstin === null ? [] : [{ code: gstin }]), { code: `AAPURTI-${vendorCode}` }];
    const mechanisms = [
      ...(email === null ? [] : [{ type: 'email', value: email }]),
      // Tryton refuses a phone number that is none in its own eyes; as 'other' it takes any.
      ...(mobileNumber === null ? [] : [{ type: 'other', value: mobileNumber }]),
    ];
    const party = {
      name,
      identifiers: [['create', identifiers]],
      contact_mechanisms: mechanisms.length === 0 ? [] : [['create', mechanisms]],
      // An order can not be made without an address.
      addresses: [['create', [{}]]],
    };
    const made = await line.call('party.party', 'create', [party]);
    const id: unknown = Array.isArray(made) ? made[0] : undefined;
    if (typeof id !== 'number') throw new BuyerSystemError('Tryton, asked for a new party.party, answered without its id.');
    return { externalId: String(id) };
  }

  return {
    source: 'tryton',
    createSupplier: (vendor) => alone(() => createSupplier(vendor)),
    findItemsByEan,
    /** Tryton has a field for the vendor's reference and none for the acknowledgement; what the buyer typed there stays. */
    async acknowledgeOrder({ externalId, reference }) {
      const [order] = await line.read('purchase.purchase', [Number(externalId)], ['reference']);
      if (order === undefined) throw new BuyerSystemError(`Tryton has no purchase.purchase ${externalId} to acknowledge.`);
      if (reference !== null && !order['reference']) await line.call('purchase.purchase', 'write', [Number(externalId)], { reference });
    },
    pulls: { suppliers, items, orders, returns, payments },
  };
}

/** A time as Tryton takes it. */
function moment(text: string) {
  const [year, month, day, hour, minute, second] = text.split(/[- :]/).map(Number);
  return { __class__: 'datetime', year, month, day, hour, minute, second, microsecond: 0 };
}
