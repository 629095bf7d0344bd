/**
 * A table of every PDF of the product: pdftotext reads its parties, place of supply, tax heads, amount in words and signatory line, and
 * zbarimg reads every printed barcode.
 */
import { operations } from '@aapurti/contract/operations';
import { pdf } from '@aapurti/contract/ground/operation';
import { papers } from '@aapurti/contract/papers/papers';
import { placeOf } from '@aapurti/contract/ground/gst';
import { STATE_BY_GST_CODE } from '@aapurti/contract/ground/indian-states';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Answer, type Api, type Caller, startApi } from '../../test/api.ts';
import { barcodesOf, hasScanner, textOf } from '../../test/scanner.ts';
import { gstinOf, makeOrder, orderLineOf, panOf } from '../demo/factories.ts';
import { countReceipts } from '../purchase-orders/received.ts';

let api: Api;
let admin: Caller;
const DAY = '2026-11-23';
const BUYER_PAN = panOf(9001);
const EAN = '8901030516320';
/** A PIN code for each state with a registration in these tests. */
const PINS: Readonly<Record<string, string>> = {
  '04': '160017',
  '24': '382110',
  '26': '396230',
  '27': '400013',
  '31': '682555',
  '35': '744101',
  '38': '194101',
  '97': '400001',
};
const TERRITORIES = ['04', '26', '31', '35', '38', '97'] as const;

/** The buyer's registrations, by state. */
const buyers = new Map<string, Side>();

interface Side {
  name: string;
  address: string;
  pin: string;
  state: string;
  /** Null for an unregistered vendor. */
  gstin: string | null;
}

beforeAll(async () => {
  api = await startApi({ captcha: false }, () => new Date(`${DAY}T06:00:00Z`));
  admin = await api.newAdmin();
  await admin.put('/api/settings', { reverseCharge: '10063020 Rice' });
  for (const state of ['29', '27', ...TERRITORIES]) {
    const side = { name: `Rivaj Retail ${state}`, address: `Tower ${state}, Station Road`, pin: PINS[state] ?? '562114', state };
    const gstin = gstinOf(BUYER_PAN, state);
    const form = { kind: 'regular', GST: gstin, legalName: side.name, address: side.address, postalCode: side.pin };
    await admin.post('/api/registrations', form);
    buyers.set(state, { ...side, gstin });
  }
});
afterAll(() => api.close());

const idOf = ({ status, body }: Answer): string => {
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data._id as string;
};

/** The documents of one supply by their IDs, and its parties. */
interface Made {
  vendor: Caller;
  seller: Side;
  buyer: Side;
  number: string;
  id: Record<Document, string>;
}
type Document =
  | 'order'
  | 'bare'
  | 'challan'
  | 'advice'
  | 'approval'
  | 'back'
  | 'invoice'
  | 'debit'
  | 'credit'
  | 'claim'
  | 'payment'
  | 'selfInvoice';

