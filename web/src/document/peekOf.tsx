import type { ComponentType } from 'react';

import { onDemand } from '../ui/onDemand.tsx';
import { Spinner } from '../ui/Spinner.tsx';

type Page = ComponentType<{ id: string }>;

/** The page of a list's rows, for their preview: its script loads with the first opened row. */
export function peekOf(load: () => Promise<Page>) {
  const Document = onDemand(load, <Spinner height={160} />);
  return function Peek({ _id }: { _id: string }) {
    return <Document key={_id} id={_id} />;
  };
}
