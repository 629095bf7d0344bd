import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import * as india from './india.ts';
import { INDIAN_STATES, STATE_BY_GST_CODE, statesOfPin } from './indian-states.ts';

describe('a GST number', () => {
  test.each([
    '27AAPFU0939F1ZV',
    '24AAQCA8719H1ZC',
    '05AAACG2115R1ZN',
    '05AAACG2140A1ZL',
    '29AABCR1718E1ZL',
    '24AANFA2641L1ZF',
    '29AAGCB7383J1Z4',
    '24AAACC1206D1ZM',
    '38AAACP0165G1ZM',
    '97AAACA1234B1ZB',
    '27aapfu0939f1zv ',
    '27 AAPFU0939F-1ZV',
  ])('is right and ordinary: %s', (gstin) => {
    expect(india.gstinProblem(gstin)).toBeNull();
    expect(india.gstinRemark(gstin)).toBeNull();
  });

  test.each([
    ['27AAPFU0939F1ZO', "The GST number's check character should be V. Please check every character."],
    ['01AABCE2207R1Z5', "The GST number's check character should be V. Please check every character."],
    ['16DEFPS8555D1Z7', "The GST number's check character should be 6. Please check every character."],
    ['27AAPFU0939F1Z', 'A GST number has 15 characters; this one has 14.'],
    ['', 'A GST number has 15 characters; this one has 0.'],
    ['369296450896540', 'Invalid GST number. It should look like 27AAPFU0939F1ZV.'],
    ['02AMBPG7773M002', 'Invalid GST number. It should look like 27AAPFU0939F1ZV.'],
    ['29AAFCA7488L1Z0', expect.stringContaining('check character')],
    ['88AAACD8017H1ZX', 'The GST number starts with 88, which is not a state code.'],
    ['00AABCE2207R1Z5', 'The GST number starts with 00, which is not a state code.'],
    ['29AABCF8078M1C8', 'This GST number belongs to an e-commerce operator for collecting tax (TCS), not to a supplier.'],
    ['0717UNO00157UNO', "This UIN belongs to a UN body or embassy. It is used for tax refunds and is not a supplier's number."],
    ['0717UNO00158UNO', expect.stringContaining('check character')],
    ['2917AAA00043NRJ', expect.stringContaining('check character')],
    ['9917SGP29002OST', expect.stringContaining('check character')],
    ['27ABMXA3211G1Z' + india.gstinCheckCharacter('27ABMXA3211G1Z'), 'The GST number contains ABMXA3211G, which is not a PAN.'],
  ])('is wrong: %s', (gstin, message) => {
    expect(india.gstinProblem(gstin)).toEqual(message);
  });

  test.each([
    ['19AAACI1681G1DV', "This GST number belongs to a tax deductor (TDS), not a supplier. Ask for the supplier's number."],
    ['2917AAA00042NRJ', 'This GST number belongs to a non-resident taxable person. It is valid for a limited time; check its dates.'],
    ['9917SGP29001OST', 'This GST number belongs to a foreign supplier of online services (OIDAR), which does not supply goods.'],
    ['27AAPFU0939F1AA', "The 14th character of a supplier's GST number is nearly always Z, not A."],
  ])('is well-formed but needs the administrator’s judgement: %s', (gstin, remark) => {
    expect(india.gstinProblem(gstin)).toBeNull();
    expect(india.gstinRemark(gstin)).toBe(remark);
  });

  test('contains the PAN of the vendor', () => {
    expect(india.gstinProblem('27AAPFU0939F1ZV', 'aapfu0939f ')).toBeNull();
    expect(india.gstinProblem('27AAPFU0939F1ZV', '')).toBeNull();
    expect(india.gstinProblem('27AAPFU0939F1ZV', 'AAPFU0939G')).toBe(
      'The GST number contains the PAN AAPFU0939F, but the PAN entered is AAPFU0939G.',
    );
  });

  test('of a department contains no PAN, so any PAN is accepted', () => {
    expect(india.gstinProblem('27MUMA12345M1Z9', 'AAPFU0939F')).toBeNull();
    expect(india.gstinProblem('27MUMA12345M1Z8')).toMatch(/should be 9/);
  });

  test('gets a warning if its state is not that of the address', () => {
    expect(india.gstinRemark('27AAPFU0939F1ZV', 'IN-MH')).toBeNull();
    expect(india.gstinRemark('27AAPFU0939F1ZV', 'US-CA')).toBeNull();
    expect(india.gstinRemark('27AAPFU0939F1ZV', 'IN-GJ')).toBe('The GST number belongs to Maharashtra, but the address is in Gujarat.');
    expect(india.gstinRemark('97AAACA1234B1ZB', 'IN-GJ')).toBe('The GST number belongs to Other Territory, but the address is in Gujarat.');
  });

  test.each([
    ['27AAPFU0939F1Z', 'V'],
    ['88AAACD8017H1Z', 'K'],
    ['00AABCE2207R1Z', 'X'],
    ['27aapfu0939f1z', ''],
  ])('has the right check character: %s "%s"', (first14, expected) => {
    expect(india.gstinCheckCharacter(first14)).toBe(expected);
  });
});

