import { showMoney } from '@aapurti/contract/ground/fields';
import { Decimal } from '@aapurti/contract/ground/numbers';
import { type Invoice, invoices } from '@aapurti/contract/invoices/invoices';
import { type InvoiceLine, invoiceLines } from '@aapurti/contract/invoices/invoiceLines';
import { type Memo, memos } from '@aapurti/contract/memos/memos';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';

import { call } from '../ground/api.ts';
import type { Values } from '../form/useContractForm.ts';
import { moneyText } from '../form/money.ts';
import { asTyped, type Words } from '../words/words.ts';

export interface GivenMemo {
  values: Values;
  /** The claims that the memo can settle, with their labels. */
  claims: readonly { value: string; label: Words }[];
}

const NOTHING: GivenMemo = { values: {}, claims: [] };

/**
 * The initial values of a vendor's new credit memo, from the address: goods of an invoice line, an invoice alone, or the claim that it
 * settles. All values can be changed, as if the user had typed them.
 */
export function useGivenMemo() {
  const given: Record<string, unknown> = useSearch({ strict: false });
  const [invoiceId = '', line = '', quantity = '', claimId = ''] = ['invoiceId', 'line', 'quantity', 'claimId'].map((name) =>
    textOf(given[name]),
  );
  return useQuery({
    queryKey: [memos.credit.create.id, 'given', invoiceId, line, quantity, claimId],
    queryFn: async ({ signal }): Promise<GivenMemo> => {
      const read = { signal };
      if (claimId !== '') {
        const [claim] = (await call(memos.debit.get, { params: { id: claimId }, ...read })).data;
        return claim === undefined ? NOTHING : ofClaim(claim);
      }
      if (invoiceId === '') return NOTHING;
      const params = { id: invoiceId };
      const [invoice] = (await call(invoices.get, { params, ...read })).data;
      const lines = line === '' ? [] : (await call(invoiceLines.get, { params, ...read })).data;
      return invoice === undefined
        ? NOTHING
        : ofInvoice(
            invoice,
            lines.find(({ no }) => no === Number(line)),
            Number(quantity),
          );
    },
    // A reload must not replace typed values.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

/** A parameter of the address as text; the router parses digits as a number. */
const textOf = (given: unknown) => (typeof given === 'string' || typeof given === 'number' ? String(given) : '');

function ofInvoice(invoice: Invoice, line: InvoiceLine | undefined, quantity: number): GivenMemo {
  const { userID, invoiceNumber, invoiceDate, PONumber, vendorGST, buyerGST } = invoice;
  const values = { userID, vendorInvoiceRef: invoiceNumber, vendorInvoiceRef_Date: invoiceDate, buyerPORef: PONumber, vendorGST, buyerGST };
  return { values: line === undefined || !(quantity > 0) ? values : { ...values, ...goodsOf(line, quantity) }, claims: [] };
}

/** The values of returned goods, at the prices of the invoice line. */
function goodsOf(line: InvoiceLine, quantity: number): Values {
  const share = new Decimal(quantity).div(line.quantity);
  const part = (amount: Decimal.Value) => share.times(amount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const [CGST, SGST, IGST] = [part(line.CGST), part(line.SGST), part(line.IGST)];
  const each = new Decimal(line.taxable).div(line.quantity);
  const shown = (amount: Decimal) => (amount.isZero() ? '' : amount.toFixed(2));
  return {
    productName: line.itemName,
    HSNCode: line.hsnCode,
    ...(line.poNumber === null ? {} : { buyerPORef: line.poNumber }),
    itemQuantity: new Decimal(quantity).toFixed(),
    unitPrice: line.unitPrice,
    priceDifference: each.decimalPlaces() > 2 ? '' : each.toFixed(2),
    taxRate: line.taxRate,
    CGST: shown(CGST),
    SGST: shown(SGST),
    IGST: shown(IGST),
    amount: Decimal.sum(part(line.taxable), CGST, SGST, IGST, part(line.cess)).toFixed(2),
  };
}

/** The values for a memo about the same event as the claim, with the claim's figures. */
function ofClaim(claim: Memo): GivenMemo {
  const { _id, userID, amount, answered, status } = claim;
  const { productName, HSNCode, vendorInvoiceRef, vendorInvoiceRef_Date, buyerPORef, buyerPORef_Date, vendorGST, buyerGST } = claim;
  const { itemQuantity, unitPrice, taxRate, CGST, SGST, IGST } = claim;
  const values = {
    userID,
    productName,
    HSNCode,
    vendorInvoiceRef,
    vendorInvoiceRef_Date,
    buyerPORef,
    buyerPORef_Date,
    vendorGST,
    buyerGST,
  };
  const figures =
    answered > 0
      ? {}
      : {
          itemQuantity,
          unitPrice: moneyText(unitPrice),
          priceDifference: moneyText(unitPrice),
          taxRate,
          CGST: moneyText(CGST),
          SGST: moneyText(SGST),
          IGST: moneyText(IGST),
          amount: moneyText(amount),
        };
  if (status === 'reversed') return { values: { ...values, ...figures }, claims: [] };
  return { values: { ...values, ...figures, claimId: _id }, claims: [claimOption(claim)] };
}

/** A claim as an option of the form. */
export const claimOption = ({ _id, memoNumber, amount }: Pick<Memo, '_id' | 'memoNumber' | 'amount'>): GivenMemo['claims'][number] => ({
  value: _id,
  label: asTyped(`${memoNumber ?? _id}, ${showMoney(amount)}`),
});
