import type { Access } from '@aapurti/contract/ground/operation';
import { mayCall, type Role } from '@aapurti/contract/access/roles';

export interface Rights {
  isAdmin: boolean;
  user: { roles: readonly string[]; siteIds?: readonly string[]; boundRoles?: readonly string[] };
}

export const OTHER_SITE = 'Your role does not cover the site of this order. Ask an administrator.';

/**
 * True if the user's roles allow operations with this access. It decides what is shown; the server checks every call.
 * @param siteId the record's site, because a user may be limited to some sites; null if it has none.
 */
export function mayDo({ isAdmin, user }: Rights, access: Access, siteId?: string | null): boolean {
  if (access === 'anyone' || access === 'optional' || access === 'signed-in') return true;
  const roles = rolesOf({ isAdmin, user });
  const isOther = siteId !== undefined && !user.siteIds?.includes(siteId ?? '');
  return mayCall(
    access,
    roles.filter((role) => !isOther || !user.boundRoles?.includes(role)),
  );
}

/** A session stored without roles gets them with the server's first response. */
export function rolesOf({ isAdmin, user }: Rights): readonly Role[] {
  return (user.roles.length > 0 ? user.roles : [isAdmin ? 'administrator' : 'owner']) as readonly Role[];
}
