import { createContext, useContext } from 'react';

const PeekContext = createContext(false);

/** True where a document is shown beside its list: its page without the lines and tabs. */
export const usePeek = () => useContext(PeekContext);
