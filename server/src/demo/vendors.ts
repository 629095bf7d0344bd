import type { Actor } from '../ground/actor.ts';

/** The vendors that have invoices without lines, and one order each with an advance. */
export type Old = 'mill' | 'foods';
/** The vendors whose invoices all have an order and a goods receipt: one is on time, one waits for its payment, one is new. */
export type Trading = 'hills' | 'press' | 'care';
export type Who = Old | Trading;

export interface Firm {
  serial: number;
  pan: string;
  stateCode: string;
  categories: readonly string[];
  products: number;
  /** The GST rate in percent of most of its sales, and whether the buyer is in another state. */
  rate: string;
  interState: boolean;
  /** The buyer's warehouse to which it delivers. */
  site: number;
  vehicles: readonly [string, string, string];
  transporter: string;
  /** The distance to that warehouse in km. */
  distance: number;
  /** The prefix of its challan numbers for goods. */
  series: string;
}

export const FIRMS: Readonly<Record<Who, Firm>> = {
  mill: {
    serial: 101,
    pan: 'AAFCA4521M',
    stateCode: '06',
    categories: ['Rice', 'Atta & Flour', 'Dals & Pulses'],
    products: 30,
    rate: '5',
    interState: true,
    site: 1,
    series: 'ARM/26-27/L',
    distance: 1390,
    vehicles: ['HR05AB4471', 'HR38X2210', 'PB11CD0932'],
    transporter: 'Karnal Golden Transport Co.',
  },
  foods: {
    serial: 102,
    pan: 'AAGCS7788K',
    stateCode: '27',
    categories: ['Spices', 'Tea & Coffee', 'Biscuits & Snacks', 'Edible Oils'],
    products: 30,
    rate: '18',
    interState: false,
    site: 0,
    series: 'SFS/DC/L',
    distance: 205,
    vehicles: ['MH12QX7705', 'MH14GH0318', 'MH12AB8810'],
    transporter: 'Deccan Cargo Movers',
  },
  hills: {
    serial: 105,
    pan: 'AADCD6217F',
    stateCode: '33',
    categories: ['Tea & Coffee'],
    products: 8,
    rate: '5',
    interState: true,
    site: 0,
    series: 'DTC/26-27/',
    distance: 1240,
    vehicles: ['TN43B6617', 'TN37CK2095', 'KA09D4410'],
    transporter: 'Nilgiri Ghat Roadways',
  },
  press: {
    serial: 106,
    pan: 'ABEFM2093Q',
    stateCode: '27',
    categories: ['Edible Oils', 'Sugar & Jaggery'],
    products: 8,
    rate: '5',
    interState: false,
    site: 1,
    series: 'MLG/DC/',
    distance: 390,
    vehicles: ['MH09CU3381', 'MH10AW0716', 'MH09EM2254'],
    transporter: 'Own vehicle',
  },
  care: {
    serial: 107,
    pan: 'AAXFS4150H',
    stateCode: '24',
    categories: ['Personal Care', 'Household', 'Tea & Coffee', 'Edible Oils', 'Spices', 'Dals & Pulses'],
    products: 14,
    rate: '5',
    interState: true,
    site: 0,
    series: 'SGT/',
    distance: 470,
    vehicles: ['GJ01JT5529', 'GJ27TD1140', 'MH04LE6672'],
    transporter: 'Kalupur Express Cargo',
  },
};

/** Each warehouse of the buyer has its own series: the order with this number for a vendor that delivers there. */
export const orderAt = (who: Who, number: string) =>
  FIRMS[who].site === 1 ? number : number.replace('PO/2026-27', 'PO/NSK/26-27').replace('PO 2026', 'PO NSK');

export const isOld = (vendor: DemoVendor): vendor is DemoVendor<Old> => vendor.who === 'mill' || vendor.who === 'foods';
export const isTrading = (vendor: DemoVendor): vendor is DemoVendor<Trading> => !isOld(vendor);

export interface DemoVendor<W extends Who = Who> {
  who: W;
  actor: Actor;
  rate: string;
  interState: boolean;
}

