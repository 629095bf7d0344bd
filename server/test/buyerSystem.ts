import type { BuyerSystem, PulledPage, PullKind, SettledAnswer } from '../src/erp/port.ts';
import type { BuyerItem, KnownSupplier, PulledLine, PulledOrder, PulledPayment, PulledReturn } from '../src/erp/records.ts';

interface Records {
  suppliers: KnownSupplier[];
  items: BuyerItem[];
  orders: PulledOrder[];
  returns: PulledReturn[];
  payments: PulledPayment[];
}

/** A buyer's system in memory: its records are pulled in pages, and the cursor is the position of the next record. */
export class FakeBuyerSystem implements BuyerSystem {
  readonly source: string;
  readonly records: Records = { suppliers: [], items: [], orders: [], returns: [], payments: [] };
  /** The trouble that occurs instead of a kind's pages, or before a page from the second on. */
  readonly trouble: Partial<Record<PullKind, (page: number) => Promise<void>>> = {};
  readonly asked: [PullKind, string | null][] = [];
  readonly told: { number: string; reference: string | null; on: string }[] = [];
  pageSize = 100;
  faults: PulledPage<unknown>['faults'] = [];
  acknowledging: (() => Promise<void>) | null = null;
  readonly answered: SettledAnswer[] = [];
  answering: (() => Promise<void>) | null = null;

  constructor(source = 'fake') {
    this.source = source;
  }

  async createSupplier(vendor: { vendorCode: number }) {
    return { externalId: `SUP-${vendor.vendorCode}` };
  }

  readonly pulls = {
    suppliers: (cursor: string | null) => this.#pages('suppliers', cursor),
    items: (cursor: string | null) => this.#pages('items', cursor),
    orders: (cursor: string | null) => this.#pages('orders', cursor),
    returns: (cursor: string | null) => this.#pages('returns', cursor),
    payments: (cursor: string | null) => this.#pages('payments', cursor),
  };

  async acknowledgeOrder(order: { number: string; reference: string | null; on: string }) {
    await this.acknowledging?.();
    const { number, reference, on } = order;
    this.told.push({ number, reference, on });
  }

  async answerOrder(answer: SettledAnswer) {
    await this.answering?.();
    this.answered.push(answer);
  }

  async *#pages<K extends PullKind>(kind: K, cursor: string | null): AsyncGenerator<PulledPage<Records[K][number]>> {
    this.asked.push([kind, cursor]);
    const all: Records[K][number][] = this.records[kind];
    // A system that is asked from its cursor returns the last records again.
    let place = cursor === null ? 0 : Math.max(0, Number(cursor) - 1);
    for (let page = 0; page === 0 || place < all.length; page += 1) {
      await this.trouble[kind]?.(page);
      const rows = all.slice(place, place + this.pageSize);
      place += rows.length;
      yield { rows, faults: kind === 'orders' ? this.faults : [], cursor: String(place) };
    }
  }
}

export function pulledLine(given: Partial<PulledLine> = {}): PulledLine {
  return {
    externalId: null,
    itemCode: 'RICE-1',
    itemName: 'Basmati Rice 1 kg',
    ean: '8901030516320',
    secondEan: null,
    hsnCode: '10063020',
    skuCode: null,
    uom: 'PCS',
    quantity: '10',
    caseQuantity: null,
    receivedQuantity: null,
    mrp: '120.00',
    unitPrice: '100.00',
    discountRate: '0',
    discount: '0.00',
    taxable: '1000.00',
    cgstRate: '2.5',
    sgstRate: '2.5',
    igstRate: null,
    cessRate: null,
    cgst: '25.00',
    sgst: '25.00',
    igst: '0.00',
    cess: '0.00',
    total: '1050.00',
    ...given,
  };
}

export function pulledOrder(given: Partial<PulledOrder> & Pick<PulledOrder, 'supplier' | 'number'>): PulledOrder {
  return {
    externalId: `id of ${given.number}`,
    version: '1',
    raw: { name: given.number },
    orderedOn: '2026-11-02',
    deliverBy: '2026-11-20',
    status: 'Open',
    acknowledgedOn: null,
    acknowledgementReference: null,
    paid: '0',
    deliveryLocation: 'Pune DC',
    vendorAddress: null,
    lines: [pulledLine()],
    ...given,
  };
}

export function pulledPayment(given: Partial<PulledPayment> & Pick<PulledPayment, 'supplier' | 'externalId' | 'amount'>): PulledPayment {
  return { version: '1', raw: null, paidOn: '2026-11-10', mode: 'Wire Transfer', remarks: null, invoiceNumber: null, ...given };
}

export function pulledReturn(given: Partial<PulledReturn> & Pick<PulledReturn, 'supplier' | 'externalId'>): PulledReturn {
  return {
    version: '1',
    raw: null,
    poNumber: 'PO 1',
    poDate: '2026-11-02',
    invoiceNumber: null,
    invoiceDate: null,
    itemName: 'Basmati Rice 1 kg',
    receivedQuantity: '10',
    returnedQuantity: '2',
    remarks: 'Torn',
    ...given,
  };
}
