import type { Option } from '@aapurti/contract/accounts';
import { INDIAN_STATES } from '@aapurti/contract/indian-states';
import { iso31661, iso31662 } from 'iso-3166';

const byName = new Intl.Collator('en');

function byValue(one: Option, other: Option): number {
  return byName.compare(one.value, other.value);
}

const abroad = iso31661.map(({ alpha2, name }) => ({ key: alpha2, value: name })).filter(({ key }) => key !== 'IN');
const COUNTRIES: readonly Option[] = [{ key: 'IN', value: 'India' }, ...abroad.sort(byValue)];

const STATES: ReadonlyMap<string, readonly Option[]> = statesByCountry();

function statesByCountry(): Map<string, Option[]> {
  const found = new Map<string, Option[]>(COUNTRIES.map(({ key }) => [key, []]));
  for (const { code, name } of iso31662) found.get(code.slice(0, 2))?.push({ key: code, value: name });
  for (const [country, list] of found) {
    // A form cannot leave the state empty, so a country without subdivisions stands for itself.
    if (list.length === 0) list.push({ key: country, value: countryName(country) ?? country });
    tellApart(list);
    list.sort(byValue);
  }
  return found.set(
    'IN',
    INDIAN_STATES.map(({ key, name, gstCodes }) => ({ key, value: name, gstCode: gstCodes[0] })),
  );
}

/** Puts the code behind names that occur twice. */
function tellApart(options: Option[]): void {
  const names = options.map(({ value }) => value);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  for (const option of options) if (twice.has(option.value)) option.value = `${option.value} (${option.key})`;
}

/** All countries of ISO 3166-1 under their two-letter codes, India first, then by name. */
export function countries(): readonly Option[] {
  return COUNTRIES;
}

/**
 * The subdivisions of a country by ISO 3166-2, sorted by name; India's with their GST state code. Where two carry one name, as a
 * division and its district do, the code stands behind it. Empty for an unknown country.
 */
export function states(country: string): readonly Option[] {
  return STATES.get(country) ?? [];
}

/** The name of a country, or null where the key is none. */
export function countryName(country: string): string | null {
  return COUNTRIES.find(({ key }) => key === country)?.value ?? null;
}

/** The name of a state in a country, or null where it has no such state. */
export function stateName(country: string, state: string): string | null {
  return states(country).find(({ key }) => key === state)?.value ?? null;
}

/** Whether `state` (such as `IN-MH`) is a current code of `country`; withdrawn codes such as IN-TG are not. */
export function isState(country: string, state: string): boolean {
  return stateName(country, state) !== null;
}

/** A country or state code that is there but is none, by field, in the words of the missing one. */
export function placeProblems(input: Record<string, unknown>): Record<string, string> {
  const [country, state] = [input['country_id'], input['state']];
  if (typeof country !== 'string' || country === '') return {};
  if (countryName(country) === null) return { country_id: 'Country ID is required.' };
  return typeof state === 'string' && state !== '' && !isState(country, state) ? { state: 'State is required.' } : {};
}
