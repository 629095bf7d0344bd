import { odoo } from '../src/erp/odoo.ts';
import type { ErpDouble, LineGiven } from './erpDouble.ts';
import { type Asked, fakeErp, holds, readHtml } from './fakeErp.ts';

type Row = Record<string, unknown> & { id: number };

const KEY = 'hush-hush';
const TABLES = {
  suppliers: 'res.partner',
  items: 'product.product',
  orders: 'purchase.order',
  returns: 'stock.picking',
  payments: 'account.payment',
} as const;

/** The fields of a model besides those of its records; their names differ between versions. */
const OLD_NAMES: Record<string, string> = {
  tax_ids: 'taxes_id',
  product_uom_id: 'product_uom',
  memo: 'ref',
  move_ids: 'move_lines',
  quantity: 'quantity_done',
  acknowledged: 'mail_reception_confirmed',
};
/** The models of relations, for domains that follow them. */
const RELATIONS: Record<string, string> = {
  order_line: 'purchase.order.line',
  invoice_ids: 'account.move',
  move_ids: 'stock.move',
  move_lines: 'stock.move',
  location_dest_id: 'stock.location',
  origin_returned_move_id: 'stock.move',
};

/** A double of Odoo, following its documentation: version 19 with JSON-2, version 16 with JSON-RPC and the older field names. */
export async function fakeOdoo(protocol: 'json2' | 'jsonrpc'): Promise<
  ErpDouble & {
    put: (model: string, values: Record<string, unknown>) => number;
    get: (model: string, id: unknown) => Row | undefined;
    forget: () => void;
  }
