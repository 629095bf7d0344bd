import { INDIAN_STATES } from '@aapurti/contract/ground/indian-states';
import { iso31662 } from 'iso-3166';
import { expect, test } from 'vitest';
import { countries, countryName, stateName, states } from './geography.ts';

test('India comes first, then the others by name', () => {
  const names = countries().map(({ value }) => value);
  expect(names.slice(0, 3)).toEqual(['India', 'Afghanistan', 'Åland Islands']);
  expect(names.at(-1)).toBe('Zimbabwe');
  expect(countries()).toHaveLength(249);
  expect(new Set(countries().map(({ key }) => key)).size).toBe(249);
});

test('India’s states have plain names and current GST codes', () => {
  expect(states('IN')).toHaveLength(36);
  expect(states('IN')).toContainEqual({ key: 'IN-MH', value: 'Maharashtra', gstCode: '27' });
  expect(states('IN')).toContainEqual({ key: 'IN-AP', value: 'Andhra Pradesh', gstCode: '37' });
  expect(states('IN')).toContainEqual({ key: 'IN-DH', value: 'Dadra and Nagar Haveli and Daman and Diu', gstCode: '26' });
  expect(states('IN').every(({ value }) => /^[A-Za-z ]+$/.test(value))).toBe(true);
});

test('India’s keys are the current ones of ISO 3166-2', () => {
  const iso = iso31662.filter(({ code }) => code.startsWith('IN-')).map(({ code }) => code);
  expect(INDIAN_STATES.map(({ key }) => key).sort()).toEqual(iso.sort());
  for (const key of ['IN-CG', 'IN-TS', 'IN-OD', 'IN-UK', 'IN-DH', 'IN-LA']) expect(stateName('IN', key)).not.toBeNull();
  for (const key of ['IN-CT', 'IN-TG', 'IN-OR', 'IN-UT', 'IN-DD', 'IN-DN', 'MH', 'in-mh', '', '__proto__'])
    expect(stateName('IN', key)).toBeNull();
});

test('a state belongs only to its own country', () => {
  expect(stateName('US', 'US-CA')).toBe('California');
  expect(stateName('IN', 'US-CA')).toBeNull();
});

test('every country has a state to choose, and no two look alike', () => {
  const names = (country: string) => states(country).map(({ value }) => value);
  const keys = countries().map(({ key }) => key);
  expect(keys.filter((key) => names(key).length === 0)).toEqual([]);
  expect(keys.filter((key) => new Set(names(key)).size < names(key).length)).toEqual([]);
  expect(states('HK')).toEqual([{ key: 'HK', value: 'Hong Kong' }]);
  expect(stateName('HK', 'HK')).toBe('Hong Kong');
  expect(
    states('BD')
      .map(({ value }) => value)
      .filter((name) => name.startsWith('Dhaka')),
  ).toEqual(['Dhaka (BD-13)', 'Dhaka (BD-C)']);
});

test('an unknown country has neither name nor states', () => {
  for (const key of ['XX', '', 'in', '__proto__', 'constructor']) {
    expect(states(key)).toEqual([]);
    expect(countryName(key)).toBeNull();
  }
  expect(countryName('IN')).toBe('India');
});
