import { useSite } from './useSite.ts';

/** The buyer's name, for the head of a document; undefined while it loads. */
export function useBuyerName(): string | null | undefined {
  return useSite().data?.buyerName;
}
