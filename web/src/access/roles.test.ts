import { expect, test } from 'vitest';

import { mayDo, type Rights } from './roles.ts';

const acting = (roles: string[], siteIds: string[] = [], boundRoles: string[] = []): Rights => ({
  isAdmin: true,
  user: { roles, siteIds, boundRoles },
});

test.each<[string, Rights, boolean, boolean, boolean, boolean]>([
  // The columns tell of the record's site: not asked, own, another, none.
  ['a buyer of every site', acting(['buyer']), true, true, true, true],
  ['a buyer of one site', acting(['buyer'], ['4'], ['buyer']), true, true, false, false],
  ['a buyer of every site who is receiver of one', acting(['buyer', 'receiver'], ['4'], ['receiver']), true, true, true, true],
  ['a buyer of one site who acts for an administrator', acting(['buyer', 'administrator'], ['4'], ['buyer']), true, true, true, true],
  ['a receiver of one site', acting(['receiver'], ['4'], ['receiver']), false, false, false, false],
  ['a session that began before roles had sites', { isAdmin: true, user: { roles: ['buyer'] } }, true, true, true, true],
])('the role and sites of a user allow purchasing or not: %s', (_, rights, ...allowed) => {
  expect([undefined, '4', '5', null].map((site) => mayDo(rights, 'purchasing', site))).toEqual(allowed);
});