/** A supply from a registration of the vendor to one of the buyer, with all of its documents. The vendor's profile is in Maharashtra. */
async function supply(from: string, to: string): Promise<Made> {
  const serial = 800 + api.serial();
  const pan = panOf(serial);
  const seller = { name: `Annapurna Unit ${serial}`, address: `Survey ${serial}, Mill Lane`, pin: PINS[from] ?? '', state: from };
  const gstin = gstinOf(pan, from);
  const vendor = await api.newVendor({ pan, gstin: gstinOf(pan, '29'), state: 'IN-KA', postal_Code: '560058' });
  const form = { kind: 'regular', GST: gstin, legalName: seller.name, address: seller.address, postalCode: seller.pin };
  idOf(await admin.post('/api/registrations', { ...form, userID: vendor.user.id }));
  const buyer = buyers.get(to);
  if (buyer === undefined) throw new Error(`the buyer has no registration in ${to}`);
  const named = { vendorGST: gstin, buyerGST: buyer.gstin };
  const number = `P/${serial}`;
  const interState = from !== to;
  const line = { ean: EAN, quantity: '1000', unitPrice: '50', caseQuantity: '500', interState };
  const order = await makeOrder(api.ctx, vendor.user.id, number, { lines: [orderLineOf(line)], placeOfSupply: to, ...named });

  const noteOf = async (caller: Caller, issuer: 'vendor' | 'buyer', prefix: string, goods: object | null) => {
    const body = { DCNumber: `${prefix}${serial}`, VehicleNumber: 'MH12AB1234', userID: vendor.user.id, issuer, ...named };
    const id = idOf(await caller.post('/api/desPatchNote/create', body));
    if (goods !== null) {
      const saved = await caller.put(`/api/dispatchGoods/save/${id}`, goods);
      expect([saved.status, saved.body.errors]).toEqual([200, undefined]);
    }
    return id;
  };
  const of = (quantity: number, more: object = {}) => [{ orderId: order, line: 1, quantity, ...more }];
  const packed = { batch: 'B-7', bestBefore: '2099-01-31', cartons: 2, netContent: '5 kg', countryOfOrigin: 'India' };
  const packages = [
    { kind: 'pallet', sscc: ssccOf(serial) },
    { kind: 'carton', parent: 1, lines: [{ no: 1, quantity: 40 }] },
  ];
  const challan = { kind: 'challan', lines: of(40, { ...packed, quantityBasis: 'provisional' }), packages };
  const ids = {
    order,
    bare: await noteOf(vendor, 'vendor', 'N', null),
    challan: await noteOf(vendor, 'vendor', 'C', challan),
    advice: await noteOf(vendor, 'vendor', 'A', { kind: 'invoice', lines: of(40) }),
    approval: await noteOf(vendor, 'vendor', 'O', { kind: 'approval', lines: of(40) }),
  };
  const receipt = { receiptNumber: `G/${serial}`, receivedOn: DAY, lines: of(40, { rejected: 40, reason: 'damaged' }) };
  expect((await admin.post('/api/receipts/create', receipt)).status).toBe(200);
  const back = await noteOf(admin, 'buyer', 'R', { kind: 'return', lines: of(40) });

  const tax = interState ? { IGST: 100 } : { CGST: 50, SGST: 50 };
  const billTax = interState ? { IGSTValue: 100 } : { CGSTValue: 50, SGSTValue: 50 };
  const bill = { invoiceNumber: String(serial), invoiceDate: DAY, invoiceValue: 2100, PONumber: number, PODate: DAY, ...billTax, ...named };
  const invoice = idOf(await vendor.post('/api/invoice/create', bill));
  const memo = { productName: 'Rice', buyerPORef: number, amount: 2100, ...tax, ...named };
  const own = { ...memo, userID: vendor.user.id, issuer: 'buyer', memoNumber: `BD${serial}` };
  const paid = { userID: vendor.user.id, invoiceId: invoice, invoiceNumber: String(serial), amount: 2100, paymentMode: 'online' };
  const id = {
    ...ids,
    back,
    invoice,
    credit: idOf(await vendor.post('/api/creditMemo/AddUserCreditMemo', { ...memo, memoNumber: `CM${serial}` })),
    debit: idOf(await vendor.post('/api/debitMemo/AddUserDebitMemo', { ...memo, memoNumber: `DM${serial}` })),
    claim: idOf(await admin.post('/api/debitMemo/AddUserDebitMemo', own)),
    payment: idOf(await admin.post('/api/vendorPaymentReport/create', paid)),
    selfInvoice: await selfInvoiceOf(from === '97' ? '27' : from, to, buyer.gstin ?? '', serial),
  };
  return { vendor, seller: { ...seller, gstin }, buyer, number, id };
}