/** The vendors' users and companies, under the code's names. */
export const people = {
  mill: {
    vendor_Code: 20451,
    vendor_name: 'Annapurna Rice Mill',
    firstName: 'Harpreet',
    lastName: 'Singh',
    vendorType: 'Millers',
    address_Line1: 'Khasra 118, G.T. Road',
    address_Line2: 'Taraori',
    city: 'Karnal',
    state: 'IN-HR',
    postal_Code: '132116',
    mobileNumber: '9812045678',
    bankName: 'Punjab National Bank',
    IFSCCode: 'PUNB0039800',
    accountNumber: '0398002100045678',
    paymentTerms: '30 days from receipt',
    shippingTerms: 'Ex-mill, freight to pay',
    fssaiNumber: '10819004000217',
    fssaiValidUntil: '2031-03-31',
  },
  foods: {
    vendor_Code: 31877,
    vendor_name: 'Sahyadri Foods & Spices',
    firstName: 'Anjali',
    lastName: 'Deshpande',
    vendorType: 'Manufacturer',
    address_Line1: 'Plot 42, MIDC Bhosari',
    address_Line2: 'Near Indrayani Nagar',
    city: 'Pune',
    state: 'IN-MH',
    postal_Code: '411026',
    mobileNumber: '9822011223',
    bankName: 'HDFC Bank',
    IFSCCode: 'HDFC0002854',
    accountNumber: '50200012345678',
    paymentTerms: '45 days from invoice',
    shippingTerms: 'Delivered to the warehouse',
    fssaiNumber: '11521034000386',
    fssaiValidUntil: '2030-09-30',
  },
  hills: {
    vendor_Code: 36204,
    vendor_name: 'Doddabetta Tea & Coffee Works',
    firstName: 'Kavitha',
    lastName: 'Raman',
    vendorType: 'Manufacturer',
    address_Line1: '9 Bedford Road',
    address_Line2: 'Upper Coonoor',
    city: 'Coonoor',
    state: 'IN-TN',
    postal_Code: '643101',
    mobileNumber: '9443360217',
    bankName: 'Canara Bank',
    IFSCCode: 'CNRB0001180',
    accountNumber: '1180201004417',
    paymentTerms: '30 days from invoice',
    shippingTerms: 'Delivered to the warehouse',
    fssaiNumber: '12421022000164',
    fssaiValidUntil: '2030-12-31',
  },
  press: {
    vendor_Code: 42519,
    vendor_name: 'Mahalaxmi Lakdi Ghana Udyog',
    firstName: 'Vitthal',
    lastName: 'Patil',
    vendorType: 'Manufacturer',
    address_Line1: 'Gat 207, Shirol Road',
    address_Line2: 'Jaysingpur',
    city: 'Kolhapur',
    state: 'IN-MH',
    postal_Code: '416101',
    mobileNumber: '9423812046',
    bankName: 'Bank of Maharashtra',
    IFSCCode: 'MAHB0000214',
    accountNumber: '60214003315',
    paymentTerms: '45 days from receipt',
    shippingTerms: 'Delivered to the warehouse',
    fssaiNumber: '11522018000275',
    fssaiValidUntil: '2031-06-30',
  },
  care: {
    vendor_Code: 61033,
    vendor_name: 'Sabarmati General Traders',
    firstName: 'Nirav',
    lastName: 'Shah',
    vendorType: 'Traders',
    address_Line1: '14 Kalupur Market',
    address_Line2: 'Revdi Bazar',
    city: 'Ahmedabad',
    state: 'IN-GJ',
    postal_Code: '380002',
    mobileNumber: '9825417730',
    bankName: 'ICICI Bank',
    IFSCCode: 'ICIC0000024',
    accountNumber: '002405017733',
    paymentTerms: '30 days from invoice',
    shippingTerms: 'Delivered to the warehouse',
    fssaiNumber: '10721026000431',
    fssaiValidUntil: '2031-08-31',
  },
  inactive: {
    vendor_Code: 40962,
    vendor_name: 'Konkan Cashew Growers',
    firstName: 'Joaquim',
    lastName: "D'Souza",
    vendorType: 'Farmer',
    address_Line1: '7 Fontainhas',
    address_Line2: 'Panaji',
    city: 'Panaji',
    state: 'IN-GA',
    postal_Code: '403001',
    mobileNumber: '9823099887',
  },
  waiting: {
    vendor_Code: 58310,
    vendor_name: 'श्री गणेश Packhouse',
    firstName: 'Lakshmi',
    lastName: 'Narayanan',
    vendorType: 'Packhouse',
    address_Line1: '15 Cross Cut Road',
    address_Line2: 'Gandhipuram',
    city: 'Coimbatore',
    state: 'IN-TN',
    postal_Code: '641012',
    mobileNumber: '9443012321',
  },
} as const satisfies Readonly<Record<Who | 'inactive' | 'waiting', object>>;
