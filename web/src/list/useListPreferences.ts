import { type ListPreference, lists, type ListView } from '@aapurti/contract/settings/lists';
import { useQuery } from '@tanstack/react-query';

import { call, messageOf } from '../ground/api.ts';
import { queryClient } from '../ground/queries.ts';
import { useSession } from '../access/session.ts';
import { toast } from '../ui/toast.tsx';

const KEY = [lists.preferences.id];
interface Preferences {
  lists: readonly ListPreference[];
  views: readonly ListView[];
}
const NONE: Preferences = { lists: [], views: [] };

const preferences = {
  queryKey: KEY,
  queryFn: async (): Promise<Preferences> => (await call(lists.preferences)).data,
  staleTime: Infinity,
  // Lists work with their defaults without them, so nobody waits for a second try.
  retry: false,
};

/** Loads the user's choices for all lists once; the shell also calls it, so that they arrive with a screen's script. */
export function usePreferences(): { data: Preferences; isPending: boolean } {
  const session = useSession();
  const { data = NONE, isLoading } = useQuery({ ...preferences, enabled: session?.isActive === true });
  return { data, isPending: isLoading };
}

/** The columns and page size that the user has chosen for one list. */
export function useListPreferences(list: string) {
  const isSignedIn = useSession() !== null;
  const { data, isPending } = usePreferences();
  const { columns, pageSize } = data.lists.find((each) => each.list === list) ?? { columns: null, pageSize: null };

  /** Shown immediately and stored in the background. A failure is reported, and the change lasts until the page is reloaded. */
  function prefer(change: { columns?: string[] | null; pageSize?: number | null }): void {
    const chosen = { list, columns, pageSize, ...change };
    queryClient.setQueryData<Preferences>(KEY, ({ lists: before, views } = NONE) => ({
      lists: [...before.filter((each) => each.list !== list), chosen],
      views,
    }));
    if (isSignedIn) call(lists.prefer, { body: chosen }).catch((error: unknown) => toast.error(messageOf(error)));
  }

  return { columns, pageSize, views: data.views.filter((view) => view.list === list), isPending, prefer };
}
