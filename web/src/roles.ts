import type { Access } from '@aapurti/contract/operation';
import { mayCall, type Role } from '@aapurti/contract/roles';

export interface Rights {
  isAdmin: boolean;
  user: { roles: readonly string[] };
}

/** Whether the user's roles allow operations with this access. Decides what is shown; the server checks every call. */
export function mayDo({ isAdmin, user }: Rights, access: Access): boolean {
  if (access === 'anyone' || access === 'optional' || access === 'signed-in') return true;
  // A session stored without roles gets them with the first answer of the server.
  const roles = user.roles.length > 0 ? user.roles : [isAdmin ? 'administrator' : 'owner'];
  return mayCall(access, roles as readonly Role[]);
}