test('accepts every state code of the tax office, including old ones', () => {
  const codes = Array.from({ length: 38 }, (_, index) => String(index + 1).padStart(2, '0'));
  expect([...STATE_BY_GST_CODE.keys()].sort()).toEqual([...codes, '96', '97', '99']);
  expect(STATE_BY_GST_CODE.get('28')?.key).toBe('IN-AP');
  expect(STATE_BY_GST_CODE.get('37')?.key).toBe('IN-AP');
  expect(STATE_BY_GST_CODE.get('25')?.key).toBe('IN-DH');
  expect(new Set(INDIAN_STATES.map(({ key }) => key)).size).toBe(36);
});

describe('a PAN', () => {
  test.each(['AAKFD7113K', 'AAPPV8261K', 'ABMPA3211G', 'ACUPA7085R', 'AFZPK7190K', ' aakfd7113k'])('is right: %s', (pan) => {
    expect(india.panProblem(pan)).toBeNull();
    expect(india.panRemark(pan)).toBeNull();
  });

  test.each([
    ['ACUPA7085RR', 'A PAN has 10 characters; this one has 11.'],
    ['ABMPA32111', 'Invalid PAN. It should be five letters, four digits and a letter, for example AAKFD7113K.'],
    ['ABMXA3211G', 'The fourth letter of a PAN shows the type of holder. X is not a valid type.'],
    ['ACUPA0000R', 'The digits of a PAN are never 0000.'],
  ])('is wrong: %s', (pan, message) => {
    expect(india.panProblem(pan)).toBe(message);
  });

  test('gets a warning and is not rejected for rare kinds of holder and companies of farmers', () => {
    for (const pan of ['AAAKA1234A', 'AAAEA1234A']) {
      expect(india.panProblem(pan)).toBeNull();
      expect(india.panRemark(pan)).toMatch(/is rare/);
    }
    expect(india.panRemark('AAACA1234B', 'Farmer')).toBe('This is the PAN of a company, but the vendor type is Farmer.');
    expect(india.panRemark('AAACA1234B', 'Millers')).toBeNull();
  });
});

test.each([
  ['HDFC0002854', null],
  ['IDIB000A001', null],
  ['BARB0DBAGIY', null],
  ['BOTM0NEEMRA', null],
  [' KKBK0000261 ', null],
  ['HDFCO002854', 'The fifth character of an IFSC code is the digit 0, not the letter O.'],
  ['HDFC000285', 'An IFSC code has 11 characters; this one has 10.'],
  ['HDFC00028541', 'An IFSC code has 11 characters; this one has 12.'],
  ['hdfc0002854', 'Enter the IFSC code in capital letters.'],
  ['HDF10002854', 'Invalid IFSC code. It should look like HDFC0002854.'],
])('the IFSC code %s is checked', (ifsc, message) => {
  expect(india.ifscProblem(ifsc)).toBe(message);
});

