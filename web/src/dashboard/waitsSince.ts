const DAY_MS = 86_400_000;

/** How long the oldest task has been pending, from a timestamp. Empty if there is none. */
export function waitsSince(since: string | null | undefined, now = new Date()): string {
  if (since == null) return '';
  const days = Math.floor((now.getTime() - new Date(since).getTime()) / DAY_MS);
  return days < 1 ? 'Oldest: today' : days === 1 ? 'Oldest: 1 day' : `Oldest: ${days.toLocaleString('en-IN')} days`;
}
