import { onDemand } from '../ui/onDemand.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useParam } from '../ui/useParam.ts';

// The page loads on demand, as at the note's other address.
const NotePage = onDemand(async () => (await import('./NotePage.tsx')).NotePage, <Spinner height={320} />);

/** The address of a note's goods opens the note's page at its lines. */
export function NoteGoodsPage() {
  const id = useParam('id');
  return <NotePage key={id} id={id} atGoods />;
}
