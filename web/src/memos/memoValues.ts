import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import type { Memo } from '@aapurti/contract/memos/memos';

import { moneyText } from '../form/money.ts';
import { PARTY_LABELS } from '../registrations/partyLabels.ts';
import { type Merge, mergeValues } from '../form/newer.ts';
import type { Values } from '../form/useContractForm.ts';

/** The fields of section 3 with their labels. */
export const MEMO_LABELS = {
  productName: 'Product Name',
  vendorInvoiceRef: 'Vendor Invoice Reference',
  vendorInvoiceRef_Date: 'Vendor Invoice Date',
  buyerPORef: 'Buyer PO Reference',
  buyerPORef_Date: 'Buyer PO Date',
  description: 'Description',
  itemQuantity: 'Item Quantity',
  HSNCode: 'HSN Code',
  unitPrice: 'Unit Price',
  priceDifference: 'Price Difference',
  taxRate: 'Tax Rate',
  CGST: 'CGST',
  SGST: 'SGST',
  IGST: 'IGST',
  amount: 'Amount',
  memoNumber: 'Memo Number',
  memoDate: 'Memo Date',
  issuer: 'Issued by',
  kind: 'Kind of note',
  ...PARTY_LABELS,
} as const;

const FIELDS = Object.keys(MEMO_LABELS) as (keyof typeof MEMO_LABELS)[];
const AMOUNTS = new Set<string>(['unitPrice', 'priceDifference', 'CGST', 'SGST', 'IGST', 'amount']);

/** The form values of a memo, or of a new one; amounts with two decimals. */
export function memoValues(kind: MemoKind, memo?: Memo): Values {
  const names = FIELDS.filter((name) => kind === 'credit' || name !== 'priceDifference');
  return Object.fromEntries(
    names.map((name) => {
      const value = memo?.[name];
      return [name, AMOUNTS.has(name) ? moneyText(value as number | null | undefined) : (value ?? '')];
    }),
  );
}

/** Merges another user's edit into an open form: see `mergeValues`. */
export function mergeMemo(kind: MemoKind, was: Memo, is: Memo, mine: Values): Merge {
  return mergeValues(memoValues(kind, was), memoValues(kind, is), mine, MEMO_LABELS);
}
