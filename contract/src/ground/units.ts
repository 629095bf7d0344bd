import { say } from './template.ts';

/** The code of units without a code of their own. */
export const UQC_NONE = 'OTH';

/**
 * The unit codes of GST documents, each with its trade spellings in English and Hindi. The codes are the Unit Quantity Code (UQC) list of
 * the GST portal, which Form GSTR-1 and the e-way bill use. A tin is a can, a peti a box and a pouch a pack; goods in jars, trays or
 * buckets are counted, because the list has no code for them.
 */
export const SPELLINGS: Readonly<Record<string, string>> = {
  BAG: 'BAGS BORI BORA BORIYAN KATTA SACK SACKS GUNNY बोरी बोरियाँ बोरा बोरे कट्टा थैला थैले',
  BAL: 'BALE BALES GATHAN गाँठ गांठ',
  BDL: 'BUNDLE BUNDLES BNDL GADDI बंडल गड्डी',
  BKL: 'BUCKLE BUCKLES',
  BOU: 'BILLIONOFUNITS',
  BOX: 'BOXES BX PETI PETIS PETTI CRATE CRATES CRT पेटी पेटियाँ डिब्बा डिब्बे बॉक्स क्रेट',
  BTL: 'BOTTLE BOTTLES BOT BTLS BTTL बोतल बोतलें',
  BUN: 'BUNCH BUNCHES GUCHHA गुच्छा गुच्छे',
  CAN: 'CANS TIN TINS CANISTER JERRYCAN टिन कैन कनस्तर',
  CBM: 'CUBICMETER CUBICMETRE CUBICMETERS CUBICMETRES CUM M3 M³ घनमीटर',
  CCM: 'CUBICCENTIMETER CUBICCENTIMETRE CUBICCENTIMETERS CUBICCENTIMETRES CM3 CC',
  CMS: 'CM CENTIMETER CENTIMETRE CENTIMETERS CENTIMETRES सेमी सेंटीमीटर',
  CTN: 'CARTON CARTONS CTNS CAR CASE CASES CAS CS CSE CARTOON कार्टन केस',
  DOZ: 'DOZEN DOZENS DZ DZN DARJAN दर्जन',
  DRM: 'DRUM DRUMS BARREL BARRELS ड्रम',
  GGK: 'GREATGROSS',
  GMS: 'G GM GR GRM GRMS GRAM GRAMS GRAMME GRAMMES ग्राम ग्रा',
  GRS: 'GROSS GROSSES ग्रोस',
  GYD: 'GROSSYARD GROSSYARDS',
  KGS: 'KG KILO KILOS KILOGRAM KILOGRAMS KILOGRAMME KILOGRAMMES KGM किलो किग्रा किलोग्राम',
  KLR: 'KL KILOLITRE KILOLITER KILOLITRES KILOLITERS किलोलीटर',
  KME: 'KM KILOMETER KILOMETRE KILOMETERS KILOMETRES किमी किलोमीटर',
  LTR: 'L LT LTS LTRS LITRE LITER LITRES LITERS लीटर ली',
  MLT: 'ML MLS MILLILITRE MILLILITER MILLILITRES MILLILITERS MILILITRE मिली मिलीलीटर',
  MTR: 'M METER METRE METERS METRES MTRS मीटर',
  MTS: 'MT METRICTON METRICTONNE METRICTONS METRICTONNES मीट्रिकटन मैट्रिकटन',
  NOS: 'NO NUMBER NUMBERS NAG NUM JAR JARS TRAY TRAYS BUCKET BUCKETS नग संख्या अदद जार ट्रे बाल्टी',
  OTH: 'OTHER OTHERS अन्य',
  PAC: 'PACK PACKS PACKET PACKETS PKT PKTS PK PKG PKGS PCK POUCH POUCHES SACHET SACHETS STRIP STRIPS पैकेट पैक पाउच थैली पुड़िया',
  PCS: 'PC PCE PIECE PIECES EA EACH PEACE पीस',
  PRS: 'PAIR PAIRS PR JODI JODA जोड़ी जोड़ा',
  QTL: 'QUINTAL QUINTALS QTLS QNTL QT Q क्विंटल कुंतल कुन्तल',
  ROL: 'ROLL ROLLS REEL REELS रोल',
  SET: 'SETS KIT KITS सेट',
  SQF: 'SQUAREFEET SQUAREFOOT SQFT SFT FT2 वर्गफुट',
  SQM: 'SQUAREMETER SQUAREMETRE SQUAREMETERS SQUAREMETRES SQMT SQMTR M2 M² वर्गमीटर',
  SQY: 'SQUAREYARD SQUAREYARDS SQYD वर्गगज',
  TBS: 'TABLET TABLETS TAB TABS गोली गोलियाँ',
  TGM: 'TENGROSS',
  THD: 'THOUSAND THOUSANDS हज़ार हजार',
  TON: 'TONNE TONNES TONS टन',
  TUB: 'TUBE TUBES ट्यूब',
  UGS: 'USGALLON USGALLONS',
  UNT: 'UNIT UNITS यूनिट इकाई',
  YDS: 'YARD YARDS YD गज',
};

/** The unit codes of GST documents. */
export const UQC = Object.keys(SPELLINGS);

/**
 * The form in which spellings of units are looked up: capital letters without dots and blanks. The database computes the same
 * (`rates/units.ts`).
 */
export const unitKey = (uom: string): string => uom.replaceAll(/[.\s]+/g, '').toUpperCase();

/** Each spelling with its code; no spelling has two codes. */
export const TRADE_UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([code, spellings]) => [code, ...spellings.split(' ')].map((spelling) => [spelling, code] as const)),
);

/**
 * The code of a unit in its trade spelling; null if none is known. The buyer may have assigned further codes, which the server's `uqcOf`
 * includes.
 */
export const tradeUnit = (uom: string): string | null => TRADE_UNITS.get(unitKey(uom)) ?? null;

/** The name of an order line's unit on GST documents; null if they write it as the order does. */
export function uqcWords({ uom, UQC: code }: { uom: string | null; UQC: string | null }): string | null {
  if (code === null || code === uom?.toUpperCase()) return null;
  return code === UQC_NONE
    ? uom === null
      ? say('UQC {code}: the unit is blank', { code })
      : say('UQC {code}: no code for {uom}', { code, uom })
    : say('UQC {code}', { code });
}
