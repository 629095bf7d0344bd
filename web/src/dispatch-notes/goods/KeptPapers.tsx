import type { DispatchGoods } from '@aapurti/contract/dispatch-notes/dispatchGoods';

import { PaperButton } from '../../papers/savePaper.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { t } from '../../words/words.ts';
import classes from './Goods.module.css';

/** The papers of a note whose goods have left, as they were printed; the newest first. */
export function KeptPapers({ goods: { _id: id, DCNumber: number, papers } }: { goods: DispatchGoods }) {
  if (papers.length === 0) return null;
  return (
    <Panel title="Printed challans">
      <p className={classes.terms}>
        {t('The challan remains as printed at dispatch. A later change of transport, or a cancellation, prints a new copy.')}
      </p>
      <ul className={classes.papers}>
        {papers.toReversed().map(({ no, madeAt }) => (
          <li key={no}>
            <span>{t('Challan {no} of {day}', { no, day: showInstant(madeAt) })}</span>
            <PaperButton kind="dispatch-note" id={id} number={`${number}-${no}`} version={no} name={t('Download challan {no}', { no })} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
