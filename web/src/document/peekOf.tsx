import { type ComponentType, lazy, Suspense } from 'react';

import { Spinner } from '../ui/Spinner.tsx';

type Page = ComponentType<{ id: string }>;

/** The page of a list's rows, for their read view: its script loads with the first row that is opened. */
export function peekOf(load: () => Promise<Page>) {
  const Document = lazy(async () => ({ default: await load() }));
  return function Peek({ _id }: { _id: string }) {
    return (
      <Suspense fallback={<Spinner height={160} />}>
        <Document key={_id} id={_id} />
      </Suspense>
    );
  };
}