> {
  const isOld = protocol === 'jsonrpc';
  const models: Record<string, Row[]> = {};
  const denied = new Set<string>();
  const tableOf = (model: string) => (models[model] ??= []);
  let last = 0;
  let uid = 7;

  function add(model: string, values: Record<string, unknown>): number {
    last += 1;
    const renamed = Object.entries(values).map(([name, value]) => [(isOld && OLD_NAMES[name]) || name, value]);
    tableOf(model).push({ write_date: '2026-11-01 09:00:00', ...Object.fromEntries(renamed), id: last } as Row);
    return last;
  }
  const get = (model: string, id: unknown) => tableOf(model).find((row) => row.id === Number(id));

  function valuesAt(row: Row, path: string): unknown[] {
    const [name = '', ...rest] = path.split('.');
    const value = row[name];
    if (rest.length === 0) return [Array.isArray(value) && typeof value[1] === 'string' ? (value[0] as unknown) : value];
    const ids = Array.isArray(value) ? (value as unknown[]) : [];
    return ids.flatMap((id) => {
      const related = get(RELATIONS[name] ?? '', id);
      return related === undefined ? [] : valuesAt(related, rest.join('.'));
    });
  }

  /** A domain in Odoo's prefix notation: '&' and '|' apply to the next two terms, and adjacent terms are joined by 'and'. */
  function fits(row: Row, domain: readonly unknown[]): boolean {
    const queue = [...domain];
    function next(): boolean {
      const term = queue.shift();
      if (term === '|' || term === '&') {
        const [one, other] = [next(), next()];
        return term === '|' ? one || other : one && other;
      }
      const [path, operator, wanted] = term as [string, string, unknown];
      return valuesAt(row, path).some((value) => holds(value === false ? null : value, operator, wanted));
    }
    let all = true;
    while (queue.length > 0) all = next() && all;
    return all;
  }

  class Refused extends Error {
    readonly kind: string;
    readonly status: number;
    constructor(kind: string, status: number, message: string) {
      super(message);
      this.kind = kind;
      this.status = status;
    }
  }

  const NO_RETURN_ID = new Set(isOld ? ['return_id'] : []);
  function run(model: string, method: string, ids: number[], named: Record<string, unknown>): unknown {
    if (denied.has(model)) throw new Refused('odoo.exceptions.AccessError', 403, `You are not allowed to access '${model}' records.`);
    const rows = tableOf(model);
    const known = fieldsOf(model);
    const pick = (row: Row) => {
      const fields = named['fields'] as string[];
      const unknown = fields.find((field) => !known.has(field));
      if (unknown !== undefined) throw new Refused('builtins.ValueError', 422, `Invalid field '${unknown}' on model '${model}'`);
      return { id: row.id, ...Object.fromEntries(fields.map((field) => [field, row[field] ?? false])) };
    };
    if (method === 'fields_get') return Object.fromEntries([...known].map((field) => [field, { type: 'char' }]));
    if (method === 'read') return rows.filter((row) => ids.includes(row.id)).map(pick);
    if (method === 'search_read') {
      const found = rows.filter((row) => fits(row, named['domain'] as unknown[]));
      return found.slice(0, Number(named['limit'] ?? 10_000)).map(pick);
    }
    if (method === 'create') return (named['vals_list'] as Record<string, unknown>[]).map((values) => add(model, values));
    if (method === 'write') {
      if (ids.some((id) => get(model, id) === undefined)) throw new Refused('odoo.exceptions.MissingError', 404, 'Record does not exist');
      for (const row of rows.filter(({ id }) => ids.includes(id))) Object.assign(row, named['vals']);
      if (model === 'purchase.order.line') planOrders();
      return true;
    }
    if (method === 'message_post') {
      // The text is plain, so it is escaped into HTML.
      const body = `<p>${String(named['body']).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
      return [add('mail.message', { model, res_id: ids[0], body, subtype: named['subtype_xmlid'] })];
    }
    throw new Refused('builtins.AttributeError', 404, `no method ${method}`);
  }

  /** An order's date is the earliest date of its lines. */
  function planOrders() {
    for (const order of tableOf('purchase.order')) {
      const days = (order['order_line'] as number[]).flatMap((id) => get('purchase.order.line', id)?.['date_planned'] ?? []);
      Object.assign(order, { date_planned: (days as string[]).sort()[0] });
    }
  }

  const ALWAYS: Record<string, string[]> = {
    'res.country.state': ['name', 'l10n_in_tin'],
    'mail.message': ['model', 'res_id', 'body'],
    'res.partner': [
      'name',
      'vat',
      'email',
      'ref',
      'supplier_rank',
      'parent_id',
      'contact_address',
      'commercial_partner_id',
      'l10n_in_gst_treatment',
    ],
    'res.country': ['name', 'code'],
    'stock.picking': ['return_id'],
    'account.tax': ['name', 'amount', 'amount_type', 'children_tax_ids', 'tax_group_id'],
    'purchase.order': ['name', isOld ? 'mail_reception_confirmed' : 'acknowledged', 'partner_ref', 'invoice_ids'],
    'account.move': ['name', 'ref', 'invoice_date', 'move_type', 'state', 'amount_total', 'amount_residual'],
  };
  const fieldsOf = (model: string) => {
    const names = new Set(['id', 'write_date', ...(ALWAYS[model] ?? []), ...tableOf(model).flatMap((row) => Object.keys(row))]);
    for (const name of NO_RETURN_ID) names.delete(name);
    return names;
  };

  function json2({ path, headers, body }: Asked) {
    const [, model = '', method = ''] = /^\/json\/2\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    if (headers.authorization !== `bearer ${KEY}`)
      return { status: 401, json: { name: 'werkzeug.exceptions.Unauthorized', message: 'Invalid apikey' } };
    const { ids = [], context: _, ...named } = body as { ids?: number[]; context?: unknown };
    try {
      return { json: run(model, method, ids, named) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { status: error.status, json: { name: error.kind, message: error.message, debug: 'Traceback (most recent call last): …' } };
    }
  }

  function jsonrpc({ body }: Asked) {
    const { params } = body as { params: { service: string; method: string; args: unknown[] } };
    const wrong = (kind: string, message: string) => ({
      json: {
        jsonrpc: '2.0',
        id: 1,
        error: { code: 200, message: 'Odoo Server Error', data: { name: kind, message, debug: 'Traceback …' } },
      },
    });
    if (params.service === 'common') {
      const [, login, key] = params.args;
      return { json: { jsonrpc: '2.0', id: 1, result: login === 'portal' && key === KEY ? uid : false } };
    }
    const [, user, key, model, method, args, named] = params.args as [
      string,
      number,
      string,
      string,
      string,
      unknown[],
      Record<string, unknown>,
    ];
    if (user !== uid || key !== KEY) return wrong('odoo.exceptions.AccessDenied', 'Access Denied');
    try {
      const given = method === 'create' ? { ...named, vals_list: args[0] } : named;
      return {
        json: { jsonrpc: '2.0', id: 1, result: run(model, method, method === 'create' ? [] : ((args[0] ?? []) as number[]), given) },
      };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return wrong(error.kind, error.message);
    }
  }
  const fake = await fakeErp(isOld ? jsonrpc : json2);

  add('res.country', { name: 'India', code: 'IN' });
  const [cgst, sgst] = ['CGST 2.5%', 'SGST 2.5%'].map((name) =>
    add('account.tax', { name, amount: 2.5, amount_type: 'percent', tax_group_id: [1, 'GST'] }),
  );
  const gst = add('account.tax', {
    name: 'GST 5%',
    amount: 5,
    amount_type: 'group',
    children_tax_ids: [cgst, sgst],
    tax_group_id: [1, 'GST'],
  });
  const vendors = add('stock.location', { name: 'Vendors', usage: 'supplier' });
  const nobody = add('res.partner', { name: 'The buyer itself', supplier_rank: 0 });

  const linesOf = (lines: readonly LineGiven[]) => [
    add('purchase.order.line', { name: 'Groceries', display_type: 'line_section', product_qty: 0 }),
    ...lines.map(({ item, quantity, price, uom = 'Units', received = 0 }) => {
      const product = tableOf('product.product').find((row) => row['default_code'] === item);
      return add('purchase.order.line', {
        name: `[${item}] as ordered`,
        display_type: false,
        product_id: product === undefined ? false : [product.id, product['name']],
        product_qty: quantity,
        product_uom_id: [1, uom],
        price_unit: price,
        discount: 0,
        tax_ids: [gst],
        price_subtotal: quantity * price,
        price_tax: quantity * price * 0.05,
        date_planned: '2026-11-30 06:30:00',
        qty_received: received,
      });
    }),
  ];
  function cancel(order: string, changed: string) {
    Object.assign(get('purchase.order', order) as Row, { state: 'cancel', write_date: changed });
  }

  return {
    name: isOld ? 'Odoo by JSON-RPC' : 'Odoo by JSON-2',
    fake,
    tables: TABLES,
    open: (limits) => odoo({ url: fake.url, database: 'main', user: 'portal', secret: KEY, protocol, ...limits }),
    addSupplier: ({ name, email, gstin }) =>
      String(
        add('res.partner', {
          name,
          email: email ?? false,
          vat: gstin ?? false,
          supplier_rank: 1,
          contact_address: `${name}\n12 Mill Road\n`,
        }),
      ),
    addItem({ code, name, eans, isService = false }) {
      for (const barcode of eans) {
        add('product.product', {
          name,
          default_code: code,
          barcode,
          purchase_ok: true,
          type: isService ? 'service' : 'consu',
          uom_id: [1, 'Units'],
          categ_id: [1, 'All'],
          l10n_in_hsn_code: '25010020',
        });
      }
    },
    addOrder: ({ number, supplier, changed, lines, state = 'ordered' }) =>
      String(
        add('purchase.order', {
          name: number,
          partner_id: [Number(supplier), 'The vendor'],
          partner_ref: false,
          // The time is half past midnight in India.
          date_order: '2026-11-19 19:00:00',
          date_approve: state === 'draft' ? false : '2026-11-19 19:00:00',
          date_planned: '2026-11-30 06:30:00',
          state: { draft: 'draft', ordered: 'purchase', cancelled: 'cancel' }[state],
          currency_id: [20, 'INR'],
          order_line: linesOf(lines),
          invoice_ids: [],
          acknowledged: false,
          write_date: changed,
        }),
      ),
    cancel,
    amend(order, changed, lines) {
      const row = get('purchase.order', order) as Row;
      Object.assign(row, { order_line: linesOf(lines), write_date: changed });
      return String(row['name']);
    },
    addReturn({ supplier, order, item, quantity, changed }) {
      const head = get('purchase.order', order) as Row;
      const [line] = (head['order_line'] as number[]).slice(1);
      (get('purchase.order.line', line) as Row)['order_id'] = [head.id, head['name']];
      head['invoice_ids'] = [
        add('account.move', {
          name: 'BILL/1',
          ref: 'INV-77',
          invoice_date: '2026-11-18',
          move_type: 'in_invoice',
          state: 'posted',
          amount_total: 0,
          amount_residual: 0,
        }),
      ];
      const original = add('stock.move', { product_id: [1, item], quantity: 10, purchase_line_id: [line, 'line'] });
      const move = add('stock.move', {
        product_id: [1, item],
        quantity,
        origin_returned_move_id: [original, 'move'],
        purchase_line_id: false,
      });
      const shared = {
        state: 'done',
        location_dest_id: [vendors, 'Vendors'],
        partner_id: [Number(supplier), 'x'],
        note: '<p>Torn bags</p>',
        write_date: changed,
      };
      add('stock.picking', { ...shared, name: 'WH/OUT/1', ...(!isOld && { return_id: [1, 'WH/IN/1'] }), move_ids: [move] });
    },
    addPayment({ supplier, bills, onAccount, changed }) {
      const ids = bills.map(({ number, amount }, index) =>
        add('account.move', {
          name: `BILL/${number}`,
          ref: number,
          invoice_date: `2026-11-0${index + 1}`,
          move_type: 'in_invoice',
          state: 'posted',
          amount_total: amount,
          amount_residual: 0,
        }),
      );
      add('account.payment', {
        name: 'PBNK/1',
        payment_type: 'outbound',
        partner_type: 'supplier',
        partner_id: [Number(supplier), 'x'],
        state: isOld ? 'posted' : 'paid',
        date: '2026-11-21',
        amount: bills.reduce((sum, { amount }) => sum + amount, onAccount),
        currency_id: [20, 'INR'],
        payment_method_line_id: [1, 'NEFT'],
        memo: 'UTR 42',
        reconciled_bill_ids: ids,
        write_date: changed,
      });
    },
    spoil(order) {
      Object.assign(get('purchase.order', order) as Row, { date_approve: { year: 2026 } });
    },
    deny(kind) {
      denied.add(TABLES[kind]);
    },
    acknowledgement: (order) => get('purchase.order', order)?.['partner_ref'],
    // The first line is a heading.
    linesOf: (order) => ((get('purchase.order', order) as Row)['order_line'] as number[]).slice(1).map(String),
    promised: (_order, line) => String(get('purchase.order.line', line)?.['date_planned']).slice(0, 10),
    notes: (order) =>
      tableOf('mail.message')
        .filter((row) => row['res_id'] === Number(order))
        .map((row) => readHtml(String(row['body']))),
    dropLine(order, line) {
      const row = get('purchase.order', order) as Row;
      row['order_line'] = (row['order_line'] as number[]).filter((id) => id !== Number(line));
      models['purchase.order.line'] = tableOf('purchase.order.line').filter(({ id }) => id !== Number(line));
    },
    receive(order, received) {
      const [, line] = (get('purchase.order', order) as Row)['order_line'] as number[];
      Object.assign(get('purchase.order.line', line) as Row, { qty_received: received });
    },
    terms(order, name) {
      Object.assign(get('purchase.order', order) as Row, { payment_term_id: [add('account.payment.term', { name }), name] });
    },
    place(order, code) {
      const state = add('res.country.state', { name: 'A State', l10n_in_tin: code });
      const bill = { name: 'BILL/P', move_type: 'in_invoice', state: 'posted', amount_total: 0, amount_residual: 0 };
      Object.assign(get('purchase.order', order) as Row, {
        invoice_ids: [add('account.move', { ...bill, l10n_in_state_id: [state, 'A State'] })],
      });
    },
    put: add,
    get,
    /** Forgets the user, as after a change of its key: every call is rejected until the next login. */
    forget: () => void (uid += 1),
    suppliersThere: () => tableOf('res.partner').filter(({ id }) => id !== nobody).length,
  };
}
