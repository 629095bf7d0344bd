import type { User } from '@aapurti/contract/vendors/accounts';
import { expect, test } from 'vitest';

import { mergeNewer } from './mergeNewer.ts';
import { userFormValues } from './userValues.ts';

const base = {
  firstName: 'Asha',
  city: 'Pune',
  state: 'IN-MH',
  stateName: 'Maharashtra',
  isAdmin: false,
  isActive: false,
  panDocument: '/api/files/1?expires=1',
} as User;

const typed = (changes: Record<string, unknown>) => ({ ...userFormValues(base), ...changes });

test('a field that only others changed is updated, and one that was only changed here stays', () => {
  const { adopt, changes } = mergeNewer(base, { ...base, city: 'Nashik', isActive: true }, typed({ firstName: 'Usha' }));
  expect(adopt).toEqual({ city: 'Nashik', isActive: true });
  expect(changes).toEqual([
    { label: 'City', theirs: 'Nashik', yours: null },
    { label: 'Status', theirs: 'Active', yours: null },
  ]);
});

test('a field changed by both keeps the typed value, and both values are shown', () => {
  const { adopt, changes } = mergeNewer(base, { ...base, city: 'Nashik' }, typed({ city: 'Mumbai' }));
  expect(adopt).toEqual({});
  expect(changes).toEqual([{ label: 'City', theirs: 'Nashik', yours: 'Mumbai' }]);
});

test('the same change on both sides is not a conflict', () => {
  expect(mergeNewer(base, { ...base, isAdmin: true }, typed({ permission: 'Admin' }))).toEqual({
    adopt: {},
    changes: [{ label: 'Permission', theirs: 'Admin', yours: null }],
  });
});

test('the form names states, and a file counts as another one if its path differs', () => {
  const newer = { ...base, state: 'IN-KA', stateName: 'Karnataka', panDocument: '/api/files/2?expires=1' };
  expect(mergeNewer(base, newer, typed({})).changes).toEqual([
    { label: 'State', theirs: 'Karnataka', yours: null },
    { label: 'PAN document', theirs: 'Another file', yours: null },
  ]);
  expect(mergeNewer(base, { ...base, panDocument: '/api/files/1?expires=2' }, typed({})).changes).toEqual([]);
});
