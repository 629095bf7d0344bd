import { QueryClient } from '@tanstack/react-query';

import { ApiError } from './api.ts';

/** A refusal stays a refusal: only what may pass by itself is tried again, once. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: a browser that believes itself offline may still reach the portal, and if not, says so instead of waiting in silence.
    queries: { staleTime: 30_000, retry: mayPass, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
