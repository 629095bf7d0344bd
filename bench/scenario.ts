import type { Facts } from './facts.ts';
import type { Floor } from './floor.ts';
import type { Asked } from './load.ts';

/** A call of the portal, and what the floor does for the same. */
export interface Scenario {
  name: string;
  ask: (facts: Facts, n: number) => Asked;
  floor: Floor;
  /** Of the floor's nth call. */
  values: (facts: Facts, n: number) => unknown[];
  /** What the floor's nth call sends, where it is not the values. */
  send?: (facts: Facts, n: number) => Asked['body'];
  /**
   * What it is held to: a `scan` is a read for which plain SQL has to go through whatever there is.
   */
  goal: keyof typeof RATIOS;
  /** The most that the largest size may take of the smallest's median; null where an answer grows by itself, as an export does. */
  growth: number | null;
  /** Connections at most, where the portal refuses more at once on purpose; 16 where it does not. */
  most?: number;
  /** What has to be equal before anything is measured: records in their order and the total, these with all that they have, or figures by name. */
  same: 'records' | 'whole' | 'figures' | null;
}

/** Of the floor's requests per second. */
export const RATIOS = { read: 0.8, write: 0.6, scan: 10, export: 0.5 } as const;
export const GROWTH = 1.5;

export const pick = <Value>(from: readonly Value[], n: number): Value => from[n % from.length] as Value;
