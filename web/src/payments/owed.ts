/**
 * The amount owed to a vendor, with a label for the reader. A negative amount means an overpayment: the label says so instead of a minus sign.
 * @param owed in rupees
 * @param label the label while something is owed
 */
export function owedFigure(owed: number, isAdmin: boolean, label: string): { label: string; amount: number } {
  return owed < 0 ? { label: isAdmin ? 'Paid in advance' : 'Received in advance', amount: -owed } : { label, amount: owed };
}
