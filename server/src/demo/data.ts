import { eanCheckDigit } from '@aapurti/contract/ground/india';

import type { BuyerItem } from '../erp/records.ts';

/**
 * The product ranges: HSN codes and relative prices are realistic, brands are invented. The fields are: category, HSN code, unit, MRP of
 * the first product in its first pack, brands, and packs with their factor on the first pack's price. The products follow, each with its
 * own six-digit HSN code if it differs from the range's.
 */
const LINES = `
Rice | 10063020 | BAG | 92 | Annapurna, Karnal Gold | 1 kg: 1, 5 kg: 4.7, 10 kg: 9.1
Basmati Rice Classic, Sona Masoori Rice, Kolam Rice, Brown Rice: 100620, Idli Rice, Poha (Flattened Rice): 190410

Atta & Flour | 11010000 | BAG | 34 | Annapurna, Chakki Wala | 500 g: 1, 1 kg: 1.9, 5 kg: 8.8
Whole Wheat Atta, Maida, Sooji: 110311, Besan: 110610, Bajra Flour: 110290

Dals & Pulses | 07136000 | PAC | 88 | Annapurna, Daal Darbar | 500 g: 1, 1 kg: 1.95
Toor Dal, Moong Dal: 071331, Chana Dal: 071320, Urad Dal: 071331, Rajma: 071333, Kabuli Chana: 071320

Spices | 09109100 | PAC | 36 | Sahyadri, Malabar Coast | 100 g: 1, 200 g: 1.9, 500 g: 4.5
Turmeric Powder: 091030, Red Chilli Powder: 090422, Coriander Powder: 090922, Garam Masala, Cumin Seeds: 090931, Goda Masala

Tea & Coffee | 09023020 | PAC | 62 | Sahyadri, Nilgiri Mist | 100 g: 1, 250 g: 2.4, 500 g: 4.6
Assam Tea, Masala Chai, Green Tea: 090210, Filter Coffee: 090121

Biscuits & Snacks | 19053100 | PAC | 15 | Sahyadri, Nanhe | 75 g: 1, 200 g: 2.5, 400 g: 4.8
Glucose Biscuits, Nankhatai, Salted Cashew Bites: 200819, Ratlami Sev: 210690, Banana Chips: 200899, Bhakarwadi: 210690

Edible Oils | 15121910 | BTL | 88 | Sahyadri, Til Sona | 500 ml: 1, 1 l: 1.95, 5 l: 9.4
Sunflower Oil, Groundnut Oil: 150890, Kachi Ghani Mustard Oil: 151491, Sesame Oil: 151550

Personal Care | 34011190 | NOS | 38 | Neem & Co, Chandan | small: 1, large: 2.3
Bathing Soap, Hand Wash: 340130, Herbal Shampoo: 330510, Coconut Hair Oil: 330590, Tooth Powder: 330610

Household | 34025000 | NOS | 45 | Chandan, Swachh | small: 1, large: 2.2
Detergent Powder, Dishwash Bar: 340119, Floor Cleaner, Agarbatti: 330741, Matchbox Pack of 10: 360500

Sugar & Jaggery | 17011490 | PAC | 29 | Annapurna, Kolhapur Gul | 500 g: 1, 1 kg: 1.95, 5 kg: 9.2
Sugar: 170199, Jaggery Powder, Jaggery Cubes, Khandsari

Pickles & Chutneys | 20019000 | BTL | 65 | Sahyadri, Nani Maa | 200 g: 1, 500 g: 2.2
Mango Pickle, Lime Pickle, Mixed Pickle, Peanut Chutney: 210390
`;

/** `Rajma: 071333, Maida` as pairs; the second part is empty if there is none. */
function pairs(list: string): [name: string, value: string][] {
  return list.split(', ').map((each) => {
    const [name = '', value = ''] = each.split(': ');
    return [name, value];
  });
}

