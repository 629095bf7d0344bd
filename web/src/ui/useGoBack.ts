import { useCanGoBack, useRouter } from '@tanstack/react-router';

/** Goes to the previous screen, or to the given one where this is the first. */
export function useGoBack(otherwise: string): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => (canGoBack ? router.history.back() : void router.navigate({ href: otherwise }));
}
