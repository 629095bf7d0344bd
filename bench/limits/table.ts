/** The table of limits: what each is, what was reached, and the verdict. */

export interface Limit {
  what: string;
  /** As the table says it, for the smaller size and for the larger; null where a size has no limit. */
  goals: readonly [string | null, string | null];
  /** Times of a quiet machine: not judged on a noisy one. Ratios and memory always count. */
  isAbsolute: boolean;
  results: Map<number, { reached: string; isGood: boolean; isNoisy: boolean }>;
}

/** @returns how many limits were missed; of absolute ones only where the machine was quiet. */
export function printLimits(limits: readonly Limit[], sizes: readonly number[]): number {
  console.log(`\n| limit | ${sizes.map((size) => `${shown(size)}: goal | reached | verdict`).join(' | ')} |`);
  console.log(`|---|${sizes.map(() => '---|---|---|').join('')}`);
  let missed = 0;
  for (const { what, goals, isAbsolute, results } of limits) {
    const columns = sizes.map((size) => {
      const [goal, found] = [goals[placeOf(size)] ?? '–', results.get(size)];
      if (found === undefined) return `${goal} | – | –`;
      const isJudged = !isAbsolute || !found.isNoisy;
      if (!found.isGood && isJudged) missed += 1;
      const verdict = found.isGood ? 'reached' : isJudged ? 'MISSED' : 'missed';
      return `${goal} | ${found.reached} | ${verdict}${isJudged ? '' : ', noisy'}`;
    });
    console.log(`| ${what} | ${columns.join(' | ')} |`);
  }
  return missed;
}

/** Which goal holds for a size: 0 up to 100,000 rows, 1 above. */
export function placeOf(size: number): 0 | 1 {
  return size > 100_000 ? 1 : 0;
}

export function shown(size: number): string {
  return size.toLocaleString('en');
}
