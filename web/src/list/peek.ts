import { createContext, useContext } from 'react';

import type { Action } from '../ui/ActionMenu.tsx';

/** The row's actions, which the read view passes to its document. */
export interface Peeked {
  actions: readonly Action[];
}

export const PeekContext = createContext<Peeked | null>(null);

/** The row's actions if a document is shown next to its list; null on its own page. */
export const usePeek = () => useContext(PeekContext);
