import { type ReactNode, useState } from 'react';
import { onDemand } from '../onDemand.tsx';

// Loaded when something is opened.
const Viewer = onDemand(async () => (await import('./Viewer.tsx')).Viewer);

/** A PDF or photo, at an address of this site; a document printed on demand has a call instead, and a meaningless address. */
export interface Viewed {
  name: string;
  mediaType: string;
  url: string;
  load?: () => Promise<Blob>;
}

/** Opens one of several PDFs and photos in place. */
export function useViewer(files: readonly Viewed[]): { open: (place: number) => void; window: ReactNode } {
  const [place, setPlace] = useState<number | null>(null);
  return {
    open: setPlace,
    window: place === null ? null : <Viewer files={files} place={place} onPlace={setPlace} onClose={() => setPlace(null)} />,
  };
}
