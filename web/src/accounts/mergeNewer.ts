import { DOCUMENTS, type User } from '@aapurti/contract/accounts';

import type { Values } from '../form/useContractForm.ts';
import { PAPER_LABELS, USER_LABELS, userFormValues } from './userValues.ts';

export interface Merge {
  /** What the form takes over, by field. */
  adopt: Values;
  /** Everything that the others changed; `yours` where it was changed here too, and so stands. */
  changes: { label: string; theirs: string; yours: string | null }[];
}

const LABELS: Readonly<Record<string, string>> = { ...USER_LABELS, permission: 'Permission', isActive: 'Status' };

/**
 * Somebody else saved while this form was open. What they alone changed is taken over, so that saving does not undo it; what was
 * changed here too stays as it is typed.
 */
export function mergeNewer(base: User, newer: User, mine: Values): Merge {
  const [was, is] = [userFormValues(base), userFormValues(newer)];
  const changed = Object.keys(was).filter((name) => was[name] !== is[name]);
  const untouched = changed.filter((name) => mine[name] === was[name]);
  const clashes = new Set(changed.filter((name) => mine[name] !== was[name] && mine[name] !== is[name]));
  const fields = changed.map((name) => ({
    label: LABELS[name] ?? name,
    theirs: placeName(newer, name) ?? words(is[name]),
    yours: clashes.has(name) ? words(mine[name]) : null,
  }));
  return { adopt: Object.fromEntries(untouched.map((name) => [name, is[name]])), changes: [...fields, ...newFiles(base, newer)] };
}

/** Links differ each time they are read; the file behind them is told by the path. */
function newFiles(base: User, newer: User): Merge['changes'] {
  const files = [
    { link: 'userImg', label: 'Picture' } as const,
    ...DOCUMENTS.map(({ slot, link }) => ({ link, label: PAPER_LABELS[slot] })),
  ];
  const path = (link: string | null) => link?.split('?')[0];
  return files
    .filter(({ link }) => path(base[link]) !== path(newer[link]))
    .map(({ label }) => ({ label, theirs: 'Another file', yours: null }));
}

function placeName(user: User, field: string): string | null {
  return field === 'country_id' ? user.countryName : field === 'state' ? user.stateName : null;
}

function words(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Active' : 'Inactive';
  return value === '' ? '–' : String(value);
}
