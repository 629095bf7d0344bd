/** The last address of each list by its path: filters, sort and page. */
const seen = new Map<string, string>();

/** Stores the current address of a list. */
export function rememberList(pathname: string, href: string): void {
  seen.set(pathname.toLowerCase(), href);
}

/** The last address of the list at this path, for returning from a form that was opened from elsewhere. */
export function listAsLeft(path: string): string {
  return seen.get(path.toLowerCase()) ?? path;
}
