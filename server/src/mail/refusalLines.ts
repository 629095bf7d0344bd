import { showMoney } from '@aapurti/contract/ground/fields';
import { REFUSAL_CAUSES, type RefusalCause } from '@aapurti/contract/products/refusalCauses';
import { say } from '@aapurti/contract/ground/template';

/** A part of the text about a disapproval: a text of the portal, or the buyer's own words. */
export type RefusalPart = { readonly cause: string } | { readonly reason: string };

/** The standard reason for a disapproval, the buyer's note, and the price that would be approved. */
export function refusalParts({
  cause,
  reason,
  acceptablePrice,
}: {
  cause?: RefusalCause | undefined;
  reason?: string | undefined;
  acceptablePrice?: string | undefined;
}): RefusalPart[] {
  const stock = cause === undefined || cause === 'other' ? undefined : REFUSAL_CAUSES[cause];
  return [
    ...(stock === undefined ? [] : [{ cause: stock }]),
    ...(reason === undefined || reason === stock ? [] : [{ reason }]),
    ...(acceptablePrice === undefined ? [] : [{ cause: say('Acceptable price: {price}', { price: showMoney(acceptablePrice) }) }]),
  ];
}
