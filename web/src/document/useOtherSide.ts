import { useSignedIn } from '../access/session.ts';
import { useBuyerName } from '../ground/buyerName.ts';
import { t } from '../words/words.ts';

/** The name of the other company on a document: for buyer users its vendor, for a vendor the buyer. */
export function useOtherSide(vendorName: string): string {
  const { isAdmin } = useSignedIn();
  const buyer = useBuyerName();
  return isAdmin ? vendorName : (buyer ?? t('The buyer'));
}
