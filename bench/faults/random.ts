/** Repeatable random numbers: the same seed gives the same sequence. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number of at least 0 and below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer of at least 0 and below `most`. */
  below(most: number): number {
    return Math.floor(this.next() * most);
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  pick<Item>(from: readonly Item[]): Item {
    const item = from[this.below(from.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  weighted<Item>(from: readonly (readonly [Item, number])[]): Item {
    let left = this.next() * from.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of from) {
      left -= weight;
      if (left < 0) return item;
    }
    throw new Error('There is nothing to pick from.');
  }
}
