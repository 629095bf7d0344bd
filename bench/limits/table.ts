/** The table of limits: the goal of each limit, the result and the verdict. */

export interface Limit {
  what: string;
  /** The goals as the table shows them, for the smaller and the larger size; null if a size has no limit. */
  goals: readonly [string | null, string | null];
  /** True for times that only a quiet machine can judge. Ratios and memory always count. */
  isAbsolute: boolean;
  /** The results by size and server. */
  results: Map<string, { reached: string; isGood: boolean; isNoisy: boolean }>;
}

/** PostgreSQL 15 is the oldest version that an installation may use; the embedded server is the newest. */
export const SERVERS = ['15', 'embedded'] as const;
export type Server = (typeof SERVERS)[number];

export const resultKey = (size: number, server: Server): string => `${size} ${server}`;

/**
 * Prints the figures of the servers side by side. The verdict is that of the oldest server, or of the embedded one if only that was
 * measured. @returns the number of missed limits; absolute ones count only if the machine was quiet.
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

/** The index of the goal for a size: 0 up to 100,000 rows, 1 above. */
export function placeOf(size: number): 0 | 1 {
  return size > 100_000 ? 1 : 0;
}

export function shown(size: number): string {
  return size.toLocaleString('en');
}