describe('a PIN code', () => {
  test.each(['110001', '560038', '999999', '194101'])('is right: %s', (pin) => expect(india.pinProblem(pin)).toBeNull());
  test.each(['012345', '56003', '5600388', '5600 38', '56003A', '५६००३८', ''])('is wrong: "%s"', (pin) => {
    expect(india.pinProblem(india.normalisePin(pin))).toBe('Invalid Postal Code, Please enter valid Postal Code.');
  });
  test('may have one space after the third digit', () => {
    expect(india.normalisePin(' 560 038 ')).toBe('560038');
    expect(india.pinProblem('560 038')).not.toBeNull();
  });

  test.each([
    ['110001', 'IN-DL', null],
    ['400001', 'IN-MH', null],
    ['396210', 'IN-DH', null],
    ['396210', 'IN-GJ', null],
    ['194101', 'IN-LA', null],
    ['194101', 'IN-JK', null],
    ['533464', 'IN-PY', null],
    ['110001', 'US-CA', null],
    ['500001', 'IN-AP', 'PIN codes that start with 500 are in Telangana, not in Andhra Pradesh.'],
    ['503001', 'IN-KA', 'PIN codes that start with 503 are in Andhra Pradesh and Telangana, not in Karnataka.'],
    ['999999', 'IN-MH', 'Use 999999 for an address outside India.'],
    ['900001', 'IN-MH', 'PIN codes that start with 9 belong to the Army.'],
    ['868001', 'IN-BR', 'No Indian PIN code starts with 868.'],
  ])('gets a warning if it does not fit the state: %s in %s', (pin, state, remark) => {
    expect(india.pinRemark(pin, state)).toBe(remark);
  });
});

describe('a mobile number', () => {
  test.each([
    ['9876543210', null],
    ['6000000000', null],
    ['5876543210', 'Indian mobile numbers start with 6, 7, 8 or 9.'],
  ])('is right: %s', (mobile, remark) => {
    expect(india.mobileProblem(mobile)).toBeNull();
    expect(india.mobileRemark(mobile)).toBe(remark);
  });
  test.each(['0123456789', '98765', '98765432101', '987654321O', ''])('is wrong: "%s"', (mobile) => {
    expect(india.mobileProblem(india.normaliseMobile(mobile))).toBe('Invalid Mobile Number, Please enter valid Mobile number.');
  });
  test.each([
    ['+91 98765 43210', '9876543210'],
    ['06000000000', '6000000000'],
    ['919876543210', '9876543210'],
    ['9187654321', '9187654321'],
  ])('typed as %s is read as %s', (typed, mobile) => expect(india.normaliseMobile(typed)).toBe(mobile));
});

describe('an EAN code', () => {
  test.each([
    '96385074',
    '73513537',
    '036000291452',
    '5901234123457',
    '4006381333931',
    '8901030516320',
    '8901001555082',
    '18901030516327',
    '10614141000415',
    ' 8901030516320 ',
  ])('is right: %s', (ean) => {
    expect(india.eanProblem(ean)).toBeNull();
    expect(india.eanRemark(ean)).toBeNull();
  });

  test.each([
    ['8901030516321', "The EAN code's check digit should be 0. Please check every digit."],
    ['8901030865321', expect.stringContaining('check digit')],
    ['28901030516320', expect.stringContaining('check digit')],
    ['590123412345', expect.stringContaining('check digit')],
    ['89010305163', 'An EAN code has 8, 12, 13 or 14 digits; this one has 11.'],
    ['8.90E+12', 'An EAN code has digits only.'],
    ['८९०१०३०५१६३२०', 'An EAN code has digits only.'],
  ])('is wrong: %s', (ean, message) => expect(india.eanProblem(ean)).toEqual(message));

  test.each(['2000000000001', '20000002', '2123456789010', '0212345678902'])('may be a shop’s own code: %s', (ean) => {
    if (ean.startsWith('2')) expect(india.eanProblem(ean)).toBeNull();
    expect(india.eanRemark(ean)).toMatch(/own code/);
  });

  test.each([
    ['890103051632', '0'],
    ['9638507', '4'],
    ['03600029145', '2'],
    ['1890103051632', '7'],
    ['1061414100041', '5'],
  ])('has the right check digit: %s', (body, digit) => expect(india.eanCheckDigit(body)).toBe(digit));
});

test.each([
  ['0401', null],
  ['10063020', null],
  ['61149090', null],
  ['995411', null],
  ['9954', null],
  ['61149', 'An HSN code has 4, 6 or 8 digits; this one has 5.'],
  ['1', 'An HSN code has 4, 6 or 8 digits; this one has 1.'],
  ['99', 'An HSN code has 4, 6 or 8 digits; this one has 2.'],
  ['99541', 'A service code (SAC) has 4 or 6 digits.'],
  ['99541100', 'A service code (SAC) has 4 or 6 digits.'],
  ['ABCD', 'An HSN code has digits only.'],
])('the HSN code %s is checked', (hsn, message) => expect(india.hsnProblem(hsn)).toBe(message));

const shared = new URL('../../../shared/data/', import.meta.url);

