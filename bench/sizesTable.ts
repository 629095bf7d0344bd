/** The tables of what `sizes.ts` has measured. */

interface Figures {
  size: number;
  isFloor: boolean;
  /** With 1 and with 16 connections: requests per second, milliseconds, milliseconds of CPU per request, and what went wrong. */
  by: { rate: number; p50: number; p99: number; cpu: number; failed: string }[];
}

export interface Measured {
  name: string;
  kind: string;
  ratioGoal: number;
  growthGoal: number | null;
  figures: Figures[];
}

const shown = (value: number | undefined, places: number) =>
  value === undefined || !Number.isFinite(value) ? '–' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(places);

/** @returns whether every goal is reached. */
export function printTables(all: readonly Measured[], differences: number): boolean {
  const sizes = [...new Set(all.flatMap(({ figures }) => figures.map(({ size }) => size)))].sort((a, b) => a - b);
  const names = sizes.map((size) => size.toLocaleString('en'));
  const missed: string[] = [];
  const verdict = (name: string, isGood: boolean) => {
    if (!isGood) missed.push(name);
    return isGood ? 'reached' : 'MISSED';
  };

  console.log(`\n| median ms, 1 connection, by products and invoices | ${names.join(' | ')} | growth | goal | |`);
  console.log(`|---|${names.map(() => '--:|').join('')}--:|--:|---|`);
  for (const { name, growthGoal, figures } of all) {
    const medians = sizes.map((size) => figures.find((each) => each.size === size && !each.isFloor)?.by[0]?.p50);
    const growth = (medians.at(-1) ?? NaN) / (medians[0] ?? NaN);
    const end = growthGoal === null ? '– | ' : `${growthGoal} | ${verdict(`growth of ${name}`, growth <= growthGoal)}`;
    console.log(`| ${name} | ${medians.map((each) => shown(each, 2)).join(' | ')} | ${shown(growth, 2)} | ${end} |`);
  }

  const largest = names.at(-1);
  console.log(
    `\n| at ${largest}, 1 and 16 connections | requests/s | p50 ms | p99 ms | CPU ms a request at 16 | floor, requests/s | ratio at 16 | goal | |`,
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|---|');
  for (const { name, kind, ratioGoal, figures } of all) {
    const portal = figures.find((each) => each.size === sizes.at(-1) && !each.isFloor)?.by ?? [];
    const floor = figures.find(({ isFloor }) => isFloor)?.by ?? [];
    const both = (of: Figures['by'], figure: 'rate' | 'p50' | 'p99' | 'cpu', places = 1) =>
      of.map((each) => (each.failed === '' ? shown(each[figure], places) : 'failed')).join(', ');
    const isWhole = portal.every(({ failed }) => failed === '');
    const ratio = (portal[1]?.rate ?? NaN) / (floor[1]?.rate ?? NaN);
    const columns = [
      both(portal, 'rate'),
      both(portal, 'p50', 2),
      both(portal, 'p99', 2),
      both(portal.slice(-1), 'cpu', 2),
      both(floor, 'rate'),
    ];
    console.log(
      `| ${name} | ${columns.join(' | ')} | ${shown(ratio, 2)} | ${ratioGoal} (${kind}) | ${verdict(`ratio of ${name}`, isWhole && ratio >= ratioGoal)} |`,
    );
  }

  console.log('\n| after all of it | | goal | |\n|---|--:|--:|---|');
  console.log(`| differences found by verify-books | ${differences} | 0 | ${verdict('verify-books', differences === 0)} |`);
  console.log(`| goals reached | ${all.length * 2 + 1 - all.filter(({ growthGoal }) => growthGoal === null).length - missed.length} | | |`);
  console.log(`| goals missed | ${missed.length} | | |`);
  return missed.length === 0;
}
