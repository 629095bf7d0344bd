import { Decimal } from '../ground/numbers.ts';
import type { Translate } from '../ground/template.ts';

/* Amounts in words, in the Indian system: crore, lakh, thousand, hundred. Intl formats numbers but does not spell them out, so the words
   are defined here. */

const ENGLISH =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  );
const TENS = ' Ten Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');

/** Hindi has a separate word for each number below a hundred. */
const HINDI = [
  'शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस',
  'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस',
  'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरेपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ',
  'साठ इकसठ बासठ तिरेसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उन्यासी',
  'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पंचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे',
].flatMap((row) => row.split(' '));

interface Speech {
  below100: (number: number) => string;
  hundred: string;
  thousand: string;
  lakh: string;
  crore: string;
}

const SPEECH: Readonly<Record<'en' | 'hi', Speech>> = {
  en: {
    below100: (number) => {
      const [ten, one] = [Math.floor(number / 10), number % 10];
      return number < 20 ? (ENGLISH[number] ?? '') : [TENS[ten], one === 0 ? '' : ENGLISH[one]].filter(Boolean).join(' ');
    },
    hundred: 'Hundred',
    thousand: 'Thousand',
    lakh: 'Lakh',
    crore: 'Crore',
  },
  hi: { below100: (number) => HINDI[number] ?? '', hundred: 'सौ', thousand: 'हज़ार', lakh: 'लाख', crore: 'करोड़' },
};

function spelt(number: number, speech: Speech): string {
  if (number === 0) return speech.below100(0);
  const words: string[] = [];
  let rest = number;
  for (const [size, name] of [
    [10_000_000, speech.crore],
    [100_000, speech.lakh],
    [1000, speech.thousand],
    [100, speech.hundred],
  ] as const) {
    const count = Math.floor(rest / size);
    // Amounts of a thousand crore and above are counted in crore: 'One Lakh Crore'.
    if (count > 0) words.push(`${count < 100 ? speech.below100(count) : spelt(count, speech)} ${name}`);
    rest %= size;
  }
  if (rest > 0) words.push(speech.below100(rest));
  return words.join(' ');
}

/** An amount in rupees in words: 'Rupees Four Lakh Five and Paise Twenty Only'. */
export function amountInWords(amount: Decimal.Value, language: 'en' | 'hi'): string {
  const value = new Decimal(amount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
  const whole = value.abs().trunc().toNumber();
  const paise = value.abs().minus(whole).times(100).toNumber();
  const speech = SPEECH[language];
  const [rupees, rest] = [spelt(whole, speech), spelt(paise, speech)];
  if (language === 'hi') {
    const sum = paise === 0 ? `${rupees} रुपये` : `${rupees} रुपये और ${rest} पैसे`;
    return `${value.isNegative() && !value.isZero() ? 'ऋण ' : ''}${sum} मात्र`;
  }
  const sum = paise === 0 ? rupees : `${rupees} and Paise ${rest}`;
  return `${value.isNegative() && !value.isZero() ? 'Minus ' : ''}Rupees ${sum} Only`;
}

/** The same in the language of a document's texts. */
export function wordsOfAmount(amount: Decimal.Value, t: Translate): string {
  return amountInWords(amount, t('Amount in words') === 'Amount in words' ? 'en' : 'hi');
}
