/** Every field of every write, read back from each place that shows it. The contract supplies the written values. */
import { DOCUMENTS, FILE_SLOTS } from '@aapurti/contract/vendors/accounts';
import type { Operation } from '@aapurti/contract/ground/operation';
import { operations } from '@aapurti/contract/operations';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { vendorDocuments } from '../src/demo/factories.ts';
import { type Answer, type Api, type Caller, startApi } from './api.ts';
import { declaredFields, filledBody, operationOf, plain } from './contractValues.ts';
import { EAN, type Fields, type Given, type Kind, KINDS, LINE, NO_RECORD, OTHER_EAN, OWNER, type Place } from './fieldKinds.ts';
import type { FormFiles } from './forms.ts';
import { addItem } from './items.ts';
import { LINE_KINDS } from './lineKinds.ts';
import { ask } from './requests/setting.ts';
import { cellsOf, workbookOf } from './workbook.ts';

let api: Api;
let admin: Caller;
beforeAll(async () => {
  api = await startApi({ captcha: false });
  admin = await api.newAdmin();
  for (const ean of [EAN, OTHER_EAN]) await addItem(api.ctx, { ean, name: `Rice ${ean}` });
});
afterAll(() => api.close());

/** The fields of a body, and those of its lines as `lines.price`. */
function fieldsOf(body: Fields): [string, unknown][] {
  return Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value)
      ? Object.entries(value[0] as Fields).map(([field, each]): [string, unknown] => [`${name}.${field}`, each])
      : [[name, value]],
  );
}

function at(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => (found as Fields | null | undefined)?.[name], record);
}

const rowsOf = ({ body }: Answer) => (Array.isArray(body) ? body : Object.values(body as object)[0]) as Fields[];

