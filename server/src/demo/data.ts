import { eanCheckDigit } from '@aapurti/contract/india';

import type { BuyerItem } from '../erp/records.ts';

/** A line of goods: its brands and packs make the items. Brands are made up; HSN codes and the order of prices are as in trade. */
interface Line {
  category: string;
  /** Of those goods that have none of their own below. */
  hsn: string;
  uom: string;
  brands: readonly string[];
  goods: readonly string[];
  /** Pack, and the factor on the first pack's price. */
  packs: readonly (readonly [string, number])[];
  /** MRP of the first good in its first pack, in rupees; each further good costs a bit more. */
  mrp: number;
}

const LINES: readonly Line[] = [
  {
    category: 'Rice',
    hsn: '10063020',
    uom: 'BAG',
    brands: ['Annapurna', 'Karnal Gold'],
    goods: ['Basmati Rice Classic', 'Sona Masoori Rice', 'Kolam Rice', 'Brown Rice', 'Idli Rice', 'Poha (Flattened Rice)'],
    packs: [
      ['1 kg', 1],
      ['5 kg', 4.7],
      ['10 kg', 9.1],
    ],
    mrp: 92,
  },
  {
    category: 'Atta & Flour',
    hsn: '11010000',
    uom: 'BAG',
    brands: ['Annapurna', 'Chakki Wala'],
    goods: ['Whole Wheat Atta', 'Maida', 'Sooji', 'Besan', 'Bajra Flour'],
    packs: [
      ['500 g', 1],
      ['1 kg', 1.9],
      ['5 kg', 8.8],
    ],
    mrp: 34,
  },
  {
    category: 'Dals & Pulses',
    hsn: '07136000',
    uom: 'PAC',
    brands: ['Annapurna', 'Daal Darbar'],
    goods: ['Toor Dal', 'Moong Dal', 'Chana Dal', 'Urad Dal', 'Rajma', 'Kabuli Chana'],
    packs: [
      ['500 g', 1],
      ['1 kg', 1.95],
    ],
    mrp: 88,
  },
  {
    category: 'Spices',
    hsn: '09109100',
    uom: 'PAC',
    brands: ['Sahyadri', 'Malabar Coast'],
    goods: ['Turmeric Powder', 'Red Chilli Powder', 'Coriander Powder', 'Garam Masala', 'Cumin Seeds', 'Goda Masala'],
    packs: [
      ['100 g', 1],
      ['200 g', 1.9],
      ['500 g', 4.5],
    ],
    mrp: 36,
  },
  {
    category: 'Tea & Coffee',
    hsn: '09023020',
    uom: 'PAC',
    brands: ['Sahyadri', 'Nilgiri Mist'],
    goods: ['Assam Tea', 'Masala Chai', 'Green Tea', 'Filter Coffee'],
    packs: [
      ['100 g', 1],
      ['250 g', 2.4],
      ['500 g', 4.6],
    ],
    mrp: 62,
  },
  {
    category: 'Biscuits & Snacks',
    hsn: '19053100',
    uom: 'PAC',
    brands: ['Sahyadri', 'Nanhe'],
    goods: ['Glucose Biscuits', 'Nankhatai', 'Salted Cashew Bites', 'Ratlami Sev', 'Banana Chips', 'Bhakarwadi'],
    packs: [
      ['75 g', 1],
      ['200 g', 2.5],
      ['400 g', 4.8],
    ],
    mrp: 15,
  },
  {
    category: 'Edible Oils',
    hsn: '15121910',
    uom: 'BTL',
    brands: ['Sahyadri', 'Til Sona'],
    goods: ['Sunflower Oil', 'Groundnut Oil', 'Kachi Ghani Mustard Oil', 'Sesame Oil'],
    packs: [
      ['500 ml', 1],
      ['1 l', 1.95],
      ['5 l', 9.4],
    ],
    mrp: 88,
  },
  {
    category: 'Personal Care',
    hsn: '34011190',
    uom: 'NOS',
    brands: ['Neem & Co', 'Chandan'],
    goods: ['Bathing Soap', 'Hand Wash', 'Herbal Shampoo', 'Coconut Hair Oil', 'Tooth Powder'],
    packs: [
      ['small', 1],
      ['large', 2.3],
    ],
    mrp: 38,
  },
  {
    category: 'Household',
    hsn: '34025000',
    uom: 'NOS',
    brands: ['Chandan', 'Swachh'],
    goods: ['Detergent Powder', 'Dishwash Bar', 'Floor Cleaner', 'Agarbatti', 'Matchbox Pack of 10'],
    packs: [
      ['small', 1],
      ['large', 2.2],
    ],
    mrp: 45,
  },
  {
    category: 'Sugar & Jaggery',
    hsn: '17011490',
    uom: 'PAC',
    brands: ['Annapurna', 'Kolhapur Gul'],
    goods: ['Sugar', 'Jaggery Powder', 'Jaggery Cubes', 'Khandsari'],
    packs: [
      ['500 g', 1],
      ['1 kg', 1.95],
      ['5 kg', 9.2],
    ],
    mrp: 29,
  },
  {
    category: 'Pickles & Chutneys',
    hsn: '20019000',
    uom: 'BTL',
    brands: ['Sahyadri', 'Nani Maa'],
    goods: ['Mango Pickle', 'Lime Pickle', 'Mixed Pickle', 'Peanut Chutney'],
    packs: [
      ['200 g', 1],
      ['500 g', 2.2],
    ],
    mrp: 65,
  },
];

