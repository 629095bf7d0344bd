import { timeText } from '../src/erp/erp.ts';
import { tryton } from '../src/erp/tryton.ts';
import type { ErpDouble, LineGiven } from './erpDouble.ts';
import { type Asked, fakeErp, holds } from './fakeErp.ts';

type Row = Record<string, unknown> & { id: number };

const PASSWORD = 'hush-hush';
const TABLES = {
  suppliers: 'party.party',
  items: 'product.product',
  orders: 'purchase.purchase',
  returns: 'stock.shipment.in.return',
  payments: 'account.payment',
} as const;

/** The models of relations. */
const RELATIONS: Record<string, string> = {
  identifiers: 'party.identifier',
  'product.product/identifiers': 'product.identifier',
  contact_mechanisms: 'party.contact_mechanism',
  template: 'product.template',
  default_uom: 'product.uom',
  unit: 'product.uom',
  product: 'product.product',
  lines: 'purchase.line',
  moves: 'stock.move',
  invoice_lines: 'account.invoice.line',
  invoice: 'account.invoice',
  purchase: 'purchase.purchase',
  party: 'party.party',
  currency: 'currency.currency',
  warehouse: 'stock.location',
  payment_term: 'account.invoice.payment_term',
  invoice_address: 'party.address',
  journal: 'account.payment.journal',
  line: 'account.move.line',
  product_supplier: 'purchase.product_supplier',
};

const date = (text: string) => {
  const [year, month, day] = text.split('-').map(Number);
  return { __class__: 'date', year, month, day };
};
const datetime = (text: string) => {
  const [year, month, day, hour, minute, second] = text.split(/[- :]/).map(Number);
  return { __class__: 'datetime', year, month, day, hour, minute, second, microsecond: 1 };
};
const decimal = (value: number) => ({ __class__: 'Decimal', decimal: String(value) });

/** A double of Tryton, following its documentation: Tryton 6 at `/main/`, or a current version at `/main/rpc/`. */
export async function fakeTryton(path: '/main/' | '/main/rpc/'): Promise<
  ErpDouble & {
    put: (model: string, values: Record<string, unknown>, changed?: string) => number;
    get: (model: string, id: unknown) => Row | undefined;
    forget: () => void;
  }
