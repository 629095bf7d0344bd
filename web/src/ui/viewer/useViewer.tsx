import { type ReactNode, useState } from 'react';
import { onDemand } from '../onDemand.tsx';

// Loaded when something is opened.
const Viewer = onDemand(async () => (await import('./Viewer.tsx')).Viewer);

/** A PDF or photo, at an address of this site; what is printed on demand has a call in its place, and an address of no meaning. */
export interface Viewed {
  name: string;
  mediaType: string;
  url: string;
  load?: () => Promise<Blob>;
}

/** Opens one of some PDFs and photos in place. */
export function useViewer(files: readonly Viewed[]): { open: (place: number) => void; window: ReactNode } {
  const [place, setPlace] = useState<number | null>(null);
  return {
    open: setPlace,
    window: place === null ? null : <Viewer files={files} place={place} onPlace={setPlace} onClose={() => setPlace(null)} />,
  };
}
