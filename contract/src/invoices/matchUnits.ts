import { type Amount } from './matchFacts.ts';
import { Decimal } from '../ground/numbers.ts';
import { tradeUnit, unitKey, UQC_NONE } from '../ground/units.ts';

/** The codes of units that mean a carton, and of those that mean a piece. */
const CARTONS = new Set(['BOX', 'CTN']);
const PIECES = new Set(['NOS', 'PCS', 'UNT']);

const key = (uom: string) => {
  const code = tradeUnit(uom);
  return code === null || code === UQC_NONE ? unitKey(uom) : code;
};

/**
 * The units of an order line in one unit of an invoice's line: a carton has the number of pieces that the order line states. A line without
 * a unit has the order's.
 * @returns null if one cannot be converted into the other.
 */
export function unitFactor(uom: string | null, ordered: { uom: string | null; caseQuantity: Amount | null }): Decimal | null {
  if (uom === null || (ordered.uom !== null && key(uom) === key(ordered.uom))) return new Decimal(1);
  if (ordered.uom === null) return CARTONS.has(key(uom)) ? null : new Decimal(1);
  const [is, was] = [key(uom), key(ordered.uom)];
  if ((PIECES.has(is) && PIECES.has(was)) || (CARTONS.has(is) && CARTONS.has(was))) return new Decimal(1);
  if (ordered.caseQuantity === null) return null;
  if (CARTONS.has(is)) return new Decimal(ordered.caseQuantity);
  return CARTONS.has(was) && PIECES.has(is) ? new Decimal(1).div(ordered.caseQuantity) : null;
}