describe('a vehicle number', () => {
  test.each(['KA12AP1235', 'GJ06AA1123', 'DL01AB0123', 'PQR1234', 'TM1234567', 'DL029138', 'KA123A1234', 'DF12AB34', 'ka 12-ap 1235'])(
    'has the format of the e-way bill portal: %s',
    (text) => expect(india.vehicleRemark(text)).toBeNull(),
  );

  test.each([
    ['DL1AB123', 'The e-way bill portal requires all digits: DL01AB0123.'],
    ['MYX 12', 'The e-way bill portal requires all digits: MYX0012.'],
    ['KA12AB12345', 'Check the vehicle number. It should look like KA12AP1235.'],
    ['1234', 'Check the vehicle number. It should look like KA12AP1235.'],
    ['TM1234', 'Check the vehicle number. It should look like KA12AP1235.'],
    ['22BH1234AA', 'A BH number is valid but not in a format that the e-way bill portal accepts.'],
  ])('gets a warning: %s', (text, remark) => expect(india.vehicleRemark(text)).toBe(remark));
});

test.each([
  ['381009290312', null],
  ['301002999920', null],
  ['371003382498', null],
  ['131000026768', null],
  ['1810000387', 'An e-way bill number has 12 digits; this one has 10.'],
  ['3810092903121', 'An e-way bill number has 12 digits; this one has 13.'],
  ['081009290312', 'An e-way bill number does not start with 0.'],
])('the e-way bill number %s has the warning %j', (text, remark) => expect(india.ewayBillRemark(text)).toBe(remark));

test.each([
  ['INV/25-26/0001', null],
  ['1', null],
  ['0012', null],
  ['ABCDEFGHIJ123456', null],
  ['ABCDEFGHIJ1234567', 'Under GST rules a challan number has at most 16 characters; this one has 17.'],
  ['INV 1', 'Under GST rules a challan number has only letters, digits, - and /.'],
  ['INV_1', 'Under GST rules a challan number has only letters, digits, - and /.'],
  ['/1', 'Under GST rules a challan number has only letters, digits, - and /.'],
  ['चालान', 'Under GST rules a challan number has only letters, digits, - and /.'],
])('the document number %s has the warning %j', (text, remark) => expect(india.documentNumberRemark(text)).toBe(remark));

describe.skipIf(!existsSync(new URL('vectors.json', shared)))('the shared vectors (skipped where they are absent)', () => {
  const vectors = existsSync(shared)
    ? z.record(z.string(), z.record(z.string(), z.boolean())).parse(JSON.parse(readFileSync(new URL('vectors.json', shared), 'utf8')))
    : {};

  test.each([
    ['gstin', india.gstinProblem],
    ['pan', india.panProblem],
    ['ifsc_format', india.ifscProblem],
    ['pin', india.pinProblem],
    ['hsn_format', india.hsnProblem],
    ['gtin', india.eanProblem],
    ['vehicle', india.vehicleRemark],
    ['ewb', india.ewayBillRemark],
    ['doc_no_rule46', india.documentNumberRemark],
    ['mobile_norm', (text: string) => india.mobileProblem(text) ?? india.mobileRemark(text)],
  ] as const)('agree with the check of %s', (name, problem: (text: string) => string | null) => {
    const expected = Object.entries(vectors[name] ?? {});
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.map(([text]) => [text, problem(text) === null])).toEqual(expected);
  });

  test('contain 264 real EAN codes, all right', () => {
    const eans = readFileSync(new URL('ean13-india-264.csv', shared), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.slice(0, 13));
    expect(eans).toHaveLength(264);
    expect(eans.filter((ean) => india.eanProblem(ean) !== null)).toEqual([]);
  });

  test('contain the post office’s PIN codes, which lie in the ranges except for its 11 errors and the army', () => {
    const counts = z
      .record(z.string(), z.record(z.string(), z.number()))
      .parse(JSON.parse(readFileSync(new URL('pin3-state-counts.json', shared), 'utf8')));
    const known = new Map(INDIAN_STATES.map(({ name }) => [name.toUpperCase(), name]));
    known.set('THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU', 'Dadra and Nagar Haveli and Daman and Diu');
    const strangers = Object.entries(counts).flatMap(([prefix, byState]) =>
      Object.entries(byState)
        .filter(([state]) => !statesOfPin(prefix).some(({ name }) => name === known.get(state)))
        .map(([state, count]) => ({ prefix, state, count })),
    );
    expect(strangers.filter(({ count }) => count > 2)).toEqual([]);
  });
});