/** HSN codes of goods that are not under their line's, to the six digits that trade needs. */
const OWN_HSN: Readonly<Record<string, string>> = {
  'Brown Rice': '100620',
  'Poha (Flattened Rice)': '190410',
  Sooji: '110311',
  Besan: '110610',
  'Bajra Flour': '110290',
  'Moong Dal': '071331',
  'Urad Dal': '071331',
  'Chana Dal': '071320',
  'Kabuli Chana': '071320',
  Rajma: '071333',
  'Turmeric Powder': '091030',
  'Red Chilli Powder': '090422',
  'Coriander Powder': '090922',
  'Cumin Seeds': '090931',
  'Green Tea': '090210',
  'Filter Coffee': '090121',
  'Salted Cashew Bites': '200819',
  'Ratlami Sev': '210690',
  'Banana Chips': '200899',
  Bhakarwadi: '210690',
  'Groundnut Oil': '150890',
  'Kachi Ghani Mustard Oil': '151491',
  'Sesame Oil': '151550',
  'Hand Wash': '340130',
  'Herbal Shampoo': '330510',
  'Coconut Hair Oil': '330590',
  'Tooth Powder': '330610',
  'Dishwash Bar': '340119',
  Agarbatti: '330741',
  'Matchbox Pack of 10': '360500',
  Sugar: '170199',
  'Peanut Chutney': '210390',
};

/** GS1 India's prefix and a company number that is not given out; the rest counts up. */
const COMPANY = '8909999';

/** With its check digit, as the labels carry it. */
function ean(body: string): string {
  return body + eanCheckDigit(body);
}

/** The buyer's item master of the demo: some 300 items, the same every time. */
export function demoItems(): BuyerItem[] {
  const items: BuyerItem[] = [];
  for (const line of LINES) {
    for (const [brandPlace, brand] of line.brands.entries()) {
      for (const [goodPlace, good] of line.goods.entries()) {
        for (const [pack, factor] of line.packs) {
          const serial = items.length + 1;
          const mrp = Math.max(5, Math.round(line.mrp * factor * (1 + goodPlace * 0.12) * (1 - brandPlace * 0.06)));
          items.push({
            itemCode: `ITM-${String(serial).padStart(5, '0')}`,
            ean: ean(`${COMPANY}${String(serial).padStart(5, '0')}`),
            name: `${brand} ${good} ${pack}`,
            brandName: brand,
            category: line.category,
            hsnCode: OWN_HSN[good] ?? line.hsn,
            skuCode: `${initials(brand)}-${initials(good)}-${pack.replaceAll(' ', '').toUpperCase()}`,
            uom: line.uom,
            uomDescription: UNITS[line.uom] ?? null,
            uomConversion: '1',
            mrp: mrp.toFixed(2),
          });
        }
      }
    }
  }
  return [...items, ...special];
}

const UNITS: Record<string, string> = { BAG: 'Bags', PAC: 'Packs', BTL: 'Bottles', NOS: 'Numbers', KGS: 'Kilograms' };

function initials(text: string): string {
  return text
    .replaceAll(/[^A-Za-z ]/g, '')
    .split(' ')
    .map((word) => word.slice(0, 2).toUpperCase())
    .join('');
}

function item(given: Pick<BuyerItem, 'itemCode' | 'ean' | 'name'> & Partial<BuyerItem>): BuyerItem {
  return {
    brandName: null,
    category: 'Imported & Loose',
    hsnCode: '21069099',
    skuCode: null,
    uom: 'NOS',
    uomDescription: 'Numbers',
    uomConversion: '1',
    mrp: '99.00',
    ...given,
  };
}

/** What an item master holds in truth: short and foreign codes, the buyer's own, one code on two items, every script. */
const special: readonly BuyerItem[] = [
  item({ itemCode: 'IMP-001', ean: ean('03600029145'), name: 'Peanut Butter "Crunchy" 340 g', brandName: "O'Nut & Sons", mrp: '310.00' }),
  item({ itemCode: 'IMP-002', ean: ean('9638507'), name: 'Mint Drops 20 g', brandName: 'Pudin', mrp: '10.00' }),
  item({ itemCode: 'IMP-003', ean: ean('0123456'), name: 'Chewing Gum 12 g', brandName: 'Pudin', mrp: '5.00' }),
  item({
    itemCode: 'LOO-001',
    ean: ean('200000000017'),
    name: 'Loose Basmati, own weighing',
    hsnCode: '10063020',
    uom: 'KGS',
    uomDescription: 'Kilograms',
    mrp: null,
  }),
  item({
    itemCode: 'LOO-002',
    ean: ean('210000000028'),
    name: 'Loose Toor Dal, own weighing',
    hsnCode: '07136000',
    uom: 'KGS',
    uomDescription: 'Kilograms',
    mrp: null,
  }),
  item({ itemCode: 'TWO-001', ean: ean('890999990001'), name: 'Diwali Gift Box, 4 sweets', mrp: '499.00' }),
  item({ itemCode: 'TWO-002', ean: ean('890999990001'), name: 'Diwali Gift Box, 6 sweets', mrp: '649.00' }),
  item({
    itemCode: 'HIN-001',
    ean: ean('890999990002'),
    name: 'आम का अचार 500 ग्राम',
    brandName: 'दादी की रसोई',
    hsnCode: '20019000',
    mrp: '165.00',
  }),
  item({
    itemCode: 'HIN-002',
    ean: ean('890999990003'),
    name: 'Mango Aam Papad 🥭 100 g',
    brandName: 'दादी की रसोई',
    hsnCode: '20079990',
    mrp: '70.00',
  }),
];
