import { DOCUMENTS, type User } from '@aapurti/contract/vendors/accounts';

import { type Merge, mergeValues, plainWords } from '../../form/newer.ts';
import type { Values } from '../../form/useContractForm.ts';
import { countryWords } from './placeNames.ts';
import { DOCUMENT_LABELS, USER_LABELS, userFormValues } from './userValues.ts';

const LABELS: Readonly<Record<string, string>> = { ...USER_LABELS, permission: 'Permission', isActive: 'Status' };

/** Merges another user's changes of a user, saved while its form was open, into the form's values. */
export function mergeNewer(base: User, newer: User, mine: Values): Merge {
  const is = userFormValues(newer);
  const { adopt, changes } = mergeValues(userFormValues(base), is, mine, LABELS, (value, name) =>
    value === is[name] ? (placeName(newer, name) ?? words(value)) : words(value),
  );
  return { adopt, changes: [...changes, ...newFiles(base, newer)] };
}

/** Links differ each time they are read; the path identifies the file behind them. */
function newFiles(base: User, newer: User): Merge['changes'] {
  const files = [
    { link: 'userImg', label: 'Picture' } as const,
    ...DOCUMENTS.map(({ slot, link }) => ({ link, label: DOCUMENT_LABELS[slot] })),
  ];
  const path = (link: string | null) => link?.split('?')[0];
  return files
    .filter(({ link }) => path(base[link]) !== path(newer[link]))
    .map(({ label }) => ({ label, theirs: 'Another file', yours: null }));
}

function placeName(user: User, field: string): string | null {
  if (field === 'country_id') return user.countryName === null ? null : countryWords(user.country_id, user.countryName);
  return field === 'state' ? user.stateName : null;
}

function words(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'Active' : 'Inactive') : plainWords(value);
}
