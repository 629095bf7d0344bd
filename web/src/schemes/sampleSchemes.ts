import type { Scheme } from '@aapurti/contract/schemes/schemes';

function sample(schemeNumber: number, given: Partial<Scheme> & Pick<Scheme, 'schemeName' | 'EANCode' | 'productName'>): Scheme {
  return {
    _id: `sample-${schemeNumber}`,
    userID: '',
    schemeNumber,
    date: '2026-04-01',
    quantity: 10,
    freeQuantity: 1,
    netPTR: null,
    UOM: 'PCS',
    discount: null,
    validity: null,
    narration: null,
    active: true,
    createdAt: '2026-04-01T00:00:00+05:30',
    updatedAt: '2026-04-01T00:00:00+05:30',
    ...given,
  };
}

/** Sample data at /example: invented goods, with EANs of the range reserved for use inside a shop. */
export const sampleSchemes: readonly Scheme[] = [
  sample(1, {
    schemeName: 'Buy 10 get 1',
    EANCode: '2000000000015',
    productName: 'Basmati Rice 5 kg',
    netPTR: 499.05,
    narration: 'For orders of full cases',
  }),
  sample(2, {
    schemeName: 'Diwali stock-up',
    EANCode: '2000000000022',
    productName: 'Chana Dal 1 kg',
    quantity: 24,
    freeQuantity: 2,
    discount: 5,
    validity: '2030-11-15',
  }),
  sample(3, {
    schemeName: 'New pack launch',
    EANCode: '2000000000039',
    productName: 'Garam Masala 100 g',
    quantity: 48,
    freeQuantity: 0,
    discount: 12.5,
    netPTR: 68.25,
    UOM: 'PAC',
  }),
  sample(4, {
    schemeName: 'Monsoon offer',
    EANCode: '2000000000046',
    productName: 'Assam Tea 250 g',
    quantity: 12,
    freeQuantity: 1,
    validity: '2030-09-30',
    UOM: 'PAC',
  }),
  sample(5, {
    schemeName: 'Case discount',
    EANCode: '2000000000053',
    productName: 'Mustard Oil 1 l',
    quantity: 20,
    freeQuantity: null,
    discount: 3,
    netPTR: 148.5,
    UOM: 'BTL',
  }),
  sample(6, {
    schemeName: 'Year-end clearance',
    EANCode: '2000000000060',
    productName: 'दादी की Namkeen 200 g',
    quantity: 30,
    freeQuantity: 3,
    active: false,
    validity: '2026-03-31',
  }),
];
