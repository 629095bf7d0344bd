import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import {
  consignmentValue,
  documentValue,
  ewayBill,
  ewayProblems,
  ewayRemarks,
  type EwayLine,
  type EwaySource,
  needsEwayBill,
} from './ewayRules.ts';
import { Decimal } from '../ground/numbers.ts';

const rice: EwayLine = {
  name: 'Basmati Rice',
  hsn: '10063020',
  quantity: '100',
  UQC: 'BAG',
  taxable: '60000',
  cgst: '2.5',
  sgst: '2.5',
  igst: '0',
  cess: null,
};
const bengaluru = { address: '12 Market Road, Yeshwanthpur, Bengaluru', place: 'Bengaluru', pin: '560022', state: '29' };
const mumbai = { address: 'Plot 4, Bhiwandi', place: 'Bhiwandi', pin: '421302', state: '27' };

function source(more: Partial<EwaySource> = {}): EwaySource {
  return {
    kind: 'invoice',
    document: { number: 'INV/26-27/14', day: '2026-11-20' },
    maker: 'consignor',
    consignor: { ...bengaluru, gstin: '29AAGCB7383J1Z4', name: 'Shree Mills', isSez: false },
    isUntaxed: false,
    consignee: { ...bengaluru, gstin: '29AABCR1718E1ZL', name: 'Annapurna Retail', isSez: false },
    from: { ...bengaluru, gstin: null },
    to: { ...bengaluru, pin: '560034', gstin: null },
    lines: [rice],
    other: 0,
    mode: 'road',
    distance: 18,
    transporterName: 'Shree Balaji Roadlines',
    transporterId: null,
    transportDocument: null,
    transportDocumentOn: null,
    vehicles: [{ number: 'ka 12 ap 1235', over: false }],
    ...more,
  };
}
const line = (more: Partial<EwayLine>): EwayLine => ({ ...rice, ...more });
const TODAY = '2026-11-23';

/** The e-way bill file: keys in the portal's order, with its types and limits. */
const two = z.number().refine((value) => new Decimal(value).decimalPlaces() <= 2);
const state = z.number().int().min(1).max(99);
const pin = z.number().int().min(100_000).max(999_999);
const day = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/);
const rate = z.number().min(0).max(100);
const gstin = z.string().regex(/^([0-9A-Z]{15}|URP)$/);
const item = z.strictObject({
  itemNo: z.number().int().min(1),
  productName: z.string().max(100),
  productDesc: z.string().max(100),
  hsnCode: z.string().regex(/^(\d{4}|\d{6}|\d{8})$/),
  quantity: z.number().refine((value) => new Decimal(value).decimalPlaces() <= 3),
  qtyUnit: z.string().regex(/^[A-Z]{3}$/),
  taxableAmount: two,
  sgstRate: rate,
  cgstRate: rate,
  igstRate: rate,
  cessRate: rate,
  cessNonAdvol: two,
});
const bill = z.strictObject({
  userGstin: gstin,
  supplyType: z.enum(['O', 'I']),
  subSupplyType: z.number().int().min(1).max(12),
  subSupplyDesc: z.string().max(20),
  docType: z.enum(['INV', 'BIL', 'BOE', 'CHL', 'OTH']),
  docNo: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9/-]{0,15}$/),
  docDate: day,
  transType: z.number().int().min(1).max(4),
  fromGstin: gstin,
  fromTrdName: z.string().max(100),
  fromAddr1: z.string().max(120),
  fromAddr2: z.string().max(120),
  fromPlace: z.string().max(50),
  fromPincode: pin,
  fromStateCode: state,
  actualFromStateCode: state,
  toGstin: gstin,
  toTrdName: z.string().max(100),
  toAddr1: z.string().max(120),
  toAddr2: z.string().max(120),
  toPlace: z.string().max(50),
  toPincode: pin,
  toStateCode: state,
  actualToStateCode: state,
  totalValue: two,
  cgstValue: two,
  sgstValue: two,
  igstValue: two,
  cessValue: two,
  TotNonAdvolVal: two,
  OthValue: two,
  totInvValue: two,
  transMode: z.number().int().min(1).max(4),
  transDistance: z.number().int().min(0).max(4000),
  transporterName: z.string().max(100),
  transporterId: z.string().regex(/^([0-9]{2}[0-9A-Z]{13})?$/),
  transDocNo: z.string().max(15),
  transDocDate: z.union([day, z.literal('')]),
  vehicleNo: z.string().regex(/^([A-Z0-9]{7,15})?$/),
  vehicleType: z.enum(['R', 'O']),
  mainHsnCode: z.string(),
  itemList: z.array(item).min(1).max(250),
});

