import { ERP_TAKES } from '@aapurti/contract/buyer-system/erps';
import { indianDay } from '@aapurti/contract/ground/fields';
import type { Decimal } from '@aapurti/contract/ground/numbers';

import { atOnce, day, decimalOr, eanSpellings, Misfit, oneAtATime, PAGE, type Raw, recordsOf, since, text } from './erp.ts';
import { Denied, erpnextLine, type ErpnextSettings, type Filter } from './erpnextLine.ts';
import {
  htmlOf,
  itemsOf,
  knownSupplier,
  NO_REFERENCE,
  orderOf,
  paymentsOf,
  reference,
  rejectedOf,
  returnOf,
  stampOf,
} from './erpnextRecords.ts';
import { withEan } from './models.ts';
import {
  type BuyerSystem,
  BuyerSystemError,
  type PulledFault,
  type PulledPage,
  type Pulls,
  type SettledAnswer,
  type Supplier,
} from './port.ts';
import type { BuyerItem, KnownSupplier, PulledOrder, PulledPayment, PulledReturn } from './records.ts';
import { say, sayJoined } from '@aapurti/contract/ground/template';

/** The most simultaneous requests for single documents. */
const AT_ONCE = 4;
/** The filter is part of the URL, so its length is limited. */
const NAMES_A_FILTER = 40;
const AMENDMENTS_MOST = 50;

