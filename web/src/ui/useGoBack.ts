import { useCanGoBack, useRouter } from '@tanstack/react-router';

/** Goes to the previous screen, or to the given one if there is none. */
export function useGoBack(otherwise: string): () => void {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return () => (canGoBack ? router.history.back() : void router.navigate({ href: otherwise }));
}