/** Builds the bill, and checks that it follows the file format and adds up. */
function made(more: Partial<EwaySource> = {}) {
  const given = source(more);
  expect(ewayProblems(given, TODAY)).toEqual([]);
  const found = ewayBill(given);
  bill.parse(found);
  expect(Object.keys(found)).toEqual(Object.keys(bill.shape));
  for (const each of found.itemList) expect(Object.keys(each)).toEqual(Object.keys(item.shape));
  const { totalValue, cgstValue, sgstValue, igstValue, cessValue, TotNonAdvolVal, OthValue, totInvValue, itemList } = found;
  const sum = (values: number[]) => Decimal.sum(...values).toNumber();
  expect(sum([totalValue, cgstValue, sgstValue, igstValue, cessValue, TotNonAdvolVal, OthValue])).toBe(totInvValue);
  expect(sum(itemList.map(({ taxableAmount }) => taxableAmount))).toBe(totalValue);
  return found;
}

describe('the figures of an e-way bill', () => {
  test('add CGST and SGST at one rate within a state', () => {
    expect(made()).toMatchObject({
      totalValue: 60000,
      cgstValue: 1500,
      sgstValue: 1500,
      igstValue: 0,
      totInvValue: 63000,
      mainHsnCode: '10063020',
    });
  });

  test('add the taxes of several rates: 1050.50 at 5, 999.99 at 18, 250 at 40', () => {
    const lines = [
      line({ taxable: '1050.50' }),
      line({ taxable: '999.99', cgst: '9', sgst: '9', hsn: '3401' }),
      line({ taxable: '250', cgst: '20', sgst: '20', hsn: '220210' }),
    ];
    // 26.26 + 90.00 + 50.00 under each tax head; 2300.49 without tax.
    expect(made({ lines })).toMatchObject({ totalValue: 2300.49, cgstValue: 166.26, sgstValue: 166.26, totInvValue: 2633.01 });
  });

  test('have IGST between states: 1050.50 at 5 is 52.53', () => {
    const lines = [line({ taxable: '1050.50', cgst: '0', sgst: '0', igst: '5' })];
    expect(
      made({
        lines,
        to: { ...mumbai, gstin: null },
        consignee: { ...source().consignee, ...mumbai, gstin: '27AAPFU0939F1ZV' },
        distance: 980,
      }),
    ).toMatchObject({
      igstValue: 52.53,
      cgstValue: 0,
      totInvValue: 1103.03,
      fromStateCode: 29,
      toStateCode: 27,
      actualToStateCode: 27,
    });
  });

  test('include cess: 10,000 at 40 between states and cess of 12%', () => {
    const lines = [line({ taxable: '10000', cgst: null, sgst: null, igst: '40', cess: '12' })];
    expect(made({ lines })).toMatchObject({ igstValue: 4000, cessValue: 1200, totInvValue: 15200 });
  });

  test('have IGST and state 96 for a special economic zone in the same state', () => {
    const lines = [line({ cgst: '0', sgst: '0', igst: '5' })];
    expect(made({ lines, consignee: { ...source().consignee, isSez: true } })).toMatchObject({
      toStateCode: 96,
      actualToStateCode: 29,
      igstValue: 3000,
    });
  });

  test('add up the rounded lines: three times 33.335 is 100.02', () => {
    expect(made({ lines: [1, 2, 3].map(() => line({ taxable: '33.335' })) })).toMatchObject({ totalValue: 100.02, cgstValue: 2.5 });
  });

  test.each([
    ['-0.02', -0.02, 62999.98],
    ['0.45', 0.45, 63000.45],
  ])('state a rounding of %s as the other value', (other, stated, total) => {
    expect(made({ other })).toMatchObject({ OthValue: stated, totInvValue: total });
  });

  test.each([
    ['-500', 'Document INV/26-27/14 states ₹500.00 less than its lines.'],
    ['1', 'Document INV/26-27/14 states ₹1.00 more than its lines.'],
    ['-1', 'Document INV/26-27/14 states ₹1.00 less than its lines.'],
  ])('reject a discount or charge of %s in the document', (other, words) => {
    expect(ewayProblems(source({ other }), TODAY)).toEqual([
      `${words} Only rounding to the rupee is allowed: correct the document or the lines.`,
    ]);
  });

  test('have the tax of 99.99 for three times 33.33 at 5, and leave out services, which the document counts', () => {
    const lines = [1, 2, 3].map(() => line({ taxable: '33.33' }));
    expect(made({ lines })).toMatchObject({ totalValue: 99.99, cgstValue: 2.5, sgstValue: 2.5, totInvValue: 104.99 });
    const freight = line({ taxable: '100', hsn: '996511' });
    expect(documentValue(source({ lines: [...lines, freight] })).toFixed(2)).toBe('209.99');
    expect(made({ lines: [...lines, freight] })).toMatchObject({ totalValue: 99.99, totInvValue: 104.99 });
  });

  test('group 260 lines by HSN, unit and rates', () => {
    const lines = Array.from({ length: 260 }, (_, index) =>
      line({
        taxable: '10.01',
        quantity: '1.5',
        hsn: index % 2 === 0 ? '10063020' : '19059020',
        cgst: index < 200 ? '2.5' : '9',
        sgst: index < 200 ? '2.5' : '9',
      }),
    );
    const { itemList, ...head } = made({ lines });
    expect(itemList.map(({ hsnCode, quantity, taxableAmount, cgstRate }) => [hsnCode, quantity, taxableAmount, cgstRate])).toEqual([
      ['10063020', 150, 1001, 2.5],
      ['19059020', 150, 1001, 2.5],
      ['10063020', 45, 300.3, 9],
      ['19059020', 45, 300.3, 9],
    ]);
    // The tax stays that of the lines' totals: 2002.00 at 2.5% and 600.60 at 9%.
    expect(head).toMatchObject({ totalValue: 2602.6, cgstValue: 104.1, totInvValue: 2810.8 });
    expect(made({ lines: lines.slice(0, 250) }).itemList).toHaveLength(250);
  });
});