async function send(who: Caller, id: string, given: Parameters<typeof ask>[2] = {}): Promise<Answer> {
  const answer = await ask(who, operationOf(id), given);
  if (answer.status !== 200) throw new Error(`${id} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

/** One record of a kind on its way through all places; `faults` names each field that a place omits. */
class Journey {
  readonly faults: string[] = [];
  readonly #kind: Kind;
  readonly #name: string;
  readonly #who: Caller;
  readonly #given: Given;
  #id = '';

  constructor(name: string, kind: Kind, given: Given) {
    this.#name = name;
    this.#kind = kind;
    this.#given = given;
    this.#who = kind.byAdmin === true ? admin : given.vendor;
  }

  async run(): Promise<void> {
    const { create, edit, get, list, export: exported, upload, uploadTo } = this.#kind;
    const [first, second] = [this.#body(1), this.#body(2)];
    const made = (await send(this.#who, create, { body: first, files: this.#files(1) })).body.data as Fields;
    this.#id = String(made['_id']);
    if (!this.#kind.silent) this.#check('create', first, made);
    this.#check('log of create', first, (await this.#logged())['after']);
    let latest = first;
    if (edit !== undefined) {
      this.#checkDeclared(edit);
      this.#check('edit', second, await this.#edit(second, 2));
      const { before, after } = await this.#logged();
      this.#check('log of edit', first, before);
      this.#check('log of edit', second, after);
      latest = second;
    }
    if (get !== undefined) this.#check('get', latest, rowsOf(await send(this.#who, get, { id: this.#id }))[0]);
    if (list !== undefined) this.#check('list', latest, await this.#listed(list));
    if (exported === undefined) return;
    const content = (await send(this.#who, exported, { query: { userID: this.#given.vendor.user.id } })).body as Buffer;
    const [, ...rows] = await cellsOf(content);
    this.#each('export', latest, (_, value) => rows.some((cells) => cells.includes(plain(value))));
    if (upload === undefined || list === undefined) return;
    if (uploadTo === 'edited') await this.#edit(first, 3);
    else await send(this.#who, `${this.#name}.delete`, { id: this.#id });
    await send(this.#who, upload, { files: { file: { name: 'exported.xlsx', content } } });
    const found = await this.#listed(list);
    this.#id = String(found?.['_id']);
    this.#check('upload', latest, found);
    this.#check('log of upload', latest, (await this.#logged())['after']);
  }

  #body(generation: number): Fields {
    const known = { userID: this.#given.vendor.user.id, updatedAt: null, ...this.#kind.known(generation, this.#given) };
    return filledBody(operationOf(this.#kind.create).body, generation, known);
  }

  #files(generation: number): FormFiles {
    return this.#kind.entity === 'user' ? Object.fromEntries(vendorDocuments(`generation ${generation}`)) : {};
  }

  async #edit(body: Fields, generation: number): Promise<unknown> {
    const { edit = '', create, list = '' } = this.#kind;
    const { userID: _, ...fields } = body;
    const updatedAt = (await this.#listed(list))?.['updatedAt'];
    const sent = edit === create ? body : { ...fields, updatedAt };
    return (await send(this.#who, edit, { id: this.#id, body: sent, files: this.#files(generation) })).body.data;
  }

  async #listed(list: string): Promise<Fields | undefined> {
    const query: Record<string, string> = this.#kind.entity === 'user' ? {} : { userID: this.#given.vendor.user.id };
    const { method } = operationOf(list);
    const rows = rowsOf(await send(this.#who, list, method === 'POST' ? { query, body: {} } : { query }));
    return this.#id === '' ? rows[0] : (rows.find((row) => row['_id'] === this.#id) ?? rows[0]);
  }

  async #logged(): Promise<Fields> {
    const query = { entity: this.#kind.entity, entityId: this.#id };
    return rowsOf(await send(admin, 'audit.list', { query }))[0] ?? {};
  }

  #checkDeclared(edit: string): void {
    const declared = declaredFields(operationOf(edit).body);
    for (const field of declaredFields(operationOf(this.#kind.create).body).keys()) {
      const isExcused = field === 'userID' || this.#kind.not?.[field]?.places.includes('edit') === true;
      if (!isExcused && !declared.has(field)) this.faults.push(`${field} is not declared by ${edit}`);
    }
  }

  #check(place: Place, body: Fields, record: unknown): void {
    this.#each(place, body, (paths, value) => paths.some((path) => plain(at(record, path)) === plain(value)));
  }

  #each(place: Place, body: Fields, has: (paths: readonly string[], value: unknown) => boolean): void {
    const { names = {} } = this.#kind;
    const not: Kind['not'] = { userID: OWNER, ...this.#kind.not };
    for (const [field, value] of fieldsOf(body)) {
      if ((not[field] ?? not[field.replace(/^lines\..+/, 'lines.*')])?.places.includes(place) === true) continue;
      if (!has([names[field] ?? field.replace('lines.', `${LINE}.`), field].flat(), value))
        this.faults.push(`${field} is not in: ${place}`);
    }
  }
}

test.each(Object.entries(KINDS))('%s: every field can be read back from every place', async (name, kind) => {
  const vendor = await api.newVendor();
  const schemes: string[] = [];
  for (const schemaName of ['Holi', 'Pongal']) {
    const { body } = await vendor.post('/api/schema/create', { schemaName, EANCode: EAN });
    schemes.push((body as { data: { _id: string } }).data._id);
  }
  const paid = { invoiceNumber: '4001', invoiceValue: 500 };
  if (kind.entity === 'payment') await vendor.post('/api/invoice/create', paid);
  const journey = new Journey(name, kind, { vendor, schemes, invoice: paid.invoiceNumber });
  await journey.run();
  expect(journey.faults).toEqual([]);
});

test('user: every document and the picture can be read back from every place', async () => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const files = { ...Object.fromEntries(vendorDocuments('Mill')), avatar: { name: 'me.png', content: picture } };
  expect(Object.keys(files).sort()).toEqual([...FILE_SLOTS].sort());
  const vendor = await api.newVendor();
  const links = ['userImg', ...DOCUMENTS.map(({ link }) => link)];
  const read = async () => [
    rowsOf(await send(vendor, 'auth.user.get', { id: vendor.user.id }))[0] ?? {},
    rowsOf(await send(vendor, 'auth.user.list'))[0] ?? {},
  ];
  const before = await read();
  await send(vendor, 'auth.edit', { id: vendor.user.id, body: {}, files });
  const after = await read();
  for (const link of links) {
    for (const place of [0, 1]) expect([link, after[place]?.[link]]).not.toEqual([link, before[place]?.[link] ?? null]);
  }
  const logged = rowsOf(await send(admin, 'audit.list', { query: { entity: 'user', entityId: vendor.user.id } }));
  expect(Object.keys(logged[0]?.['after'] ?? {}).sort()).toEqual(expect.arrayContaining(DOCUMENTS.map(({ link }) => link).sort()));
});

/** Values for the columns of the buyer's files, by heading. The other files belong to the kinds above. */
const SHEETS: Readonly<Record<string, Fields>> = {
  'buyerSystem.importItems': { 'EAN Code': '8901030516344', 'Item Code': 'EVERY-1', 'UOM Conversion': 12 },
  'buyerReceipt.upload': { 'Item Code': EAN, Remark: 'Wet bags' },
  'buyerReturn.upload': {},
  'unitList.upload': { Unit: 'SACK' },
  'hsnList.upload': { 'HSN Code': '11010000' },
  'ifscList.upload': { 'IFSC Code': 'ICIC0007429' },
  'buyerOpening.upload': { Reason: 'Balance of the old ledger' },
  'buyerPayment.upload': { 'Invoice Number': '4001', 'Invoice Date': '2026-11-01', Remarks: 'By wire', Kind: 'payment' },
};

/**
 * Columns of rows of another kind: an advance or a reversal, which paymentSheet.test.ts reads back, and the choice of a GST registration.
 */
const OF_OTHER_ROWS: Readonly<Record<string, readonly string[]>> = {
  'buyerPayment.upload': ['PO Number', 'Reason for Reversal'],
  'buyerOpening.upload': ['Vendor GST Registration'],
};

test.each(Object.entries(SHEETS))(
  '%s: every column of the template is saved, and can be read back from the export',
  async (upload, more) => {
    const vendor = await api.newVendor();
    await vendor.post('/api/invoice/create', { invoiceNumber: '4001', invoiceDate: '2026-11-01', invoiceValue: 500 });
    const order = { poNumber: 'PO/2026-27/0042', poDate: '2026-11-01', lines: [{ EANCode: EAN, quantity: 90, price: 1 }] };
    await send(admin, 'buyerOrder.create', { body: { ...order, userID: vendor.user.id } });
    const { body: user } = await vendor.get(`/api/auth/user/${vendor.user.id}`);
    const [template, exported] = ['template', 'export'].map((call) =>
      upload.replace(/upload$/, call).replace('importItems', call === 'export' ? 'exportItems' : 'itemTemplate'),
    );
    const [all = [], example = []] = await cellsOf((await send(admin, template ?? '')).body as Buffer);
    const headings = all.filter((heading) => OF_OTHER_ROWS[upload]?.includes(String(heading)) !== true);
    const values = headings.map((heading) => {
      const given = { 'Vendor Code': String(user[0].vendor_Code), ...more }[heading ?? ''] ?? example[all.indexOf(heading)];
      if (given === null || given === undefined) throw new Error(`The column ${heading} of ${upload} needs a value here.`);
      return given;
    });
    const sheet = await workbookOf([headings, values]);
    const stored = await ask(admin, operationOf(upload), { files: { file: { name: 'all.xlsx', content: sheet } } });
    expect([stored.status, stored.body.errors]).toEqual([200, undefined]);

    const content = (await send(admin, exported ?? '', { query: { userID: vendor.user.id } })).body as Buffer;
    const [titles = [], ...rows] = await cellsOf(content);
    const row = rows.find((cells) => values.every((value) => cells.includes(plain(value)))) ?? rows.at(-1) ?? [];
    const read = headings.map((heading) => [heading, row[titles.indexOf(heading)]]);
    expect(read).toEqual(headings.map((heading, column) => [heading, plain(values[column])]));
    // A file that was downloaded from the portal can be uploaded unchanged.
    const again = await ask(admin, operationOf(upload), { files: { file: { name: 'exported.xlsx', content } } });
    expect([again.status, again.body.errors, again.body.created]).toEqual([200, undefined, 0]);
  },
);

test('every write of the contract is tested above, or has a reason not to be', () => {
  const written = new Set(Object.values(KINDS).flatMap(({ create, edit = create }) => [create, edit]));
  const writes = operations.filter(({ method, body }) => (method === 'POST' || method === 'PUT') && declaredFields(body).size > 0);
  const kinds = [...Object.values(KINDS), ...Object.values(LINE_KINDS)];
  const sheets = new Set([...Object.keys(SHEETS), ...kinds.flatMap(({ upload = [] }) => upload)]);
  const isSheet = ({ files }: Operation) => files.includes('file');
  for (const { write, edit = write } of Object.values(LINE_KINDS)) for (const each of [write, edit]) written.add(each);
  const missing = writes.filter((each) => !written.has(each.id) && NO_RECORD[each.id] === undefined && !isSheet(each));
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(
    operations
      .filter((each) => isSheet(each) && !/\.mark(Items)?$/.test(each.id) && !sheets.has(each.id) && NO_RECORD[each.id] === undefined)
      .map(({ id }) => id),
  ).toEqual([]);
  expect(Object.keys(NO_RECORD).filter((id) => written.has(id) || sheets.has(id) || !writes.some((each) => each.id === id))).toEqual([]);
});