/** An SSCC with its check digit. */
function ssccOf(serial: number): string {
  const digits = `1061414${String(serial).padStart(10, '0')}`;
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The buyer's self-invoice for 20 at 100 from a farmer, who has no registration that determines a state. */
async function selfInvoiceOf(from: string, to: string, buyerGST: string, serial: number): Promise<string> {
  const home = { state: STATE_BY_GST_CODE.get(from)?.key, postal_Code: PINS[from], city: 'Farm' };
  const farmer = await api.newVendor({ kind: 'unregistered', gstin: '', vendorType: 'Farmer', vendor_name: `Kisan ${serial}`, ...home });
  const lines = [orderLineOf({ quantity: '20' })];
  const orderId = await makeOrder(api.ctx, farmer.user.id, `S/${serial}`, { lines, placeOfSupply: to, buyerGST });
  const receiptNumber = `S/${serial}`;
  await api.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from purchase_orders where id = ${orderId} for no key update`);
    await tx.execute(sql`
      insert into receipt_lines (source, external_id, vendor_id, order_id, line, number, received_on, quantity, rejected)
      values ('embedded', ${receiptNumber}, ${farmer.user.id}, ${orderId}, 1, ${receiptNumber}, ${DAY}, 20, 0)`);
    await countReceipts(tx, [orderId]);
  });
  return idOf(await admin.post('/api/selfInvoice/create', { orderId, receiptNumber }));
}

interface Paper {
  /** The operation that creates it, and its kind if the operation creates several. */
  of: string;
  ask: (made: Made) => Promise<Answer>;
  title: string;
  issuer: 'vendor' | 'buyer';
  /** The parties that it names in full. */
  names: (made: Made) => Side[];
  /** False for documents that state no tax, and therefore no place of supply. */
  taxed: boolean;
  placed?: boolean;
  amount?: string;
  signed?: boolean;
  more?: (made: Made) => string[];
  barcodes?: (made: Made) => string[][];
}

const both = ({ seller, buyer }: Made) => [seller, buyer];
const paper = (kind: string, document: Document, as: 'vendor' | 'buyer' = 'vendor') => ({
  of: `paper.get ${kind}`,
  ask: ({ vendor, id }: Made) => (as === 'vendor' ? vendor : admin).get(`/api/paper/${id[document]}`, { kind }),
});
/** The numbers of an order and of its notes differ only in the prefix. */
const noteOf = ({ number }: Made, prefix: string) => number.replace('P/', prefix);
/** A challan has three copies of one page each. */
const copies = (prefix: string) => (made: Made) => [[noteOf(made, prefix)], [noteOf(made, prefix)], [noteOf(made, prefix)]];
const supplied = { names: both, taxed: true, placed: true, signed: true } as const;
const RUPEES = 'Rupees Two Thousand One Hundred Only';
const SENT_BACK = 'Rupees Two Thousand Only';

const PAPERS: Record<string, Paper> = {
  'a purchase order': {
    ...paper('order', 'order'),
    ...supplied,
    title: 'Purchase order',
    issuer: 'buyer',
    amount: 'Rupees Fifty Two Thousand Five Hundred Only',
  },
  'a dispatch note without goods': {
    ...paper('dispatch-note', 'bare'),
    ...supplied,
    title: 'Dispatch note',
    issuer: 'vendor',
    taxed: false,
  },
  'a delivery challan': {
    ...paper('dispatch-note', 'challan'),
    ...supplied,
    title: 'Delivery challan',
    issuer: 'vendor',
    amount: RUPEES,
    more: () => ['provisional', 'ORIGINAL FOR CONSIGNEE', 'DUPLICATE FOR TRANSPORTER', 'TRIPLICATE FOR CONSIGNER', 'Batch B-7'],
    barcodes: copies('C'),
  },
  'a dispatch advice': {
    ...paper('dispatch-note', 'advice'),
    ...supplied,
    title: 'Dispatch advice',
    issuer: 'vendor',
    amount: RUPEES,
    barcodes: (made) => [[noteOf(made, 'A')]],
  },
  'a challan of goods on approval': {
    ...paper('dispatch-note', 'approval'),
    ...supplied,
    title: 'Delivery challan',
    issuer: 'vendor',
    taxed: false,
    amount: SENT_BACK,
    barcodes: copies('O'),
  },
  'a challan of goods that the buyer returns': {
    ...paper('dispatch-note', 'back', 'buyer'),
    ...supplied,
    title: 'Delivery challan',
    issuer: 'buyer',
    taxed: false,
    amount: SENT_BACK,
    barcodes: copies('R'),
  },
  'labels of packages': {
    ...paper('package-labels', 'challan'),
    title: 'Dispatch note',
    issuer: 'vendor',
    names: () => [],
    taxed: false,
    more: ({ seller, buyer }) => [seller.name, buyer.name, 'Batch', 'B-7', '31-01-2099', 'Net content 5 kg', 'Country of origin: India'],
    barcodes: ({ seller }) => [[`00${ssccOf(Number(/\d+/.exec(seller.name)?.[0]))}`, `02${EAN.padStart(14, '0')}3740`, '1599013110B-7']],
  },
  'an invoice': { ...paper('invoice', 'invoice'), ...supplied, title: 'Tax invoice', issuer: 'vendor', amount: RUPEES },
  'a credit memo': { ...paper('credit-memo', 'credit'), ...supplied, title: 'Credit Memo', issuer: 'vendor', amount: RUPEES },
  'a debit memo': { ...paper('debit-memo', 'debit'), ...supplied, title: 'Debit Memo', issuer: 'vendor', amount: RUPEES },
  'a debit memo of the buyer': {
    ...paper('debit-memo', 'claim', 'buyer'),
    ...supplied,
    title: 'Debit Memo',
    issuer: 'buyer',
    amount: RUPEES,
  },
  'a payment advice': {
    ...paper('payment', 'payment'),
    title: 'Payment advice',
    issuer: 'buyer',
    names: both,
    taxed: false,
    amount: RUPEES,
    signed: true,
  },
  'a statement': {
    of: 'paper.get statement',
    ask: ({ vendor }) => vendor.get('/api/paper/own', { kind: 'statement' }),
    title: 'Statement',
    issuer: 'buyer',
    // It belongs to no document with registrations, so it names the vendor's main one and the buyer's first.
    names: () => [buyers.get('29')].filter((each) => each !== undefined),
    taxed: false,
    amount: `Minus ${RUPEES}`,
    signed: true,
    more: ({ seller }) => [gstinOf(seller.gstin?.slice(2, 12) ?? '', '29')],
  },
  'a self-invoice': {
    ...paper('self-invoice', 'selfInvoice', 'buyer'),
    names: ({ buyer }) => [buyer],
    taxed: true,
    placed: true,
    signed: true,
    title: 'Self-invoice',
    issuer: 'buyer',
    amount: RUPEES,
    more: () => ['Kisan', 'Unregistered', 'section 31(3)(f)'],
  },
  'a package sheet': {
    of: 'order.packageSheet',
    ask: ({ vendor, id }) => vendor.get(`/api/purChaseOrder/packageSheet/${id.order}`),
    title: 'Package sheet',
    issuer: 'vendor',
    names: () => [],
    taxed: true,
    more: ({ seller }) => [seller.gstin ?? '', placeOf(seller.state)],
    barcodes: ({ number }) => [[EAN, number]],
  },
  'labels of an order': {
    of: 'order.packingLabel',
    ask: ({ vendor, id }) => vendor.get(`/api/purChaseOrder/packingLabel/${id.order}`),
    title: 'Carton 2 of 2',
    issuer: 'vendor',
    names: () => [],
    taxed: true,
    more: ({ seller, number }) => [seller.gstin ?? '', placeOf(seller.state), number, EAN],
    barcodes: ({ number }) => [
      [EAN, number],
      [EAN, number],
    ],
  },
};

test('the table has every PDF of the API', () => {
  const kinds = papers.get.query.shape.kind.options.map((kind) => `paper.get ${kind}`);
  const others = operations.filter(({ id, replies }) => id !== 'paper.get' && Object.values(replies).includes(pdf)).map(({ id }) => id);
  expect([...new Set(Object.values(PAPERS).map(({ of }) => of))].sort()).toEqual([...kinds, ...others].sort());
});

/** Reads a document of this supply, and checks everything in its row of the table. */
async function readPaper(
  made: Made,
  { ask, title, issuer, names, amount, signed, more }: Paper,
): Promise<{ text: string; content: Buffer }> {
  const { status, body } = await ask(made);
  expect(status).toBe(200);
  const text = textOf(body as Buffer);
  expect(text).toContain(title);
  for (const { name, address, pin, state, gstin } of names(made))
    for (const words of [name, address, pin, placeOf(state), gstin]) expect(text).toContain(words);
  for (const words of more?.(made) ?? []) expect(text).toContain(words);
  // Letters of the watermark DRAFT may appear in between.
  if (amount !== undefined) expect(text).toMatch(new RegExp(`Amount in words (?:[DRAFT]{1,2} )?${amount}`));
  if (signed === true) {
    const party = issuer === 'vendor' ? made.seller : title === 'Statement' ? buyers.get('29') : made.buyer;
    expect(text).toContain('Authorised signatory');
    expect(text).toContain(`For ${party?.name}`);
    // The letterhead comes first.
    expect(text.trimStart().slice(0, 40)).toContain(party?.name);
  }
  return { text, content: body as Buffer };
}

/** The tax heads that a document names. */
const headsIn = (text: string) =>
  [...new Set(Array.from(text.matchAll(/\b(?:CGST|SGST|UTGST|IGST)\b(?! Act| Rules)/g), ([head]) => head))].sort();

describe.runIf(hasScanner)('a supply from Gujarat to Maharashtra', () => {
  let made: Made;
  beforeAll(async () => {
    made = await supply('24', '27');
  });

  test.each(Object.entries(PAPERS))('%s', async (_name, row) => {
    const { text, content } = await readPaper(made, row);
    if (row.placed === true) expect(text).toMatch(/Place of Supply +27 Maharashtra/);
    if (row.taxed) expect(headsIn(text)).toContain('IGST');
    const printed = barcodesOf(content).filter((page) => page.length > 0);
    expect(printed).toEqual(row.barcodes?.(made) ?? []);
  });
});

describe.runIf(hasScanner).each<[string, string]>([['27', 'SGST'], ...TERRITORIES.map((code): [string, string] => [code, 'UTGST'])])(
  'of a supply within %s',
  (state, head) => {
    let made: Made;
    beforeAll(async () => {
      made = await supply(state, state);
    });

    // The code for other territory has no farmers.
    const drawn = Object.entries(PAPERS).filter(([, { taxed, title }]) => taxed && !(state === '97' && title === 'Self-invoice'));
    test.each(drawn)(`%s names ${head}`, async (_name, row) => {
      const { text } = await readPaper(made, row);
      if (row.placed === true) expect(text).toMatch(new RegExp(`Place of Supply +${state} ${placeOf(state)}`));
      expect(headsIn(text)).toEqual(expect.arrayContaining(['CGST', head]));
      expect(headsIn(text)).not.toContain(head === 'SGST' ? 'UTGST' : 'SGST');
    });
  },
);