describe('the need for an e-way bill', () => {
  test.each<[string, Partial<EwaySource>, boolean]>([
    // 47,619.05 and 5% are 1,190.48 twice: 50,000.01.
    ['50,000.01', { lines: [line({ taxable: '47619.05' })] }, true],
    ['exactly 50,000.00', { lines: [line({ taxable: '47619.05', cgst: '0', sgst: '0', igst: '5' })] }, false],
    [
      '50,000 with tax-exempt goods next to taxable ones',
      { lines: [line({ taxable: '40000' }), line({ taxable: '30000', cgst: '0', sgst: '0' })] },
      false,
    ],
    ['a bill of supply, at no rate', { isUntaxed: true, lines: [line({ taxable: '50000.01', cgst: '0', sgst: '0' })] }, true],
    ['an unknown rate', { lines: [line({ taxable: '50000.01', cgst: null, sgst: null, igst: null })] }, true],
    ['services alone', { lines: [line({ taxable: '90000', hsn: '998816' })] }, false],
    ['job work within the state', { kind: 'job_work', lines: [line({ taxable: '1000' })] }, false],
    ['job work between states', { kind: 'job_work', lines: [line({ taxable: '1000' })], to: { ...mumbai, gstin: null } }, true],
  ])('depends on the value and kind of the goods: %s', (_, more, needed) => {
    expect(needsEwayBill(source(more))).toBe(needed);
  });

  test('counts the tax of a supply, but not of other movements', () => {
    expect(consignmentValue(source({ kind: 'challan' })).toNumber()).toBe(63000);
    expect(consignmentValue(source({ kind: 'approval' })).toNumber()).toBe(60000);
  });
});

test.each<[string, Partial<EwaySource>, number]>([
  [
    'two addresses of one party',
    { from: { ...mumbai, gstin: '29AAGCB7383J1Z4' }, to: { ...mumbai, gstin: '29AABCR1718E1ZL' }, distance: 5 },
    1,
  ],
  ['goods shipped to another party', { to: { ...mumbai, gstin: '27AAPFU0939F1ZV' } }, 2],
  ['goods dispatched from another party', { from: { ...mumbai, gstin: '27AAPFU0939F1ZV' } }, 3],
  ['both', { from: { ...mumbai, gstin: '27AAPFU0939F1ZV' }, to: { ...mumbai, gstin: '24AAACC1206D1ZM' }, distance: 5 }, 4],
])('the transaction type follows from the addresses: %s', (_, more, type) => {
  expect(made(more).transType).toBe(type);
});

test.each<[EwaySource['kind'], boolean, [string, number, string]]>([
  ['invoice', false, ['INV', 1, '']],
  ['invoice', true, ['BIL', 1, '']],
  ['challan', false, ['CHL', 8, 'Invoice to follow']],
  ['job_work', false, ['CHL', 4, '']],
  ['approval', false, ['CHL', 8, 'On approval']],
  ['line_sale', false, ['CHL', 10, '']],
  ['other', false, ['CHL', 8, 'Others']],
])('a movement of the kind %s, untaxed %s, gets its document and supply types', (kind, isUntaxed, types) => {
  const { docType, subSupplyType, subSupplyDesc } = made({ kind, isUntaxed });
  expect([docType, subSupplyType, subSupplyDesc]).toEqual(types);
});

