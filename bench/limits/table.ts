/** The table of limits: what each is, what was reached, and the verdict. */

export interface Limit {
  what: string;
  /** The goals as the table states them, for the smaller size and for the larger; null where a size has no limit. */
  goals: readonly [string | null, string | null];
  /** Times of a quiet machine: not judged on a noisy one. Ratios and memory always count. */
  isAbsolute: boolean;
  /** The results by size and server. */
  results: Map<string, { reached: string; isGood: boolean; isNoisy: boolean }>;
}

/** PostgreSQL 15 is the oldest that an installation may use; the embedded server is the newest. */
export const SERVERS = ['15', 'embedded'] as const;
export type Server = (typeof SERVERS)[number];

export const resultKey = (size: number, server: Server): string => `${size} ${server}`;

/**
 * Prints the figures of the servers side by side. The verdict is the oldest server's, or the embedded one's where it alone was measured.
 * @returns how many limits were missed; absolute ones count only where the machine was quiet.
 */
export function printLimits(limits: readonly Limit[], sizes: readonly number[], servers: readonly Server[]): number {
  const names = servers.map((server) => (server === 'embedded' ? 'embedded' : `PostgreSQL ${server}`));
  console.log(`\n| limit | ${sizes.map((size) => `${shown(size)}: goal | ${names.join(' | ')} | verdict`).join(' | ')} |`);
  console.log(`|---|${sizes.map(() => `---|${names.map(() => '---|').join('')}---|`).join('')}`);
  let missed = 0;
  for (const { what, goals, isAbsolute, results } of limits) {
    const columns = sizes.map((size) => {
      const goal = goals[placeOf(size)] ?? '–';
      const reached = servers.map((server) => results.get(resultKey(size, server)));
      const found = reached.find((result) => result !== undefined);
      const figures = reached.map((result) => result?.reached ?? '–').join(' | ');
      if (found === undefined) return `${goal} | ${figures} | –`;
      const isJudged = !isAbsolute || !found.isNoisy;
      if (!found.isGood && isJudged) missed += 1;
      const verdict = found.isGood ? 'reached' : isJudged ? 'MISSED' : 'missed';
      return `${goal} | ${figures} | ${verdict}${isJudged ? '' : ', noisy'}`;
    });
    console.log(`| ${what} | ${columns.join(' | ')} |`);
  }
  return missed;
}

/** The goal that applies to a size: 0 up to 100,000 rows, 1 above. */
export function placeOf(size: number): 0 | 1 {
  return size > 100_000 ? 1 : 0;
}

export function shown(size: number): string {
  return size.toLocaleString('en');
}
