export const PARTY_LABELS = { vendorGST: 'Vendor GST Registration', buyerGST: 'Buyer GST Registration' } as const;
