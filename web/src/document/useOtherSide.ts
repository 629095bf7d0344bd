import { useSignedIn } from '../access/session.ts';
import { useBuyerName } from '../ground/buyerName.ts';
import { t } from '../words/words.ts';

/** The name of the company on the other side of a document: for the buyer's users its vendor, for a vendor the buyer. */
export function useOtherSide(vendorName: string): string {
  const { isAdmin } = useSignedIn();
  const buyer = useBuyerName();
  return isAdmin ? vendorName : (buyer ?? t('The buyer'));
}
