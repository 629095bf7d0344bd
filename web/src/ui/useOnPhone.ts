import { useMediaQuery } from '@mantine/hooks';

/** True below 600 px, where tables become cards and filters hide behind a button. */
export function useOnPhone(): boolean {
  return useMediaQuery('(max-width: 599.98px)', undefined, { getInitialValueInEffect: false });
}
