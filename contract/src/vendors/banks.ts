import { say } from '../ground/template.ts';

/**
 * The banks of most vendors, by the first four letters of an IFSC code; an unknown code causes no warning. Each has the words that
 * distinguish its name from other banks', as users write it.
 */
const BANKS: Readonly<Record<string, readonly [name: string, ...words: string[]]>> = {
  SBIN: ['State Bank of India', 'sbi', 'state bank'],
  PUNB: ['Punjab National Bank', 'pnb', 'punjab national', 'oriental bank of commerce', 'united bank of india'],
  BARB: ['Bank of Baroda', 'bob', 'baroda', 'dena', 'vijaya'],
  CNRB: ['Canara Bank', 'canara', 'syndicate'],
  UBIN: ['Union Bank of India', 'union bank', 'ubi', 'andhra bank', 'corporation bank'],
  BKID: ['Bank of India', 'boi', 'bank of india'],
  IDIB: ['Indian Bank', 'indian bank', 'allahabad'],
  CBIN: ['Central Bank of India', 'central bank', 'cbi'],
  IOBA: ['Indian Overseas Bank', 'iob', 'overseas'],
  UCBA: ['UCO Bank', 'uco', 'united commercial'],
  MAHB: ['Bank of Maharashtra', 'maharashtra', 'bom'],
  PSIB: ['Punjab & Sind Bank', 'sind'],
  HDFC: ['HDFC Bank', 'hdfc'],
  ICIC: ['ICICI Bank', 'icici'],
  UTIB: ['Axis Bank', 'axis', 'uti'],
  KKBK: ['Kotak Mahindra Bank', 'kotak'],
  YESB: ['Yes Bank', 'yes'],
  INDB: ['IndusInd Bank', 'indusind', 'indus ind'],
  IDFB: ['IDFC First Bank', 'idfc'],
  IBKL: ['IDBI Bank', 'idbi'],
  FDRL: ['Federal Bank', 'federal'],
  RATN: ['RBL Bank', 'rbl', 'ratnakar'],
  SIBL: ['South Indian Bank', 'south indian', 'sib'],
  KARB: ['Karnataka Bank', 'karnataka'],
  KVBL: ['Karur Vysya Bank', 'karur', 'kvb'],
  CIUB: ['City Union Bank', 'city union', 'cub'],
  TMBL: ['Tamilnad Mercantile Bank', 'tamilnad', 'tamil nad', 'tmb'],
  BDBL: ['Bandhan Bank', 'bandhan'],
  AUBL: ['AU Small Finance Bank', 'au small', 'au bank'],
  DCBL: ['DCB Bank', 'dcb', 'development credit'],
  CSBK: ['CSB Bank', 'csb', 'catholic syrian'],
  DLXB: ['Dhanlaxmi Bank', 'dhanlaxmi', 'dhanalakshmi'],
  JAKA: ['Jammu & Kashmir Bank', 'jammu', 'j k bank'],
  NKGS: ['NKGSB Co-operative Bank', 'nkgsb'],
  SRCB: ['Saraswat Co-operative Bank', 'saraswat'],
  SVCB: ['SVC Co-operative Bank', 'svc', 'shamrao'],
  COSB: ['Cosmos Co-operative Bank', 'cosmos'],
  HSBC: ['HSBC', 'hsbc', 'hongkong'],
  CITI: ['Citibank', 'citi'],
  SCBL: ['Standard Chartered Bank', 'standard chartered', 'scb'],
  DEUT: ['Deutsche Bank', 'deutsche'],
  DBSS: ['DBS Bank', 'dbs', 'lakshmi vilas'],
  IPOS: ['India Post Payments Bank', 'india post', 'ippb'],
  PYTM: ['Paytm Payments Bank', 'paytm'],
  AIRP: ['Airtel Payments Bank', 'airtel'],
};

/** The bank of an IFSC code; null for a bank that is not in the list. */
export function bankOf(ifsc: string): string | null {
  return BANKS[ifsc.trim().slice(0, 4).toUpperCase()]?.[0] ?? null;
}

/** The warning that the bank's name and the bank of the IFSC code differ. */
export function bankRemark(bankName: string, ifsc: string): string | null {
  const bank = BANKS[ifsc.trim().slice(0, 4).toUpperCase()];
  const words = wordsOf(bankName);
  if (bank === undefined || words === ' ') return null;
  const [name, ...known] = bank;
  if ([name, ...known].some((each) => words.includes(wordsOf(each)))) return null;
  return say('This IFSC code belongs to {name}, but the bank name is {bankName}.', { name, bankName: bankName.trim() });
}

/** The text in lower case with one blank around each word, so that only whole words match. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `.replace(/^ {2}$/, ' ');
}
