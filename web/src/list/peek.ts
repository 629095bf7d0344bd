import { createContext, useContext } from 'react';

import type { Action } from '../ui/ActionMenu.tsx';

/** The row's actions, which the read view gives to the document that it shows. */
export interface Peeked {
  actions: readonly Action[];
}

export const PeekContext = createContext<Peeked | null>(null);

/** The row's actions where a document is shown beside its list; null on a page of its own. */
export const usePeek = () => useContext(PeekContext);
