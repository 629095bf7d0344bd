/** A vendor, as the buyer's system needs it to know a supplier. */
export interface Supplier {
  vendorCode: number;
  name: string;
  email: string | null;
  mobileNumber: string | null;
  pan: string | null;
  gstin: string | null;
}

/** A supplier that the buyer's system has. A vendor without a `system_Vendor_id` is matched by GSTIN, else by e-mail. */
export interface KnownSupplier {
  externalId: string;
  name: string;
  email: string | null;
  gstin: string | null;
}

/** An item as any buyer's system hands it in. The code is the buyer's own and unique in its system; EANs are not. */
export interface BuyerItem {
  itemCode: string;
  ean: string;
  name: string;
  brandName: string | null;
  category: string | null;
  hsnCode: string | null;
  skuCode: string | null;
  uom: string | null;
  uomDescription: string | null;
  /** Pieces in one unit. */
  uomConversion: string;
  mrp: string | null;
}

/**
 * What every pulled record has. Amounts, rates and quantities below are decimal strings, days are `YYYY-MM-DD` in India, and what the
 * system leaves open is null.
 */
interface Pulled {
  /** The record in the buyer's system; an amended order keeps the id of its first version. */
  externalId: string;
  /** Changes with the record, as its time of change does: a record that comes again in the same version writes nothing. */
  version: string;
  /** What the system sent, kept as it came. */
  raw: unknown;
}

export interface PulledOrder extends Pulled {
  /** The supplier's id in the buyer's system: the `system_Vendor_id` of a vendor. */
  supplier: string;
  number: string;
  orderedOn: string;
  deliverBy: string | null;
  status: 'Open' | 'Closed' | 'Cancelled';
  acknowledgedOn: string | null;
  acknowledgementReference: string | null;
  /** Of the whole order, where the system says so; '0' otherwise. */
  paid: string;
  deliveryLocation: string | null;
  vendorAddress: string | null;
  lines: PulledLine[];
}

export interface PulledLine {
  externalId: string | null;
  itemCode: string;
  itemName: string;
  ean: string | null;
  secondEan: string | null;
  hsnCode: string | null;
  skuCode: string | null;
  uom: string | null;
  /** In the unit of purchase, above zero. */
  quantity: string;
  /** Pieces in a carton. */
  caseQuantity: string | null;
  /** In the unit of purchase; null where the system reports receipts apart. */
  receivedQuantity: string | null;
  mrp: string | null;
  /** Of one unit, before the discount and without tax; '0' for a free quantity. */
  unitPrice: string;
  discountRate: string;
  discount: string;
  /** Quantity times price less discount, rounded half up to the paisa. */
  taxable: string;
  /** Percent; null where the order states none. */
  cgstRate: string | null;
  sgstRate: string | null;
  igstRate: string | null;
  cessRate: string | null;
  cgst: string;
  sgst: string;
  igst: string;
  cess: string;
  /** Taxable with all taxes. */
  total: string;
}

export interface PulledReturn extends Pulled {
  supplier: string;
  poNumber: string | null;
  poDate: string | null;
  /** The vendor's own invoice, or the debit note against it. */
  invoiceNumber: string | null;
  invoiceDate: string | null;
  itemName: string;
  receivedQuantity: string;
  /** Above zero, whichever sign the system uses. */
  returnedQuantity: string;
  remarks: string | null;
  /** The system took it back: what is stored of it goes. */
  cancelled?: boolean;
}

/** One bill's part of a payment: a payment over many bills comes as many, with ids of their own; what is on account has no invoice. */
export interface PulledPayment extends Pulled {
  supplier: string;
  paidOn: string;
  /** As the system words it: 'Wire Transfer', 'Cheque', … */
  mode: string;
  amount: string;
  remarks: string | null;
  /** The vendor's invoice number; null on account. */
  invoiceNumber: string | null;
  /** The system took it back: what is stored of it goes. */
  cancelled?: boolean;
  /** The payment that it is a part of, with the ids of all its parts in this version: others that are stored of it go. */
  whole?: { id: string; parts: string[] };
}

/** A record that the adapter could not make sense of: named to administrators; the rest of its page is taken over. */
export interface PulledFault {
  externalId: string;
  problem: string;
  raw: unknown;
}

/** One answer of the system: what is in it, what of it makes no sense, and from where to go on after it is stored. */
export interface PulledPage<T> {
  rows: T[];
  faults: PulledFault[];
  /** The mark up to which everything has come: asked with it again, the system gives what changed at it or later. */
  cursor: string;
}

/** What the portal pulls. Each gives pages, oldest change first, from `cursor` on (null: from the start), and throws `BuyerSystemError`. */
export interface Pulls {
  suppliers: (cursor: string | null) => AsyncIterable<PulledPage<KnownSupplier>>;
  items: (cursor: string | null) => AsyncIterable<PulledPage<BuyerItem>>;
  orders: (cursor: string | null) => AsyncIterable<PulledPage<PulledOrder>>;
  returns: (cursor: string | null) => AsyncIterable<PulledPage<PulledReturn>>;
  payments: (cursor: string | null) => AsyncIterable<PulledPage<PulledPayment>>;
}
export type PullKind = keyof Pulls;

/** The system did not answer, or not in a way that can be used. The message is for administrators: what was asked, what came. No secrets. */
export class BuyerSystemError extends Error {
  override name = 'BuyerSystemError';
}

/**
 * The buyer's ERP. What the portal shows of it (items, orders, returns, payments) it reads from its own tables, so it works while that
 * system is down: a background job pulls and stores under the system's source name; the embedded one is fed by the sheets that an
 * administrator loads. What the portal tells the system are the calls below.
 */
export interface BuyerSystem {
  /** Under which its rows are kept: one system never touches another's. */
  readonly source: string;
  /** Creates the supplier, or finds the one made for this vendor before: asking twice gives the same id. */
  createSupplier(vendor: Supplier): Promise<{ externalId: string }>;
  /** Absent where nothing is pulled. */
  readonly pulls?: Pulls;
  /** Asks for items the portal has not pulled yet. */
  findItemsByEan?(ean: string): Promise<BuyerItem[]>;
  /** Tells the buyer that the vendor has seen the order; telling twice does no harm. Absent where there is nobody to tell. */
  acknowledgeOrder?(order: { externalId: string; number: string; reference: string | null; on: string }): Promise<void>;
}

export type RunStart = 'started' | 'running' | 'nothing';

/** The background job that takes over what the buyer's system has, and tells it what happened here. */
export interface Pulling {
  /** From now on, every so many minutes, and once at the start. */
  start(minutes: number): void;
  /** Starts a run now, unless one is under way in this or another process, or there is nothing to pull. It goes on in the background. */
  startNow(how?: { fromStart?: boolean }): Promise<RunStart>;
  /** The same, and waits for its end. */
  run(how?: { fromStart?: boolean }): Promise<RunStart>;
  isRunning(): Promise<boolean>;
  /** Ends after the page that is being stored. */
  stop(): Promise<void>;
}
