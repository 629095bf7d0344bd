import type { RoleSet } from '@aapurti/contract/access/roles';
import { notFound, redirect, type ParsedLocation } from '@tanstack/react-router';

import { mayDo } from './roles.ts';
import { currentSession, isSetUpDemanded } from './session.ts';
import { ownPath, urls } from '../urls.ts';

interface Entry {
  location: ParsedLocation;
}

/** Visitors go to the login page, which leads back here afterwards. Users who must set up two-step verification first go there. */
export function signedInOnly({ location }: Entry): void {
  const session = currentSession();
  if (session !== null) {
    const setUp = urls.security(session.userID);
    if (isSetUpDemanded() && location.pathname.toLowerCase() !== setUp) throw redirect({ href: setUp, replace: true });
    return;
  }
  const wanted = ownPath(location.href);
  throw redirect({ href: `${urls.login}?${new URLSearchParams({ redirectFrom: wanted })}`, replace: true });
}

/** Signed-in users do not need the login pages. */
export function guestOnly({ location }: Entry): void {
  if (currentSession() === null) return;
  const { redirectFrom } = location.search as { redirectFrom?: string };
  throw redirect({ href: ownPath(redirectFrom), replace: true });
}

/** Marks a page that exists, but not for this user. */
export const ADMIN_ONLY = 'admin-only';

export function adminOnly(): void {
  if (currentSession()?.isAdmin !== true) throw notFound({ data: ADMIN_ONLY });
}

/** Marks a page that another role of the same company may open. */
export const ROLE_ONLY = 'role-only';

export function roleOnly(access: RoleSet): () => void {
  return () => {
    const session = currentSession();
    if (session !== null && !mayDo(session, access))
      throw notFound({ data: access === 'administrators' || session.isAdmin ? ADMIN_ONLY : ROLE_ONLY });
  };
}

/** The guard of screens for the user's own data. */
export function selfOnly({ params }: { params: { id?: string } }): void {
  if (params.id !== currentSession()?.userID) throw notFound();
}

export const administratorOnly = roleOnly('administrators');

/** Vendors edit their own record on the form where administrators edit everyone's. */
export function adminOrSelf({ params }: { params: { id?: string } }): void {
  if (params.id !== currentSession()?.userID) administratorOnly();
}
