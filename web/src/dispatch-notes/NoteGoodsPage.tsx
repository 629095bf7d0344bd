import { useParam } from '../ui/useParam.ts';
import { NotePage } from './NotePage.tsx';

/** The address of a note's goods: its page, where the lines are. */
export function NoteGoodsPage() {
  const id = useParam('id');
  return <NotePage key={id} id={id} atGoods />;
}
