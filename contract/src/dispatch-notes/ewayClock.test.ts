import { expect, test } from 'vitest';

import { ewayClock, ewayValidUntil, readEwayResults } from './ewayClock.ts';

test.each([
  ['2024-02-25', 10, false, '2024-02-26T18:29:00.000Z'],
  ['2026-11-23', 200, false, '2026-11-24T18:29:00.000Z'],
  ['2026-11-23', 201, false, '2026-11-25T18:29:00.000Z'],
  ['2026-11-23', 350, false, '2026-11-25T18:29:00.000Z'],
  ['2026-11-23', 41, true, '2026-11-26T18:29:00.000Z'],
  ['2026-11-23', 0, false, '2026-11-24T18:29:00.000Z'],
])('an e-way bill of %s over %i km, over-dimensional %s, is valid until %s', (day, kilometres, isOver, until) => {
  expect(ewayValidUntil(day, kilometres, isOver).toISOString()).toBe(until);
});

test.each([
  ['2026-11-20T06:00:00Z', 'valid', 'Valid for 3 days.'],
  ['2026-11-22T21:00:00Z', 'valid', 'Valid for 9 hours.'],
  ['2026-11-22T22:00:00Z', 'extend', 'Valid for 8 hours. Extend it on the e-way bill portal now.'],
  ['2026-11-23T05:00:00Z', 'extend', 'Valid for 1 hour. Extend it on the e-way bill portal now.'],
  ['2026-11-23T08:00:00Z', 'extend', 'Expired 2 hours ago. It can still be extended on the e-way bill portal.'],
  ['2026-11-23T14:01:00Z', 'expired', 'Expired 8 hours ago.'],
])('at %s, the validity of an e-way bill is %s', (now, state, words) => {
  expect(ewayClock('2026-11-23T06:00:00Z', new Date(now))).toEqual({ state, words });
});

const result = (row: number, docNo: string, number: string, validUntil: string | null) => ({ row, docNo, number, validUntil });

test.each<[string, string, ReturnType<typeof readEwayResults>]>([
  [
    'a table copied from a spreadsheet',
    'Sl. No.\tDoc No.\tEWB No.\tEWB Date\tValid Till\n1\tDC/14\t381009290312\t23/11/2026\t24/11/2026 11:59:00 PM\n',
    { results: [result(2, 'DC/14', '381009290312', '2026-11-24T18:29:00.000Z')], problems: [] },
  ],
  [
    '.csv, with numbers as text, a title above and Windows line ends',
    'E-way bills of 23-11-2026\r\n"Document No","E-Way Bill No","Valid Upto"\r\n"DC/1,4",="381009290312",26/02/2024\r\n',
    { results: [result(3, 'DC/1,4', '381009290312', '2024-02-26T18:29:00.000Z')], problems: [] },
  ],
  [
    'JSON',
    '{"result":[{"docNo":"DC/14","ewbNo":381009290312,"validUpto":"24/11/2026"}]}',
    { results: [result(1, 'DC/14', '381009290312', '2026-11-24T18:29:00.000Z')], problems: [] },
  ],
  [
    'invalid numbers',
    'docNo,ewbNo,error\nA,081009290312,\nB,38100929031,\nC,,Invalid PIN\nD,381009290312,\nE,381009290312,',
    {
      results: [result(5, 'D', '381009290312', null)],
      problems: [
        'Row 2 (A): An e-way bill number does not start with 0.',
        'Row 3 (B): An e-way bill number has 12 digits; this one has 11.',
        'Row 4 (C): the e-way bill portal returned no number: Invalid PIN',
        'Row 6 (E): e-way bill 381009290312 appears twice in the file.',
      ],
    },
  ],
  [
    'a text without a table',
    'Dear all,\nplease find attached',
    {
      results: [],
      problems: ['The file has no columns for the document number and the e-way bill number in the format of the e-way bill portal.'],
    },
  ],
])('the portal reads results of the e-way bill portal: %s', (_, text, expected) => {
  expect(readEwayResults(text)).toEqual(expected);
});
