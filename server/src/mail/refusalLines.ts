import { showMoney } from '@aapurti/contract/ground/fields';
import { REFUSAL_CAUSES, type RefusalCause } from '@aapurti/contract/products/products';
import { say } from '@aapurti/contract/ground/template';

/** The standard reason of a refusal, what was written, and the price that would be approved: a line each, to be translated alone. */
export function refusalLines({
  cause,
  reason,
  acceptablePrice,
}: {
  cause?: RefusalCause | undefined;
  reason?: string | undefined;
  acceptablePrice?: string | undefined;
}): string[] {
  const stock = cause === undefined || cause === 'other' ? undefined : REFUSAL_CAUSES[cause];
  return [
    ...(stock === undefined ? [] : [stock]),
    ...(reason === undefined || reason === stock ? [] : [reason]),
    ...(acceptablePrice === undefined ? [] : [say('Acceptable price: {price}', { price: showMoney(acceptablePrice) })]),
  ];
}
