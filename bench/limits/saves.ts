/** One record of each kind, as a new record and as a change. */
import { buyerOrders } from '@aapurti/contract/buyer-system/buyerSystemSheets';
import { products } from '@aapurti/contract/products/products';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { creditMemos, debitMemos } from '@aapurti/contract/memos/memos';
import type { Operation } from '@aapurti/contract/ground/operation';
import { payments } from '@aapurti/contract/payments/payments';
import { schemes } from '@aapurti/contract/schemes/schemes';

import type { Asked } from '../load.ts';
import { type Facts, type Owned, pick } from './facts.ts';

export interface Save {
  name: string;
  ask: (facts: Facts, n: number) => Asked;
}

/** The first number that no earlier run has used. */
const FIRST_NUMBER = Date.now() * 1000;
let numbers = 0;
function newNumber(): string {
  numbers += 1;
  return String(FIRST_NUMBER + numbers);
}

const add = (name: string, { path }: Operation, body: (facts: Facts, n: number) => object): Save => ({
  name,
  ask: (facts, n) => ({ method: 'POST', path, body: body(facts, n), token: pick(facts.writers, n).token }),
});

/** Builds an update. @param changed differs between calls. */
const change = (
  name: string,
  { path }: Operation,
  { of, changed }: { of: (facts: Facts) => readonly Owned[]; changed: (n: number) => object },
): Save => ({
  name,
  ask: (facts, n) => {
    const { writer, id } = pick(of(facts), n);
    return { method: 'PUT', path: path.replace('{id}', id), body: changed(n), token: pick(facts.writers, writer).token };
  },
});

export const invoiceBody = () => ({
  PONumber: '450001',
  PODate: '2026-11-01',
  invoiceNumber: newNumber(),
  invoiceDate: '2026-11-01',
  invoiceValue: '1180.10',
  CGSTValue: 90,
  SGSTValue: 90,
});

const memo = { productName: 'Basmati Rice 5 kg', itemQuantity: 10, unitPrice: 100, taxRate: 5 };
const product = { shelfLifeDays: 180, MRP: 100, percentage: 25, margin: 25, sellingPrice: 75 };

export const saves: readonly Save[] = [
  add('add an invoice', invoices.create, invoiceBody),
  change('change an invoice', invoices.edit, { of: ({ own }) => own.invoices, changed: (n) => ({ PONumber: String(4_500_000 + n) }) }),
  add('save a product', products.save, (facts, n) => ({ ...product, EANCode: pick(facts.items, n), quantity: 10 + (n % 90) })),
  {
    name: 'approve a price',
    ask: (facts, n) => ({
      method: 'PUT',
      path: products.approve.path,
      body: { productIdList: [pick(facts.own.products, n).id], priceApproval: Math.floor(n / facts.own.products.length) % 2 === 1 },
      token: facts.admin.token,
    }),
  },
  {
    name: 'add a payment',
    ask: (facts, n) => {
      const { writer, number } = pick(facts.open, n);
      const body = { invoiceNumber: number, amount: '0.01', paymentMode: 'online' };
      return { method: 'POST', path: payments.create.path, body, token: pick(facts.writers, writer).token };
    },
  },
  add('add a scheme', schemes.create, (facts, n) => ({
    schemaName: `Diwali ${n}`,
    EANCode: pick(facts.items, n),
    quantity: 12,
    freeQuantity: 1,
  })),
  change('change a scheme', schemes.edit, { of: ({ own }) => own.schemes, changed: (n) => ({ narration: `Season ${n}` }) }),
  add('add a debit memo', debitMemos.create, () => ({ ...memo, amount: 1050 })),
  change('change a debit memo', debitMemos.edit, { of: ({ own }) => own.debit, changed: (n) => ({ description: `Rate ${n}` }) }),
  add('add a credit memo', creditMemos.create, () => ({ ...memo, priceDifference: -5, amount: 1050 })),
  change('change a credit memo', creditMemos.edit, { of: ({ own }) => own.credit, changed: (n) => ({ description: `Rate ${n}` }) }),
  add('add a dispatch note', dispatchNotes.create, () => ({ DCNumber: `DC/${newNumber()}`, NumberOfCarton: 4 })),
  change('change a dispatch note', dispatchNotes.edit, {
    of: ({ own }) => own.dispatch_notes,
    changed: (n) => ({ NumberOfCarton: 1 + (n % 500) }),
  }),
  {
    name: 'add a purchase order',
    ask: (facts, n) => ({
      method: 'POST',
      path: buyerOrders.create.path,
      body: {
        userID: pick(facts.writers, n).id,
        poNumber: `BENCH/${newNumber()}`,
        poDate: '2026-11-02',
        lines: [{ EANCode: pick(facts.items, n), quantity: 6, price: 10 }],
      },
      token: facts.admin.token,
    }),
  },
];
