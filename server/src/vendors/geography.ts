import type { Option } from '@aapurti/contract/vendors/accounts';
import { INDIAN_STATES } from '@aapurti/contract/ground/indian-states';
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
    // The form requires a state, so a country without subdivisions is listed as its own state.
    if (list.length === 0) list.push({ key: country, value: countryName(country) ?? country });
    tellApart(list);
    list.sort(byValue);
  }
  return found.set(
    'IN',
    INDIAN_STATES.map(({ key, name, gstCodes }) => ({ key, value: name, gstCode: gstCodes[0] })),
  );
}

/** Appends the code to names that occur twice. */
function tellApart(options: Option[]): void {
  const names = options.map(({ value }) => value);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  for (const option of options) if (twice.has(option.value)) option.value = `${option.value} (${option.key})`;
}

/** ISO 3166-1, India first, then by name. */
export function countries(): readonly Option[] {
  return COUNTRIES;
}

/** A country's subdivisions (ISO 3166-2) by name; India's with their GST state code. Empty for an unknown country. */
export function states(country: string): readonly Option[] {
  return STATES.get(country) ?? [];
}

export function countryName(country: string): string | null {
  return COUNTRIES.find(({ key }) => key === country)?.value ?? null;
}

/** Null if the country has no such current code: withdrawn ones such as IN-TG have no name. */
export function stateName(country: string, state: string): string | null {
  return states(country).find(({ key }) => key === state)?.value ?? null;
}

/** Unknown country and state codes by field, with the messages for missing ones. */
export function placeProblems(input: Record<string, unknown>): Record<string, string> {
  const [country, state] = [input['country_id'], input['state']];
  if (typeof country !== 'string' || country === '') return {};
  if (countryName(country) === null) return { country_id: 'Country ID is required.' };
  return typeof state === 'string' && state !== '' && stateName(country, state) === null ? { state: 'State is required.' } : {};
}
