import { Decimal } from '@aapurti/contract/ground/numbers';

/** The figures that limit what may be paid of an invoice. */
export interface Room {
  payable: number;
  /** The most that may be paid to the vendor in all; null where the account limits nothing. */
  vendorPayable: number | null;
}

/** The amounts to propose for invoices of one vendor that are paid together: each in full, as far as the vendor's account reaches. */
export function proposedParts(rooms: readonly Room[]): string[] {
  const limits = rooms.flatMap(({ vendorPayable }) => vendorPayable ?? []);
  let left = limits.length === 0 ? null : new Decimal(Math.min(...limits));
  return rooms.map(({ payable }) => {
    const amount = left === null ? new Decimal(payable) : Decimal.max(0, Decimal.min(payable, left));
    left = left?.minus(amount) ?? null;
    return amount.isZero() ? '' : amount.toFixed(2);
  });
}
