import { createStore } from '../ground/store.ts';

export interface Remaining {
  id: number;
  kind: 'good' | 'bad';
  text: string;
  /** Leads to what the message is about. */
  link?: { label: string; href: string };
  /** The number of screen changes that it outlasts, because saving a form leads to another screen. */
  turns: number;
}

/** Messages of the current screen that need reading. */
export const remaining = createStore<readonly Remaining[]>([]);
let lastId = 0;

/** Shows a message below the screen's heading until it is dismissed or the screen is left. A repeated one is announced again. */
export function remain(
  kind: Remaining['kind'],
  text: string,
  { turns = kind === 'good' ? 1 : 0, ...link }: Partial<Pick<Remaining, 'turns' | 'link'>> = {},
): void {
  const others = remaining.get().filter((each) => each.text !== text);
  remaining.set([...others, { id: ++lastId, kind, text, turns, ...link }].slice(-4));
}

export function dismiss(id: number): void {
  remaining.set(remaining.get().filter((each) => each.id !== id));
}

/** Another screen is shown. */
export function turnPage(): void {
  if (remaining.get().length === 0) return;
  remaining.set(
    remaining
      .get()
      .filter(({ turns }) => turns > 0)
      .map((each) => ({ ...each, turns: each.turns - 1 })),
  );
}
