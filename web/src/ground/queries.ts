import { QueryClient } from '@tanstack/react-query';

import { ApiError } from './api.ts';

/** A refusal is final: only failures that may be temporary are retried, once. */
function mayPass(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // `always` is needed because a browser that believes itself offline may still reach the portal. If not, the failure is reported instead
    // of waiting silently.
    queries: { staleTime: 30_000, retry: mayPass, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
