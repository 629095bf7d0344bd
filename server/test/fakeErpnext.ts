import { erpnext } from '../src/erp/erpnext.ts';
import type { Raw } from '../src/erp/erp.ts';
import type { ErpDouble, LineGiven, OrderGiven } from './erpDouble.ts';
import { type Asked, fakeErp, holds, readHtml } from './fakeErp.ts';

type Row = Record<string, unknown>;

const KEY = 'key';
const SECRET = 'hush-hush';
const TABLES = {
  suppliers: 'Supplier',
  items: 'Item',
  orders: 'Purchase Order',
  returns: 'Purchase Receipt',
  payments: 'Payment Entry',
} as const;
/** The table of the parent document for each child doctype. */
const CHILDREN: Record<string, string> = { 'Item Barcode': 'barcodes', 'Purchase Invoice Item': 'items', 'Purchase Receipt Item': 'items' };
/** The fields that may change in a line of a submitted order. */
const OPEN_FIELDS = ['schedule_date', 'expected_delivery_date'];

/** A double of ERPNext 15 with India Compliance, following its REST documentation. */
export async function fakeErpnext(): Promise<
  ErpDouble & { put: (doctype: string, row: Row) => void; get: (doctype: string, name: string) => Row; withoutCompliance: () => void }
> {
  const documents: Record<string, Row[]> = Object.fromEntries(
    [...Object.values(TABLES), 'Purchase Invoice', 'Item Price'].map((doctype) => [doctype, [] as Row[]]),
  );
  const denied = new Set<string>();
  const unknown = new Set<string>();
  const comments: { name: string; content: string }[] = [];
  const tableOf = (doctype: string) => (documents[doctype] ??= []);
  const find = (doctype: string, name: string) => tableOf(doctype).find((each) => each['name'] === name);

  function list(doctype: string, query: URLSearchParams) {
    const filters = JSON.parse(query.get('filters') ?? '[]') as unknown[][];
    const fits = (row: Row) =>
      filters.every((filter) => {
        if (filter.length === 3) return holds(row[String(filter[0])], String(filter[1]), filter[2]);
        const children = (row[CHILDREN[String(filter[0])] ?? ''] ?? []) as Row[];
        return children.some((child) => holds(child[String(filter[1])], String(filter[2]), filter[3]));
      });
    if (filters.some((filter) => unknown.has(String(filter[0])))) return null;
    const fields = JSON.parse(query.get('fields') ?? '["name"]') as string[];
    const found = tableOf(doctype).filter(fits);
    if (query.get('order_by') === 'modified asc, name asc') {
      found.sort((one, other) =>
        `${String(one['modified'])} ${String(one['name'])}`.localeCompare(`${String(other['modified'])} ${String(other['name'])}`),
      );
    }
    const start = Number(query.get('limit_start') ?? 0);
    // Lists do not include a document's tables.
    const bare = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => !Array.isArray(value)));
    return found
      .slice(start, start + Number(query.get('limit_page_length') ?? 20))
      .map((row) => (fields.includes('*') ? bare(row) : Object.fromEntries(fields.map((field) => [field, row[field] ?? null]))));
  }

  /** A table is replaced as a whole: a submitted order may lose no row and change only some fields. */
  function changesOpenFieldsOnly(before: readonly Row[], after: readonly Row[]): boolean {
    const closed = (row: Row | undefined) => JSON.stringify({ ...row, ...Object.fromEntries(OPEN_FIELDS.map((field) => [field, null])) });
    return before.length === after.length && before.every((row, index) => closed(row) === closed(after[index]));
  }

  /** The order stores the beginning of its comments, because only system managers can read the comments. */
  function addComment({ reference_doctype: doctype, reference_name: name, content }: Row) {
    const document = find(String(doctype), String(name));
    if (document === undefined) return { status: 404, json: { exc_type: 'DoesNotExistError' } };
    const known = JSON.parse((document['_comments'] as string | undefined) ?? '[]') as Row[];
    document['_comments'] = JSON.stringify([...known, { comment: String(content).slice(0, 97), by: 'portal', name: `c${known.length}` }]);
    comments.push({ name: String(name), content: String(content) });
    return { json: { message: {} } };
  }

  function answer({ method, path, query, headers, body }: Asked) {
    if (headers.authorization !== `token ${KEY}:${SECRET}`) return { status: 401, json: { exc_type: 'AuthenticationError' } };
    if (path === '/api/method/frappe.desk.form.utils.add_comment') return addComment(body as Row);
    const [, doctype = '', name] = /^\/api\/resource\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    if (denied.has(doctype)) return { status: 403, json: { exc_type: 'PermissionError', exception: 'frappe.exceptions.PermissionError' } };
    if (method === 'GET' && name === undefined) {
      const data = list(doctype, query);
      return data === null
        ? { status: 417, json: { exc_type: 'DataError', exception: 'Field not permitted in query: gstin' } }
        : { json: { data } };
    }
    if (method === 'POST') {
      const made = body as Row;
      if (find(doctype, String(made['supplier_name'])) !== undefined) return { status: 409, json: { exc_type: 'DuplicateEntryError' } };
      const document = { ...made, name: made['supplier_name'], modified: '2026-11-21 00:00:00.000000' };
      tableOf(doctype).push(document);
      return { json: { data: document } };
    }
    const document = find(doctype, name ?? '');
    if (document === undefined) return { status: 404, json: { exc_type: 'DoesNotExistError' } };
    if (method === 'PUT') {
      const message = JSON.stringify([JSON.stringify({ message: '<b>Not allowed</b> to change after submission' })]);
      const refused = { status: 417, json: { exc_type: 'ValidationError', _server_messages: message } };
      if (document['docstatus'] === 2) return refused;
      const { items } = body as { items?: Row[] };
      if (items !== undefined && !changesOpenFieldsOnly(document['items'] as Row[], items)) return refused;
      Object.assign(document, body);
    }
    return { json: { data: document } };
  }
  const fake = await fakeErp(answer);

  const linesOf = (lines: readonly LineGiven[]) =>
    lines.map(({ item, quantity, price, uom = 'Nos', factor = 1, received = 0 }, index) => ({
      name: `row${index + 1}`,
      item_code: item,
      item_name: find('Item', item)?.['item_name'] ?? item,
      qty: quantity,
      uom,
      conversion_factor: factor,
      rate: price,
      price_list_rate: price,
      discount_percentage: 0,
      amount: quantity * price,
      net_amount: quantity * price,
      received_qty: received,
      schedule_date: '2026-11-30',
      expected_delivery_date: null,
      gst_hsn_code: '25010020',
      taxable_value: quantity * price,
      cgst_rate: 2.5,
      sgst_rate: 2.5,
      igst_rate: 0,
      cgst_amount: Math.round(quantity * price * 2.5) / 100,
      sgst_amount: Math.round(quantity * price * 2.5) / 100,
      igst_amount: 0,
    }));
  const headOf = ({ number, supplier, changed, lines, state = 'ordered' }: OrderGiven) => ({
    name: number,
    supplier,
    transaction_date: '2026-11-20',
    schedule_date: '2026-11-30',
    modified: `${changed}.000001`,
    docstatus: { draft: 0, ordered: 1, cancelled: 2 }[state],
    status: { draft: 'Draft', ordered: 'To Receive and Bill', cancelled: 'Cancelled' }[state],
    amended_from: null,
    currency: 'INR',
    company: 'Bharat Retail',
    advance_paid: 0,
    items: linesOf(lines),
    taxes: [],
  });

  function cancel(order: string, changed: string) {
    Object.assign(find('Purchase Order', order) as Row, { docstatus: 2, status: 'Cancelled', modified: `${changed}.000001` });
  }

  return {
    name: 'ERPNext',
    fake,
    tables: TABLES,
    open: (limits) => erpnext({ url: fake.url, key: KEY, secret: SECRET, ...limits }),
    addSupplier({ name, email, gstin }) {
      tableOf('Supplier').push({
        name,
        supplier_name: name,
        email_id: email,
        gstin,
        tax_id: gstin,
        modified: '2026-11-01 09:00:00.000000',
      });
      return name;
    },
    addItem({ code, name, eans, isService = false }) {
      tableOf('Item').push({
        name: code,
        item_code: code,
        item_name: name,
        stock_uom: 'Nos',
        gst_hsn_code: '25010020',
        disabled: 0,
        is_stock_item: isService ? 0 : 1,
        modified: '2026-11-01 09:00:00.000000',
        barcodes: eans.map((barcode, index) => ({ barcode, barcode_type: 'EAN', uom: index === 0 ? null : 'Carton' })),
        uoms: [
          { uom: 'Nos', conversion_factor: 1 },
          { uom: 'Carton', conversion_factor: 12 },
        ],
      });
      const price = { item_code: code, price_list: 'MRP', valid_upto: null };
      tableOf('Item Price').push({ ...price, price_list_rate: 25.5, valid_from: '2026-01-01' });
      // This price is newer, and for a unit other than the item's own.
      tableOf('Item Price').push({ ...price, price_list_rate: 290, valid_from: '2026-02-01', uom: 'Carton' });
    },
    addOrder(given) {
      tableOf('Purchase Order').push(headOf(given));
      return given.number;
    },
    cancel,
    amend(order, changed, lines) {
      cancel(order, changed);
      const before = find('Purchase Order', order) as Row;
      const number = `${order}-1`;
      const given = { number, supplier: String(before['supplier']), changed, lines };
      tableOf('Purchase Order').push({ ...headOf(given), amended_from: order });
      return number;
    },
    addReturn({ supplier, order, item, quantity, changed }) {
      const shared = { supplier, docstatus: 1, company: 'Bharat Retail', modified: `${changed}.000001` };
      const line = { item_code: item, item_name: item, purchase_order: order };
      tableOf('Purchase Receipt').push(
        { ...shared, name: 'PR-1', is_return: 0, items: [{ ...line, name: 'pr-row', qty: 10, received_qty: 10 }] },
        {
          ...shared,
          name: 'PR-1-RET',
          is_return: 1,
          return_against: 'PR-1',
          remarks: 'Torn bags',
          items: [{ ...line, name: 'ret-row', qty: -quantity, purchase_receipt_item: 'pr-row' }],
        },
      );
      const bill = { name: 'PINV-1', bill_no: 'INV-77', bill_date: '2026-11-18', docstatus: 1, is_return: 0 };
      tableOf('Purchase Invoice').push({ ...bill, items: [{ purchase_receipt: 'PR-1' }] });
    },
    addPayment({ supplier, bills, onAccount, changed }) {
      const total = bills.reduce((sum, { amount }) => sum + amount, onAccount);
      for (const { number } of bills)
        tableOf('Purchase Invoice').push({ name: `PINV-${number}`, bill_no: number, docstatus: 1, is_return: 0 });
      tableOf('Payment Entry').push({
        name: 'PAY-1',
        payment_type: 'Pay',
        party_type: 'Supplier',
        party: supplier,
        docstatus: 1,
        posting_date: '2026-11-21',
        mode_of_payment: 'NEFT',
        reference_no: 'UTR 42',
        paid_amount: total,
        unallocated_amount: onAccount,
        modified: `${changed}.000001`,
        references: bills.map(({ number, amount }, index) => ({
          name: `ref${index}`,
          reference_doctype: 'Purchase Invoice',
          reference_name: `PINV-${number}`,
          allocated_amount: amount,
        })),
      });
    },
    spoil(order) {
      Object.assign(find('Purchase Order', order) as Row, { transaction_date: { year: 2026 } });
    },
    deny(kind) {
      denied.add(TABLES[kind]);
    },
    acknowledgement: (order) => (find('Purchase Order', order) as Raw)['order_confirmation_no'],
    linesOf: (order) => ((find('Purchase Order', order) as Row)['items'] as Row[]).map((line) => String(line['name'])),
    promised: (order, line) =>
      ((find('Purchase Order', order) as Row)['items'] as Row[]).find(({ name }) => name === line)?.['expected_delivery_date'],
    notes: (order) => comments.filter(({ name }) => name === order).map(({ content }) => readHtml(content)),
    dropLine(order, line) {
      const row = find('Purchase Order', order) as Row;
      row['items'] = (row['items'] as Row[]).filter(({ name }) => name !== line);
    },
    receive(order, received, rejected) {
      const [line] = (find('Purchase Order', order) as Row)['items'] as Row[];
      Object.assign(line ?? {}, { received_qty: received });
      const item = { purchase_order: order, purchase_order_item: line?.['name'], qty: received - rejected, rejected_qty: rejected };
      tableOf('Purchase Receipt').push({ name: `PR ${order}`, docstatus: 1, is_return: 0, company: 'Bharat Retail', items: [item] });
    },
    place(order, code) {
      Object.assign(find('Purchase Order', order) as Row, { place_of_supply: `${code}-A State` });
    },
    terms: (order, name) => void Object.assign(find('Purchase Order', order) as Row, { payment_terms_template: name }),
    put: (doctype, row) => void tableOf(doctype).push(row),
    get: (doctype, name) => find(doctype, name) as Row,
    /** A site without India Compliance rejects filters on its fields. */
    withoutCompliance: () => void unknown.add('gstin'),
    suppliersThere: () => tableOf('Supplier').length,
  };
}