/** ERPNext 14 to 16 by its REST interface. It uses the fields of India Compliance if they exist. */
export function erpnext(settings: ErpnextSettings): BuyerSystem {
  const { company, priceList = 'MRP' } = settings;
  const { ask, list, document, write, fail } = erpnextLine(settings);

  /**
   * Pages of changed records, oldest first. A page starts at the time of the previous page's last record, because offsets shift when
   * records change meanwhile.
   */
  async function* changed(doctype: string, filters: readonly Filter[], fields: readonly string[], cursor: string | null) {
    let from = since(cursor);
    let skip = 0;
    let before = new Set<string>();
    let mark = cursor ?? '';
    for (;;) {
      const page = await list(doctype, [...filters, ...(from === null ? [] : [['modified', '>=', from] as const])], fields, {
        order_by: 'modified asc, name asc',
        limit_start: skip,
      });
      const last = page.at(-1)?.['modified'];
      if (page.length > 0 && typeof last !== 'string') fail('{name} returned a record of {asked} without "modified".', { asked: doctype });
      const at = typeof last === 'string' ? last : '';
      const fresh = page.filter((record) => !before.has(stampOf(record)));
      if (at > mark) mark = at;
      if (page.length > 0) yield { records: fresh, cursor: mark };
      if (page.length < PAGE) return;
      skip = at === from ? skip + PAGE : 0;
      from = at;
      before = new Set(page.map(stampOf));
    }
  }

  const ofCompany: readonly Filter[] = company === undefined ? [] : [['company', '=', company]];

  /** Fetches each document with its tables and maps it. Deleted documents are left out. */
  async function mapEach<Row>(doctype: string, heads: readonly Raw[], map: (head: Raw, whole: Raw) => Promise<Row[]>) {
    const results = await atOnce(heads, AT_ONCE, async (head) => {
      const name = String(head['name']);
      const whole = await document(doctype, name);
      if (whole === null) return { rows: [], fault: null };
      try {
        return { rows: await map(head, whole), fault: null };
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        const fault: PulledFault = {
          externalId: typeof head['root'] === 'string' ? head['root'] : name,
          problem: say('{doctype} {name}: {problem}', { doctype, name, problem: error.message }),
          raw: whole,
        };
        return { rows: [], fault };
      }
    });
    return { rows: results.flatMap(({ rows }) => rows), faults: results.flatMap(({ fault }) => (fault === null ? [] : [fault])) };
  }

  /** `prepare` reads what a page's documents need together, and returns the function that maps one document. */
  async function* pull<Row>(
    doctype: string,
    filters: readonly Filter[],
    cursor: string | null,
    prepare: (heads: Raw[]) => Promise<(whole: Raw) => Row[] | Promise<Row[]>>,
  ): AsyncGenerator<PulledPage<Row>> {
    for await (const page of changed(doctype, filters, ['name', 'modified'], cursor)) {
      const map = await prepare(page.records);
      yield { ...(await mapEach(doctype, page.records, async (_head, whole) => map(whole))), cursor: page.cursor };
    }
  }

  async function* suppliers(cursor: string | null): AsyncGenerator<PulledPage<KnownSupplier>> {
    for await (const page of changed('Supplier', [], ['*'], cursor)) {
      yield { rows: page.records.map(knownSupplier), faults: [], cursor: page.cursor };
    }
  }

  /** The current prices of the list, by item code, in the order of their start dates. */
  async function pricesOf(codes: readonly string[]): Promise<Map<string, Raw[]>> {
    const found = new Map<string, Raw[]>();
    for (let start = 0; start < codes.length; start += NAMES_A_FILTER) {
      const rows = await list(
        'Item Price',
        [
          ['price_list', '=', priceList],
          ['item_code', 'in', codes.slice(start, start + NAMES_A_FILTER)],
        ],
        ['item_code', 'price_list_rate', 'valid_from', 'valid_upto', 'uom'],
        { order_by: 'valid_from asc, modified asc', limit_page_length: 1000 },
      );
      const today = indianDay(new Date());
      for (const row of rows) {
        const [from, upto] = [row['valid_from'], row['valid_upto']];
        if ((typeof from === 'string' && from > today) || (typeof upto === 'string' && upto < today)) continue;
        const code = String(row['item_code']);
        found.set(code, [...(found.get(code) ?? []), row]);
      }
    }
    return found;
  }

  async function itemsPriced(heads: readonly Raw[]) {
    const prices = await pricesOf(heads.map(({ name }) => String(name)));
    return (item: Raw) => itemsOf(item, prices.get(String(item['name'])) ?? []);
  }

  async function findItemsByEan(code: string): Promise<BuyerItem[]> {
    const heads = await list('Item', [['Item Barcode', 'barcode', 'in', eanSpellings(code)]], ['name'], { limit_page_length: 20 });
    const unique = [...new Map(heads.map((head) => [head['name'], head])).values()];
    const map = await itemsPriced(unique);
    const { rows } = await mapEach('Item', unique, async (_head, item) => map(item));
    return withEan(rows, code);
  }

  /** The first version of an amended order. */
  async function rootOf(name: string, from: unknown): Promise<string> {
    let root = name;
    let next = from;
    for (let steps = 0; typeof next === 'string' && next !== '' && steps < AMENDMENTS_MOST; steps += 1) {
      root = next;
      const [before] = await list('Purchase Order', [['name', '=', next]], ['name', 'amended_from']);
      next = before?.['amended_from'];
    }
    return root;
  }

  /** Replaced versions are left out, because a cancelled one would cancel the order again. */
  async function lastVersions(heads: readonly Raw[]): Promise<Raw[]> {
    const cancelled = heads.filter((head) => head['docstatus'] === 2).map(({ name }) => String(name));
    const replaced = new Set<string>();
    for (let start = 0; start < cancelled.length; start += NAMES_A_FILTER) {
      const later = await list(
        'Purchase Order',
        [
          ['amended_from', 'in', cancelled.slice(start, start + NAMES_A_FILTER)],
          ['docstatus', 'in', [1, 2]],
        ],
        ['name', 'amended_from'],
      );
      for (const each of later) replaced.add(String(each['amended_from']));
    }
    const last = heads.filter(({ name }) => !replaced.has(String(name)));
    return atOnce(last, AT_ONCE, async (head) => ({ ...head, root: await rootOf(String(head['name']), head['amended_from']) }));
  }

  async function* orders(cursor: string | null): AsyncGenerator<PulledPage<PulledOrder>> {
    const items = new Map<string, Promise<Raw | null>>();
    const item = (code: string) => {
      const known = items.get(code) ?? document('Item', code);
      items.set(code, known);
      return known;
    };
    const filters: Filter[] = [['docstatus', 'in', [1, 2]], ...ofCompany];
    for await (const page of changed('Purchase Order', filters, ['name', 'modified', 'docstatus', 'amended_from'], cursor)) {
      const heads = await lastVersions(page.records);
      const { rows, faults } = await mapEach('Purchase Order', heads, async (head, order) => {
        const lines = recordsOf(order, 'items');
        const ofLines = await atOnce(lines, 1, async (line) => {
          const code = text(line, 'item_code');
          return code === null ? null : item(code);
        });
        return [orderOf(order, String(head['root']), lines, ofLines, await rejections(order, lines))];
      });
      yield { rows, faults, cursor: page.cursor };
    }
  }

  /**
   * The rejected quantities of the lines, by line name; an order itself has only the total received quantity.
   * @throws Misfit if the user may not read receipts.
   */
  async function rejections(order: Raw, lines: readonly Raw[]): Promise<ReadonlyMap<string, Decimal>> {
    if (lines.every((line) => decimalOr(line, 'received_qty', 0).lte(0))) return new Map();
    const receipt = 'Purchase Receipt';
    const submittedOnes: Filter = ['docstatus', '=', 1];
    const every = { limit_page_length: 1000 };
    try {
      const rejecting = await list(
        receipt,
        [
          ['Purchase Receipt Item', 'purchase_order', '=', String(order['name'])],
          ['Purchase Receipt Item', 'rejected_qty', '!=', 0],
          submittedOnes,
        ],
        ['name'],
        every,
      );
      if (rejecting.length === 0) return new Map();
      const names = [...new Set(rejecting.map(({ name }) => String(name)))];
      // Goods that are returned from the warehouse for rejected goods no longer count as rejected.
      const back = await list(receipt, [['return_against', 'in', names.slice(0, NAMES_A_FILTER)], submittedOnes], ['name'], every);
      const all = [...new Set([...names, ...back.map(({ name }) => String(name))])];
      return rejectedOf(await atOnce(all, 1, (name) => document(receipt, name)));
    } catch (error) {
      if (error instanceof Denied) throw new Misfit(sayJoined(['Its rejected quantities cannot be read.', error.message]));
      throw error;
    }
  }

  async function returnsFrom(receipt: Raw): Promise<PulledReturn[]> {
    const from = text(receipt, 'return_against');
    const original = from === null ? null : await document('Purchase Receipt', from);
    const bill = from === null ? undefined : await billOf(from);
    const lines = recordsOf(receipt, 'items');
    const days = new Map<string, string | null>();
    for (const line of lines) {
      const number = text(line, 'purchase_order');
      if (number === null || days.has(number)) continue;
      const [order] = await list('Purchase Order', [['name', '=', number]], ['name', 'transaction_date']);
      days.set(number, day(order, 'transaction_date', 'site'));
    }
    return lines.map((line) => returnOf(receipt, line, original, bill, days));
  }

  async function billOf(receipt: string): Promise<Raw | undefined> {
    const [bill] = await list(
      'Purchase Invoice',
      [
        ['Purchase Invoice Item', 'purchase_receipt', '=', receipt],
        ['docstatus', '=', 1],
        ['is_return', '=', 0],
      ],
      ['name', 'bill_no', 'bill_date'],
    );
    return bill;
  }

  /** @param numbers the vendors' own numbers of the bills that this run has read. */
  async function paymentsFrom(payment: Raw, numbers: Map<string, string>): Promise<PulledPayment[]> {
    const references = recordsOf(payment, 'references');
    const unknown = references.filter((each) => each['reference_doctype'] === 'Purchase Invoice' && !each['bill_no']);
    const missing = [...new Set(unknown.map((each) => String(each['reference_name'])))].filter((name) => !numbers.has(name));
    for (let start = 0; start < missing.length; start += NAMES_A_FILTER) {
      const bills = await list('Purchase Invoice', [['name', 'in', missing.slice(start, start + NAMES_A_FILTER)]], ['name', 'bill_no']);
      for (const bill of bills) numbers.set(String(bill['name']), text(bill, 'bill_no') ?? String(bill['name']));
    }
    return paymentsOf(payment, references, numbers);
  }

  const submitted: readonly Filter[] = [['docstatus', 'in', [1, 2]], ...ofCompany];
  const pulls: Pulls = {
    suppliers,
    items: (cursor) => pull('Item', [], cursor, itemsPriced),
    orders,
    returns: (cursor) => pull('Purchase Receipt', [['is_return', '=', 1], ...submitted], cursor, async () => returnsFrom),
    payments(cursor) {
      const numbers = new Map<string, string>();
      const filters: Filter[] = [['payment_type', '=', 'Pay'], ['party_type', '=', 'Supplier'], ...submitted];
      return pull('Payment Entry', filters, cursor, async () => (payment) => paymentsFrom(payment, numbers));
    },
  };

  const alone = oneAtATime();

  /** Finds a supplier by GST number, or else by e-mail. A site without India Compliance rejects a filter on `gstin`. */
  async function findSupplier({ gstin: number, email, name, vendorCode }: Supplier): Promise<string | null> {
    const wanted: Filter[] = [];
    if (number !== null) wanted.push(['gstin', '=', number], ['tax_id', '=', number]);
    if (email !== null) wanted.push(['email_id', '=', email]);
    if (wanted.length === 0) wanted.push(['supplier_details', '=', reference(vendorCode, name)]);
    for (const filter of wanted) {
      const query = new URLSearchParams({ fields: '["name"]', filters: JSON.stringify([filter]), limit_page_length: '2' });
      const { status, data, said } = await ask('Supplier', `/api/resource/Supplier?${query}`);
      if (filter[0] === 'gstin' && (status === 417 || status === 400 || (status === 500 && /gstin/.test(said)))) continue;
      if (status >= 400)
        fail('{name} responded to the request for {asked} with an error ({status}): {said}.', { asked: 'Supplier', status, said });
      const found = Array.isArray(data) ? (data as Raw[]) : [];
      if (found.length > 1)
        fail('{name} has several records of {asked} with {field} {value}, so the vendor cannot be matched.', {
          asked: 'Supplier',
          field: filter[0],
          value: String(filter[2]),
        });
      if (found[0] !== undefined) return String(found[0]['name']);
    }
    return null;
  }

  async function createSupplier(vendor: Supplier): Promise<{ externalId: string }> {
    const known = await findSupplier(vendor);
    if (known !== null) return { externalId: known };
    const body = {
      supplier_name: vendor.name,
      supplier_type: 'Company',
      country: 'India',
      supplier_details: reference(vendor.vendorCode, vendor.name),
      email_id: vendor.email,
      mobile_no: vendor.mobileNumber,
      pan: vendor.pan,
      ...(vendor.gstin !== null && { gstin: vendor.gstin, tax_id: vendor.gstin, gst_category: 'Registered Regular' }),
    };
    let made = await write('Supplier', 'POST', null, body);
    // Another supplier has the name, and sites name suppliers by it.
    if (made.status === 409)
      made = await write('Supplier', 'POST', null, { ...body, supplier_name: `${vendor.name} (${vendor.vendorCode})` });
    if (made.status >= 400)
      fail('{name} rejected the new supplier {vendor} ({status}): {said}.', {
        vendor: vendor.name,
        status: made.status,
        said: made.said,
      });
    const name = (made.data as Raw | undefined)?.['name'];
    if (typeof name !== 'string') return fail('{name} created the supplier but did not return its name.');
    return { externalId: name };
  }

  /** The lines are sent complete, as they were read, because a missing line would be deleted. */
  async function answerOrder({ number, days, note }: SettledAnswer): Promise<void> {
    const order = await document('Purchase Order', number);
    if (order === null) throw new BuyerSystemError(say('ERPNext has no Purchase Order {number} to update.', { number }));
    const promised = new Map(days.map(({ line, on }) => [line, on]));
    const before = recordsOf(order, 'items');
    const items = before.map((line) => {
      const on = promised.get(String(line['name'])) ?? line['expected_delivery_date'];
      return on === line['expected_delivery_date'] ? line : { ...line, expected_delivery_date: on };
    });
    if (items.some((line, index) => line !== before[index])) {
      const { status, said } = await write('Purchase Order', 'PUT', number, { items });
      if (status >= 400)
        throw new BuyerSystemError(
          say('ERPNext rejected the confirmed dates of Purchase Order {number} ({status}): {said}.', {
            number,
            status: String(status),
            said,
          }),
        );
    }
    if (note === null) return;
    // The order contains the beginnings of its comments; only system managers may read the comments themselves.
    const [known] = await list('Purchase Order', [['name', '=', number]], ['_comments']);
    if (text(known, '_comments')?.includes(note.key) === true) return;
    const { status, said } = await ask('Comment', '/api/method/frappe.desk.form.utils.add_comment', 'POST', {
      reference_doctype: 'Purchase Order',
      reference_name: number,
      content: htmlOf([note.key, ...note.sentences]),
      comment_email: '',
      comment_by: 'Aapurti',
    });
    if (status >= 400)
      throw new BuyerSystemError(
        say('ERPNext rejected the comment on Purchase Order {number} ({status}): {said}.', { number, status: String(status), said }),
      );
  }

  return {
    source: 'erpnext',
    takes: ERP_TAKES.erpnext,
    createSupplier: (vendor) => alone(() => createSupplier(vendor)),
    findItemsByEan,
    async acknowledgeOrder({ number, reference: given, on }) {
      const body = { order_confirmation_no: given ?? NO_REFERENCE, order_confirmation_date: on };
      const { status, said } = await write('Purchase Order', 'PUT', number, body);
      if (status >= 400)
        throw new BuyerSystemError(
          say('ERPNext rejected the acknowledgement of Purchase Order {number} ({status}): {said}.', {
            number,
            status: String(status),
            said,
          }),
        );
    },
    answerOrder,
    pulls,
  };
}
