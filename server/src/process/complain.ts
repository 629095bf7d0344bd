/** Reports an error of work that follows a call and must not undo it. */
export function complain(error: unknown): void {
  console.error('The work after a call failed:', error);
}
