/* The movements of goods, in one table for form, API, upload, e-way bill and document. Its sources are rules 55 and 138 of the CGST Rules,
   2017, section 34 of the CGST Act for the accompanying document, and for the codes of the bill the master codes of the e-way bill API with
   its "sub supply type and document type" mapping, which pairs each sub type with the documents and parties that it accepts. */

/** A party of the trade. */
export type Side = 'vendor' | 'buyer';

export const PACKAGE_WORDS = { carton: 'Carton', pallet: 'Pallet', loose: 'Loose' } as const;
/** The modes of transport of an e-way bill. */
export const TRANSPORT_WORDS = { road: 'Road', rail: 'Rail', air: 'Air', ship: 'Ship' } as const;
/** A quantity is provisional if it is not known at dispatch. */
export const BASIS_WORDS = { exact: 'Exact', provisional: 'Provisional (Rule 55(1)(v))' } as const;

/** The document types of the e-way bill portal that this table needs: invoice, bill of supply, challan, other. */
export type EwayDocument = 'INV' | 'BIL' | 'CHL' | 'OTH';

interface EwayCodes {
  subSupplyType: 1 | 4 | 5 | 6 | 7 | 8 | 10 | 12;
  docType: Exclude<EwayDocument, 'BIL'>;
  /** The description that sub type 8 requires, at most 20 characters. */
  description?: string;
  /** True if the portal accepts the sender's own number for both parties, because nobody has bought the goods yet. */
  toSelf?: true;
}

export interface Movement {
  words: string;
  /** The party that issues the note. A note belongs to a vendor, who reads it, so movements between the buyer's own places have none. */
  issuer: Side;
  /** The party that sends the goods, and the one that receives them; the same for goods that stay with their owner. */
  from: Side;
  to: Side;
  /**
   * The goods that it carries: of `order` lines, which it uses up and which can be received and invoiced; `rejected` ones of them; or the
   * issuer's `own` goods without an order.
   */
  goods: 'order' | 'rejected' | 'own';
  /** True for a supply, whose documents state tax. */
  isSupply: boolean;
  /** The accompanying document; without one it is the challan itself. */
  travelsWith: 'invoice' | 'memo' | null;
  /** The bill that the sender makes, and the one that the receiver makes. */
  outward: EwayCodes;
  inward: EwayCodes;
  /** True for own goods that come back, whose bill is an inward one. */
  comesBack?: true;
}

const challan = (subSupplyType: EwayCodes['subSupplyType'], description?: string): EwayCodes => ({
  subSupplyType,
  docType: 'CHL',
  ...(description === undefined ? {} : { description }),
});
const delivery = { issuer: 'vendor', from: 'vendor', to: 'buyer', goods: 'order', isSupply: false, travelsWith: null } as const;
const sentBack = { issuer: 'buyer', from: 'buyer', to: 'vendor', goods: 'rejected' } as const;
const within = { issuer: 'vendor', from: 'vendor', to: 'vendor', goods: 'own', isSupply: false, travelsWith: null } as const;
const supply: EwayCodes = { subSupplyType: 1, docType: 'INV' };
const toFollow = challan(8, 'Invoice to follow');

const MOVEMENT_TABLE = {
  /** Section 31; rule 138(1)(i). Nil-rated, exempt and untaxed goods travel on a bill of supply. */
  invoice: { ...delivery, words: 'Sale, with tax invoice', isSupply: true, travelsWith: 'invoice', outward: supply, inward: supply },
  /** The portal does not accept a challan with sub type 1. */
  challan: { ...delivery, words: 'Sale, invoice to follow (Rule 55(4))', isSupply: true, outward: toFollow, inward: toFollow },
  /** Section 143: the job worker sends the goods back to the principal. */
  job_work: { ...delivery, words: 'Job work, goods returned', outward: challan(4), inward: challan(6) },
  /** Section 143: the principal sends its goods out. */
  job_work_out: {
    ...sentBack,
    goods: 'own',
    words: 'Job work, goods sent out',
    isSupply: false,
    travelsWith: null,
    outward: challan(4),
    inward: challan(8, 'Job work'),
  },
  /** Section 31(7). */
  approval: { ...delivery, words: 'On approval', outward: challan(8, 'On approval'), inward: challan(8, 'On approval') },
  line_sale: { ...delivery, words: 'Line sale', outward: { ...challan(10), toSelf: true }, inward: challan(8, 'Line sale') },
  other: { ...delivery, words: 'Other than supply', outward: challan(8, 'Others'), inward: challan(8, 'Others') },
  /** Rejected goods were never supplied: the buyer's challan states no tax. */
  return: {
    ...sentBack,
    words: 'Return of rejected goods, with challan',
    isSupply: false,
    travelsWith: null,
    outward: challan(8, 'Purchase Return'),
    inward: challan(7),
  },
  /** Section 34: the note reduces the tax of the invoice, so its figures have the tax. */
  return_memo: {
    ...sentBack,
    words: 'Return of rejected goods, with credit or debit memo',
    isSupply: true,
    travelsWith: 'memo',
    outward: { subSupplyType: 8, docType: 'OTH', description: 'Purchase Return' },
    inward: challan(7),
  },
  own_use: { ...within, words: 'Own use, between own premises', outward: challan(5), inward: challan(5) },
  exhibition: { ...within, words: 'Exhibition or fair', outward: challan(12), inward: challan(12) },
  exhibition_back: { ...within, words: 'Exhibition or fair, goods returned', outward: challan(12), inward: challan(12), comesBack: true },
} as const satisfies Record<string, Movement>;

/** The reason for a movement of goods: a row of the table. */
export type DispatchKind = keyof typeof MOVEMENT_TABLE;
export const MOVEMENTS: Readonly<Record<DispatchKind, Movement>> = MOVEMENT_TABLE;
export const DISPATCH_KINDS = Object.keys(MOVEMENT_TABLE) as [DispatchKind, ...DispatchKind[]];

/** The kinds of notes that use up orders and can be received and invoiced; no other kind does, whatever it carries. */
export const DELIVERIES = DISPATCH_KINDS.filter((kind) => MOVEMENTS[kind].goods === 'order');

/** The end of a movement at which a party makes the e-way bill; null if it is at neither. */
export function makerOf(kind: DispatchKind, side: Side): 'consignor' | 'consignee' | null {
  const { from, to, comesBack } = MOVEMENTS[kind];
  if (from === to) return side !== from ? null : comesBack === true ? 'consignee' : 'consignor';
  return side === from ? 'consignor' : 'consignee';
}