> {
  const models: Record<string, Row[]> = {};
  const denied = new Set<string>();
  const tableOf = (model: string) => (models[model] ??= []);
  let last = 0;
  let session = 'session-1';

  /** Adds a record, which may never be changed afterwards. */
  function add(model: string, values: Record<string, unknown>, changed = '2026-11-01 09:00:00'): number {
    last += 1;
    tableOf(model).push({ create_date: datetime(changed), write_date: null, ...values, id: last });
    return last;
  }
  const get = (model: string, id: unknown) => tableOf(model).find((row) => row.id === Number(id));
  const relationOf = (model: string, name: string) => RELATIONS[`${model}/${name}`] ?? RELATIONS[name] ?? '';

  function valuesAt(model: string, row: Row, dotted: string): unknown[] {
    const [name = '', ...rest] = dotted.split('.');
    const value = row[name];
    if (rest.length === 0) return [value];
    const ids = Array.isArray(value) ? (value as unknown[]) : value === null || value === undefined ? [] : [value];
    return ids.flatMap((id) => {
      const related = get(relationOf(model, name), id);
      return related === undefined ? [] : valuesAt(relationOf(model, name), related, rest.join('.'));
    });
  }
  const plain = (value: unknown) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? timeText(value) : value);

  /** A list of clauses means 'and', unless it starts with 'OR'. */
  function fits(model: string, row: Row, domain: readonly unknown[]): boolean {
    if (domain[0] === 'OR') return domain.slice(1).some((each) => fits(model, row, each as unknown[]));
    if (typeof domain[0] === 'string') {
      const [name, operator, wanted] = domain as [string, string, unknown];
      return valuesAt(model, row, name).some((value) => holds(plain(value), operator, plain(wanted)));
    }
    return domain.every((each) => fits(model, row, each as unknown[]));
  }

  /** Dotted names are returned under the relation's name with a dot. */
  function read(model: string, row: Row, fields: readonly string[]): Row {
    const found: Row = { id: row.id };
    for (const field of fields) {
      const [name = '', ...rest] = field.split('.');
      if (rest.length === 0) found[name] = deliveryOf(model, name, row) ?? row[name] ?? null;
      else {
        const related = get(relationOf(model, name), row[name]);
        const before = (found[`${name}.`] as Row | null | undefined) ?? {};
        found[`${name}.`] = related === undefined ? null : { ...before, ...read(relationOf(model, name), related, [rest.join('.')]) };
      }
    }
    return found;
  }

  /** The date of a line in process is the date of its first move. */
  function deliveryOf(model: string, name: string, row: Row): unknown {
    if (model !== 'purchase.line' || name !== 'delivery_date') return undefined;
    const days = (row['moves'] as number[]).flatMap((id) => get('stock.move', id)?.['planned_date'] ?? []);
    return days.sort((one, other) => timeText(one).localeCompare(timeText(other)))[0];
  }

  const FIELDS = [
    'create_date',
    'write_date',
    ...Object.keys(RELATIONS),
    'reference',
    'revision',
    'delivery_date',
    'invoices',
    'childs',
    'sequence',
    'planned_date',
    'shipment',
    'resource',
    'message',
  ];
  function run(model: string, method: string, params: unknown[]): unknown {
    const rows = tableOf(model);
    if (model === 'res.user' && method === 'get_preferences') return { company: 1, language: 'en' };
    if (denied.has(model)) return { error: ['UserError', [`You are not allowed to access "${model}".`, '', null]] };
    if (method === 'fields_get')
      return Object.fromEntries([...FIELDS, ...rows.flatMap((row) => Object.keys(row))].map((name) => [name, {}]));
    if (method === 'read')
      return rows.filter((row) => (params[0] as number[]).includes(row.id)).map((row) => read(model, row, params[1] as string[]));
    if (method === 'search_read') {
      const found = rows.filter((row) => fits(model, row, params[0] as unknown[]));
      return found.slice(0, (params[2] as number | null) ?? undefined).map((row) => read(model, row, params[4] as string[]));
    }
    if (method === 'create') {
      return (params[0] as Record<string, unknown>[]).map((values) => {
        if (model !== 'party.party') return add(model, values);
        const identifiers = createdIn(values['identifiers']).map((each) => add('party.identifier', { type: null, ...each }));
        const mechanisms = createdIn(values['contact_mechanisms']).map((each) => add('party.contact_mechanism', each));
        return add(model, { ...values, identifiers, contact_mechanisms: mechanisms });
      });
    }
    if (method === 'write')
      return rows.filter((row) => (params[0] as number[]).includes(row.id)).forEach((row) => Object.assign(row, params[1])) ?? null;
    return { error: [`no method ${method}`, 'Traceback (most recent call last): …'] };
  }
  const createdIn = (value: unknown) => (value as [string, Record<string, unknown>[]][]).flatMap(([, made]) => made);

  const fake = await fakeErp(({ path: asked, headers, body }: Asked) => {
    const { id, method, params } = body as { id: number; method: string; params: unknown[] };
    if (asked !== path) return { status: asked === '/main/rpc/' ? 404 : 405, json: null };
    if (method === 'common.db.login') {
      const [user, given] = params as [string, { password?: string }];
      return user === 'portal' && given.password === PASSWORD ? { json: { id, result: [5, session] } } : { status: 401, json: null };
    }
    if (headers.authorization !== `Session ${Buffer.from(`portal:5:${session}`).toString('base64')}`) return { status: 401, json: null };
    const [, model = '', name = ''] = /^model\.(.+)\.(\w+)$/.exec(method) ?? [];
    const result = run(model, name, params);
    const isError = typeof result === 'object' && result !== null && 'error' in result;
    return { json: isError ? { id, ...result } : { id, result } };
  });

  const rupee = add('currency.currency', { code: 'INR' });
  const warehouse = add('stock.location', { rec_name: 'Warehouse' });
  const journal = add('account.payment.journal', { rec_name: 'NEFT' });
  const piece = add('product.uom', { rec_name: 'Unit', factor: 1 });
  const taxes = ['CGST 2.5%', 'SGST 2.5%'].map((name) =>
    add('account.tax', { name, rate: decimal(0.025), type: 'percentage', childs: [] }),
  );
  let parties = 0;

  const linesOf = (lines: readonly LineGiven[]) => [
    add('purchase.line', { type: 'comment', description: 'Groceries', quantity: null, moves: [], taxes: [], invoice_lines: [] }),
    ...lines.map(({ item, quantity, price, uom, factor = 1, received = 0 }) => {
      const unit = uom === undefined ? piece : add('product.uom', { rec_name: uom, factor });
      // Goods arrive by the piece, whatever the unit of purchase is.
      const moves = [
        add('stock.move', { quantity: received * factor, unit: piece, state: received > 0 ? 'done' : 'draft', shipment: null }),
      ];
      return add('purchase.line', {
        type: 'line',
        product: tableOf('product.product').find((row) => row['code'] === item)?.id ?? null,
        description: null,
        quantity,
        unit,
        unit_price: decimal(price),
        amount: decimal(Math.round(quantity * price * 100) / 100),
        taxes,
        moves,
        invoice_lines: [],
        delivery_date: date('2026-11-30'),
      });
    }),
  ];

  return {
    name: path === '/main/' ? 'Tryton 6' : 'Tryton now',
    fake,
    tables: TABLES,
    open: (limits) => tryton({ url: fake.url, database: 'main', user: 'portal', secret: PASSWORD, ...limits }),
    addSupplier({ name, email, gstin }) {
      parties += 1;
      const identifiers = gstin === null ? [] : [add('party.identifier', { code: gstin, type: null })];
      const mechanisms = email === null ? [] : [add('party.contact_mechanism', { type: 'email', value: email })];
      return String(add('party.party', { name, code: `P${parties}`, identifiers, contact_mechanisms: mechanisms }));
    },
    addItem({ code, name, eans, isService = false }) {
      const template = add('product.template', { name, type: isService ? 'service' : 'goods', default_uom: piece });
      const product = add('product.product', { code, template, identifiers: [] });
      const identifiers = eans.map((each) => add('product.identifier', { type: 'ean', code: each, product }));
      Object.assign(get('product.product', product) as Row, { identifiers });
    },
    addOrder({ number, supplier, changed, lines, state = 'ordered' }) {
      const address = add('party.address', { full_address: 'The vendor\n12 Mill Road' });
      const values = {
        number,
        party: Number(supplier),
        company: 1,
        purchase_date: date('2026-11-20'),
        invoice_address: address,
        warehouse,
        currency: rupee,
        state: { draft: 'draft', ordered: 'processing', cancelled: 'cancelled' }[state],
        lines: linesOf(lines),
        invoices: [],
      };
      return String(add('purchase.purchase', values, changed));
    },
    cancel(order, changed) {
      const row = get('purchase.purchase', order) as Row;
      Object.assign(row, { state: 'done', write_date: datetime(changed) });
      const moves = (row['lines'] as number[]).flatMap((line) => get('purchase.line', line)?.['moves'] as number[]);
      for (const move of moves) Object.assign(get('stock.move', move) as Row, { state: 'cancelled' });
    },
    amend(order, changed, lines) {
      const row = get('purchase.purchase', order) as Row;
      Object.assign(row, { revision: 1, lines: linesOf(lines), write_date: datetime(changed) });
      return String(row['number']);
    },
    addReturn({ supplier, order, item, quantity, changed }) {
      const head = get('purchase.purchase', order) as Row;
      const [line] = (head['lines'] as number[]).slice(1);
      const invoice = add('account.invoice', { number: 'BILL/1', reference: 'INV-77', invoice_date: date('2026-11-18') });
      const of = { purchase: head.id, invoice_lines: [add('account.invoice.line', { invoice })] };
      Object.assign(get('purchase.line', line) as Row, of);
      const product = tableOf('product.product').find((row) => row['code'] === item)?.id;
      const move = add('stock.move', { product, quantity, unit: piece, state: 'done', origin: `purchase.line,${line}` });
      const shared = { company: 1, supplier: Number(supplier), state: 'done', number: 'RET/1', reference: 'Torn bags' };
      add('stock.shipment.in.return', { ...shared, moves: [move] }, changed);
    },
    addPayment({ supplier, bills, onAccount, changed }) {
      const shared = {
        company: 1,
        kind: 'payable',
        party: Number(supplier),
        journal,
        currency: rupee,
        state: 'succeeded',
        date: date('2026-11-21'),
        description: 'UTR 42',
      };
      for (const { number, amount } of bills) {
        const invoice = add('account.invoice', { number: `BILL/${number}`, reference: number });
        const line = add('account.move.line', { move_origin: `account.invoice,${invoice}` });
        add('account.payment', { ...shared, amount: decimal(amount), line }, changed);
      }
      add('account.payment', { ...shared, amount: decimal(onAccount), line: null }, changed);
    },
    spoil(order) {
      Object.assign(get('purchase.purchase', order) as Row, { purchase_date: 'the day after' });
    },
    deny(kind) {
      denied.add(TABLES[kind]);
    },
    acknowledgement: (order) => get('purchase.purchase', order)?.['reference'],
    // The first line is a comment.
    linesOf: (order) => ((get('purchase.purchase', order) as Row)['lines'] as number[]).slice(1).map(String),
    promised(_order, line) {
      const [move] = (get('purchase.line', line) as Row)['moves'] as number[];
      return timeText(get('stock.move', move)?.['planned_date']);
    },
    notes: (order) =>
      tableOf('ir.note')
        .filter((row) => row['resource'] === `purchase.purchase,${order}`)
        .map((row) => String(row['message'])),
    dropLine(order, line) {
      const row = get('purchase.purchase', order) as Row;
      row['lines'] = (row['lines'] as number[]).filter((id) => id !== Number(line));
    },
    receive(order, received) {
      const [, line] = (get('purchase.purchase', order) as Row)['lines'] as number[];
      const [move] = (get('purchase.line', line) as Row)['moves'] as number[];
      Object.assign(get('stock.move', move) as Row, { state: 'done', quantity: received });
    },
    place: () => undefined,
    terms: (order, name) =>
      void Object.assign(get('purchase.purchase', order) as Row, { payment_term: add('account.invoice.payment_term', { name }) }),
    put: add,
    get,
    /** Forgets the session, as if it had expired after some hours. */
    forget: () => void (session = 'session-2'),
    suppliersThere: () => tableOf('party.party').length,
  };
}
