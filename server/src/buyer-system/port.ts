/** A vendor, as the buyer's system needs it to know a supplier. */
export interface Supplier {
  vendorCode: number;
  name: string;
  email: string | null;
  mobileNumber: string | null;
  pan: string | null;
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
 * The buyer's ERP. What the portal reads of it (items; later orders, returns, payments) it reads from its own tables, so it works
 * while that system is down: whatever system there is hands its rows to `storeItems` under its own source name. The embedded one
 * does so from the sheets that an administrator loads. What the portal asks the system to do are the calls below.
 */
export interface BuyerSystem {
  /** Under which its rows are kept: one system never touches another's. */
  readonly source: string;
  /** Creates the supplier, or finds the one made for this vendor before: asking twice gives the same id. */
  createSupplier(vendor: Supplier): Promise<{ externalId: string }>;
}
