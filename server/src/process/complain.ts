/** Reports an error of work that follows a call and must not undo it. */
export function complain(error: unknown): void {
  console.error('What should follow a call failed:', error);
}
