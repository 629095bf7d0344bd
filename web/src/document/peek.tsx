import { createContext, type ReactNode, useContext } from 'react';

const PeekContext = createContext(false);

/** True where a document is shown beside its list: its page without the lines and tabs. */
export const usePeek = () => useContext(PeekContext);

/** A document beside its list. */
export function Peek({ children }: { children: ReactNode }) {
  return <PeekContext value>{children}</PeekContext>;
}
