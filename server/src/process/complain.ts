/** What follows a call must not undo it: that it failed is for the operator to read. */
export function complain(error: unknown): void {
  console.error('What should follow a call failed:', error);
}
