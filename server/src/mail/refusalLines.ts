import { showMoney } from '@aapurti/contract/ground/fields';
import { REFUSAL_CAUSES, type RefusalCause } from '@aapurti/contract/products/refusalCauses';
import { say } from '@aapurti/contract/ground/template';

/** A part of the words about a refusal: a text of the portal, or what the buyer wrote. */
export type RefusalPart = { readonly cause: string } | { readonly reason: string };

/** The standard reason of a refusal, what was written, and the price that would be approved. */
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
