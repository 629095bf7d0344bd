import type { Option } from '@aapurti/contract/vendors/accounts';

import { language } from '../../words/words.ts';

const regions = language === 'hi' ? new Intl.DisplayNames(['hi'], { type: 'region', fallback: 'none' }) : null;
const byName = new Intl.Collator('hi');

/** A country in the user's language; the API names it in English. */
export function countryWords(code: string, english: string): string {
  return (/^[A-Z]{2}$/.test(code) ? regions?.of(code) : undefined) ?? english;
}

interface Choice {
  value: string;
  label: string;
}

/** Countries or states as choices, by name in the user's language, India first. */
export function placeChoices(places: readonly Option[], nameOf: (key: string, english: string) => string): Choice[] {
  const choices = places.map(({ key, value }) => ({ value: key, label: nameOf(key, value) }));
  if (language === 'en') return choices;
  const isHome = ({ value }: Choice) => Number(value === 'IN');
  return choices.sort((one, other) => isHome(other) - isHome(one) || byName.compare(one.label, other.label));
}
