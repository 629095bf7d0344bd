import { notices } from '@aapurti/contract/home/notices';
import { infiniteQueryOptions } from '@tanstack/react-query';

import { call } from '../../ground/api.ts';

/** The pages of notifications, the newest first. */
export const noticePages = infiniteQueryOptions({
  queryKey: [notices.list.id],
  queryFn: async ({ pageParam, signal }) =>
    (await call(notices.list, { query: pageParam === null ? {} : { before: pageParam }, signal })).data,
  initialPageParam: null as string | null,
  getNextPageParam: (last) => (last.more ? (last.notices.at(-1)?._id ?? null) : null),
  refetchOnWindowFocus: 'always',
  staleTime: 0,
});
