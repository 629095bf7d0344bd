/** Addresses of lists by their path, as each was last seen: filters, sort and page. */
const seen = new Map<string, string>();

/** Keeps the address that a list is seen at. */
export function rememberList(pathname: string, href: string): void {
  seen.set(pathname.toLowerCase(), href);
}

/** The list at this path as it was left, for the way back from a form that one did not need to come to from there. */
export function listAsLeft(path: string): string {
  return seen.get(path.toLowerCase()) ?? path;
}
