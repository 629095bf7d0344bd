import { expect, test } from 'vitest';

import { bankRemark } from './banks.ts';

test.each([
  ['State Bank of India', 'SBIN0000300', null],
  ['S.B.I.', 'SBIN0000300', null],
  ['SBI, Pune', 'sbin0000300', null],
  ['HDFC BANK LTD', 'HDFC0002854', null],
  ['State Bank of India', 'HDFC0002854', 'HDFC Bank'],
  ['Bank of India', 'BKID0000001', null],
  // Other banks' names contain "Bank of India", but not the other way round.
  ['Bank of India', 'SBIN0000300', 'State Bank of India'],
  ['Union Bank of India', 'UBIN0531234', null],
  ['Indian Bank', 'SIBL0000001', 'South Indian Bank'],
  ['Jammu and Kashmir Bank', 'JAKA0KUPWAR', null],
  ['', 'HDFC0002854', null],
  ['  ', 'HDFC0002854', null],
  ['Any Bank', 'ZZZZ0000001', null],
  ['Any Bank', '', null],
  ['स्टेट बैंक', 'HDFC0002854', 'HDFC Bank'],
])('the bank %s and the IFSC code %s get the warning %s', (name, ifsc, bank) => {
  const remark = bankRemark(name, ifsc);
  expect(remark).toEqual(bank === null ? null : expect.stringContaining(`belongs to ${bank},`));
});
