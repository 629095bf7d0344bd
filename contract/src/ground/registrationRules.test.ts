import { describe, expect, test } from 'vitest';

import { gstinCheckCharacter, gstinProblem } from './india.ts';
import { isValidOn, REGISTRATION_KINDS, registrationProblem, type RegistrationKind, registrationsOn } from './registrationRules.ts';

const REGULAR = '27AAPFU0939F1ZV';
const UN_BODY = '0717UNO00157UNO';
const complete = (first14: string) => first14 + gstinCheckCharacter(first14);
const NON_RESIDENT = complete('0717USA00157NR');
const DEDUCTOR = '19AAACI1681G1DV';
const COLLECTOR = '29AABCF8078M1C8';
const ONLINE = complete('9917USA00157OS');

test.each<[RegistrationKind, string, RegExp | null]>([
  ...(['regular', 'composition', 'sez', 'isd'] as const).flatMap((kind): [RegistrationKind, string, RegExp | null][] => [
    [kind, REGULAR, null],
    [kind, ' 27aapfu0939f1zv', null],
    [kind, '', /is required/],
    [kind, UN_BODY, /UN body or embassy. Choose that type/],
    [kind, NON_RESIDENT, /non-resident taxable person\. Choose/],
    [kind, DEDUCTOR, /tax deductor \(TDS\)/],
    [kind, COLLECTOR, /e-commerce operator/],
    [kind, ONLINE, /OIDAR/],
  ]),
  ['unregistered', '', null],
  ['unregistered', REGULAR, /has no GST number/],
  ['unBody', UN_BODY, null],
  ['unBody', REGULAR, /not a UIN of a UN body/],
  ['unBody', '', /is required/],
  ['nonResident', NON_RESIDENT, null],
  ['nonResident', REGULAR, /not a non-resident/],
])('a registration of the kind %s with the GST number "%s" has the problem %s', (kind, gstin, problem) => {
  const found = registrationProblem(kind, gstin);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});

describe('a GST number with one altered character is rejected', () => {
  const kinds = { regular: REGULAR, department: '27MUMA12345M1Z9', unBody: UN_BODY, nonResident: NON_RESIDENT };
  const others = { deductor: DEDUCTOR, collector: COLLECTOR, onlineServices: ONLINE };
  test.each(Object.entries({ ...kinds, ...others }))('for the kind %s', (kind, gstin) => {
    const asked = kind === 'unBody' || kind === 'nonResident' ? kind : 'regular';
    for (const [place, character] of [...gstin].entries()) {
      for (const other of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
        if (other === character) continue;
        const altered = gstin.slice(0, place) + other + gstin.slice(place + 1);
        const found = [registrationProblem(asked, altered), gstinProblem(altered)];
        expect([altered, ...found]).toEqual([altered, expect.any(String), expect.any(String)]);
      }
    }
    expect(registrationProblem(asked, gstin)).toEqual(kind in kinds ? null : expect.any(String));
    expect(registrationProblem(asked, gstin.slice(0, -1))).toBe('A GST number has 15 characters; this one has 14.');
  });

  test('the message names the owner of the number', () => {
    expect(registrationProblem('unBody', '0717UNO00157UNA')).toMatch(/^The UN body's or embassy's number \(UIN\)'s check character/);
    expect(gstinProblem('0717UNO00157UNA')).toMatch(/UN body's or embassy's number/);
    expect(gstinProblem('29AABCF8078M1C9')).toMatch(/e-commerce operator/);
  });
});

test('a vendor’s GST numbers contain its PAN; those of UN bodies and non-residents do not', () => {
  expect(registrationProblem('regular', REGULAR, 'AAPFU0939F')).toBeNull();
  expect(registrationProblem('regular', REGULAR, 'AAPFU0939G')).toMatch(/contains the PAN/);
  expect(registrationProblem('unBody', UN_BODY, 'AAPFU0939G')).toBeNull();
  expect(registrationProblem('nonResident', NON_RESIDENT, 'AAPFU0939G')).toBeNull();
});

test.each([
  [null, null, '2026-03-31', true],
  ['2026-04-01', null, '2026-03-31', false],
  ['2026-04-01', null, '2026-04-01', true],
  [null, '2026-03-31', '2026-03-31', true],
  [null, '2026-03-31', '2026-04-01', false],
  ['2024-02-29', '2024-02-29', '2024-02-29', true],
])('a registration valid from %s to %s applies on %s: %s', (validFrom, validTo, day, valid) => {
  expect(isValidOn({ validFrom, validTo }, day)).toBe(valid);
});

describe('the registrations that a document may name', () => {
  const party = (kind: RegistrationKind, more = {}) => ({
    kind,
    gstin: REGULAR,
    stateCode: '27',
    main: false,
    confirmed: true,
    validFrom: null,
    validTo: null,
    ...more,
  });
  test.each(REGISTRATION_KINDS.filter((kind) => kind !== 'isd'))('need no choice if there is only one: %s', (kind) => {
    expect(registrationsOn([party(kind)], '2026-11-22')).toMatchObject({ sole: { kind }, mustChoose: false });
  });
  test('need a choice if there are several', () => {
    expect(registrationsOn([party('regular'), party('sez')], '2026-11-22')).toMatchObject({ sole: null, mustChoose: true });
  });
  test('exclude unconfirmed ones and those of other dates', () => {
    const all = [
      party('regular', { main: true, confirmed: false }),
      party('sez', { confirmed: false }),
      party('sez', { validTo: '2026-03-31' }),
    ];
    expect(registrationsOn(all, '2026-04-01')).toMatchObject({ sole: { kind: 'regular' }, mustChoose: false });
  });
  test('include an ISD registration only if it is chosen', () => {
    const found = registrationsOn([party('regular'), party('isd')], '2026-11-22');
    expect([found.all.length, found.sole?.kind, found.mustChoose]).toEqual([2, 'regular', false]);
  });
});