describe('the check for the e-way bill portal', () => {
  const to = (code: string | null) => ({ to: { ...source().to, pin: code } });
  test.each<[Partial<EwaySource>, string]>([
    [to('56003'), 'PIN 56003 has 5 digits.'],
    [to('5600341'), 'PIN 5600341 has 7 digits.'],
    [to('056003'), 'PIN 056003 starts with 0.'],
    [to('56OO34'), 'PIN 56OO34 is not a six-digit number.'],
    [to(null), 'The PIN code of the place of delivery is missing.'],
    [{ ...to('560022'), distance: 150 }, 'Both places have PIN 560022: enter a distance of 1 to 100 km.'],
    [{ ...to('560022'), distance: 0 }, 'Both places have PIN 560022: enter a distance of 1 to 100 km.'],
    [{ document: { number: 'INV_1', day: TODAY } }, 'Number INV_1 has invalid characters or more than 16 characters.'],
    [{ document: { number: '1', day: '2026-05-26' } }, 'The document of 26-05-2026 is older than 180 days.'],
    [{ document: { number: '1', day: '2026-11-24' } }, 'The document is dated 24-11-2026, which is after today.'],
    [
      { kind: 'job_work', lines: [line({ hsn: '998816' }), rice] },
      'Line 1: for job work, enter the HSN of the goods, not the service code 998816.',
    ],
    [{ lines: [line({ hsn: '61149' })] }, 'Line 1: HSN 61149 should have 4, 6 or 8 digits.'],
    [{ lines: [line({ hsn: null })] }, 'Line 1 has no HSN.'],
    [{ vehicles: [] }, 'A vehicle or a transporter ID is missing.'],
    [{ mode: 'rail' }, 'The number of the rail document is missing.'],
    [{ mode: 'ship' }, 'For transport by ship, the vehicle and document number are required.'],
    [{ consignor: { ...source().consignor, gstin: null } }, 'Shree Mills has no GST number, so the other party generates this e-way bill.'],
    [
      { lines: Array.from({ length: 251 }, (_, index) => line({ hsn: String(1000 + index) })) },
      'It has more than 250 items, even when grouped by HSN, unit and rates.',
    ],
  ])('finds a problem that the portal would reject (%#): %s', (more, problem) => {
    expect(ewayProblems(source(more), TODAY)).toEqual([problem]);
  });

  test('accepts a document of 180 days, a transporter alone (Part A), and rail with its document', () => {
    made({ document: { number: '1', day: '2026-05-27' } });
    expect(made({ vehicles: [], transporterId: '29AAFCA7488L1Z0' })).toMatchObject({ vehicleNo: '', transporterId: '29AAFCA7488L1Z0' });
    expect(made({ mode: 'rail', vehicles: [], transportDocument: 'RR 1', transportDocumentOn: '2026-11-22' })).toMatchObject({
      transMode: 2,
      transDocNo: 'RR 1',
      transDocDate: '22/11/2026',
    });
  });
});

describe('the vehicle of an e-way bill', () => {
  test.each([
    ['KA12AP1235', 'KA12AP1235'],
    ['ka-12 ap 1235', 'KA12AP1235'],
    ['GJ06AA1123', 'GJ06AA1123'],
    ['KA121234', 'KA121234'],
    ['KA12A1234', 'KA12A1234'],
    ['KA12ABC1234', 'KA12ABC1234'],
    ['KA123A1234', 'KA123A1234'],
    ['PQR1234', 'PQR1234'],
    ['TM1234567', 'TM1234567'],
    ['DFABC123', 'DFABC123'],
  ])("is accepted as %s and stated in the portal's format", (number, stated) => {
    expect(made({ vehicles: [{ number, over: false }] }).vehicleNo).toBe(stated);
  });

  test.each([
    ['DL1AB123', 'Vehicle DL1AB123: The e-way bill portal requires all digits: DL01AB0123.'],
    ['22BH1234AA', 'Vehicle 22BH1234AA: A BH number is valid but not in a format that the e-way bill portal accepts.'],
    ['1234', 'Vehicle 1234: Check the vehicle number. It should look like KA12AP1235.'],
    ['KA12AB12345', 'Vehicle KA12AB12345: Check the vehicle number. It should look like KA12AP1235.'],
  ])('is rejected as %s', (number, problem) => {
    expect(ewayProblems(source({ vehicles: [{ number, over: false }] }), TODAY)).toEqual([problem]);
  });

  test('is the first of two, and a warning says to add the other on the e-way bill portal', () => {
    const vehicles = [
      { number: 'KA12AP1235', over: true },
      { number: 'KA12AP1236', over: false },
    ];
    expect(made({ vehicles })).toMatchObject({ vehicleNo: 'KA12AP1235', vehicleType: 'O' });
    expect(ewayRemarks(source({ vehicles }))).toEqual([
      'The file contains vehicle KA12AP1235. Add KA12AP1236 with their quantities on the e-way bill portal (one Part B each).',
    ]);
  });
});
