import type { Access } from '@aapurti/contract/ground/operation';

import { mayDo } from './roles.ts';
import { useSession } from './session.ts';

export function useMay(): (access: Access, siteId?: string | null) => boolean {
  const session = useSession();
  return (access, siteId) => session !== null && mayDo(session, access, siteId);
}

/** The actions that the user's roles allow. */
export function useAllowed<T extends { access?: Access }>(actions: readonly T[]): readonly T[] {
  const may = useMay();
  return actions.filter(({ access }) => access === undefined || may(access));
}