function linesOfGoods() {
  return LINES.trim()
    .split('\n\n')
    .map((line) => {
      const [head = '', goods = ''] = line.split('\n');
      const [category = '', hsn = '', uom = '', mrp = '', brands = '', packs = ''] = head.split(' | ');
      return { category, hsn, uom, mrp: Number(mrp), brands: brands.split(', '), packs: pairs(packs), goods: pairs(goods) };
    });
}

/** GS1 India's prefix and an unused company number; a serial number follows. */
const COMPANY = '8909999';

/** The buyer's item master in the demo: about 300 items, always the same. */
export function demoItems(): BuyerItem[] {
  const items: BuyerItem[] = [];
  for (const line of linesOfGoods()) {
    for (const [brandPlace, brand] of line.brands.entries()) {
      for (const [goodPlace, [good, ownHsn]] of line.goods.entries()) {
        for (const [pack, factor] of line.packs) {
          const serial = String(items.length + 1).padStart(5, '0');
          const mrp = Math.max(5, Math.round(line.mrp * Number(factor) * (1 + goodPlace * 0.12) * (1 - brandPlace * 0.06)));
          items.push(
            item(`ITM-${serial}`, `${COMPANY}${serial}`, `${brand} ${good} ${pack}`, {
              brandName: brand,
              category: line.category,
              hsnCode: ownHsn === '' ? line.hsn : ownHsn,
              skuCode: `${initials(brand)}-${initials(good)}-${pack.replaceAll(' ', '').toUpperCase()}`,
              uom: line.uom,
              mrp: mrp.toFixed(2),
            }),
          );
        }
      }
    }
  }
  return [...items, ...special()];
}

const UNITS: Record<string, string> = { BAG: 'Bags', PAC: 'Packs', BTL: 'Bottles', NOS: 'Numbers', KGS: 'Kilograms' };

function initials(text: string): string {
  return text
    .replaceAll(/[^A-Za-z ]/g, '')
    .split(' ')
    .map((word) => word.slice(0, 2).toUpperCase())
    .join('');
}

/** @param eanBody the EAN without its check digit. */
function item(itemCode: string, eanBody: string, name: string, given: Partial<BuyerItem> = {}): BuyerItem {
  const uom = given.uom ?? 'NOS';
  return {
    itemCode,
    ean: eanBody + eanCheckDigit(eanBody),
    name,
    brandName: null,
    category: 'Imported & Loose',
    hsnCode: '21069099',
    skuCode: null,
    uom,
    uomDescription: UNITS[uom] ?? null,
    uomConversion: '1',
    mrp: '99.00',
    ...given,
  };
}

/** The odd items of a real item master: short and foreign codes, the buyer's own codes, one code on two items, and every script. */
function special(): BuyerItem[] {
  const [twin, loose, family] = ['890999990001', { uom: 'KGS', mrp: null }, 'दादी की रसोई'];
  return [
    item('IMP-001', '03600029145', 'Peanut Butter "Crunchy" 340 g', { brandName: "O'Nut & Sons", mrp: '310.00' }),
    item('IMP-002', '9638507', 'Mint Drops 20 g', { brandName: 'Pudin', mrp: '10.00' }),
    item('IMP-003', '0123456', 'Chewing Gum 12 g', { brandName: 'Pudin', mrp: '5.00' }),
    item('LOO-001', '200000000017', 'Loose Basmati, own weighing', { ...loose, hsnCode: '10063020' }),
    item('LOO-002', '210000000028', 'Loose Toor Dal, own weighing', { ...loose, hsnCode: '07136000' }),
    item('TWO-001', twin, 'Diwali Gift Box, 4 sweets', { mrp: '499.00' }),
    item('TWO-002', twin, 'Diwali Gift Box, 6 sweets', { mrp: '649.00' }),
    item('HIN-001', '890999990002', 'आम का अचार 500 ग्राम', { brandName: family, hsnCode: '20019000', mrp: '165.00' }),
    item('HIN-002', '890999990003', 'Mango Aam Papad 🥭 100 g', { brandName: family, hsnCode: '20079990', mrp: '70.00' }),
  ];
}
