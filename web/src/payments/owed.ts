/**
 * The figure of what is owed to a vendor, under the name that it has for the reader. Below zero, more was paid than is owed, and the
 * figure says so instead of showing a minus sign.
 * @param owed in rupees
 * @param label the figure's name while something is owed
 */
export function owedFigure(owed: number, isAdmin: boolean, label: string): { label: string; amount: number } {
  return owed < 0 ? { label: isAdmin ? 'Paid in advance' : 'Received in advance', amount: -owed } : { label, amount: owed };
}
