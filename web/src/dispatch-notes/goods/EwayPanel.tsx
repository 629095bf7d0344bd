import { type DispatchGoods, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { receiptOf } from '@aapurti/contract/comments/linkedSteps';
import { ewayClock } from '@aapurti/contract/dispatch-notes/ewayClock';
import { ewayBills } from '@aapurti/contract/dispatch-notes/ewayBills';
import { EWAY_ACTIONS, type EwayAction, ewayObstacle } from '@aapurti/contract/dispatch-notes/ewayLife';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useSignedIn } from '../../access/session.ts';
import { useMay } from '../../access/useMay.ts';
import { linkedQuery } from '../../document/linkedQuery.ts';
import { recordQuery } from '../../ground/callQuery.ts';
import { Button } from '../../ui/Button.tsx';
import { Code } from '../../ui/Code.tsx';
import { Facts, Panel } from '../../ui/Panel.tsx';
import { showInstant } from '../../ui/showInstant.ts';
import { listed, t } from '../../words/words.ts';
import { EwayResultWindow } from './EwayBills.tsx';
import { EwayChangeWindow } from './EwayChangeWindow.tsx';
import { EWAY_LABELS } from './ewayLabels.ts';
import classes from './Goods.module.css';

/** One minute; the period for a change can start or end while the page is open. */
const AGAIN_MS = 60_000;

/** The e-way bill of a note, with the possible steps and the reason for each step that is not possible. */
export function EwayPanel({ goods }: { goods: DispatchGoods }) {
  const { _id: id, eWayBillNumber, ewayMadeAt, ewayValidUntil, ewayCancelled, issuer } = goods;
  const may = useMay();
  const { isAdmin } = useSignedIn();
  const [doing, setDoing] = useState<EwayAction | null>(null);
  const [importing, setImporting] = useState(false);
  const [now, setNow] = useState(() => new Date());
  const isShown = goods.state !== null && (eWayBillNumber !== null || ewayCancelled.length > 0);
  const isOffered = isShown && may(ewayBills.change.access) && isAdmin === (issuer === 'buyer');
  const { data: note } = useQuery({ ...recordQuery(dispatchNotes.get, id), enabled: isOffered });
  const { data: linked } = useQuery({ ...linkedQuery('dispatchNote', id), enabled: isOffered });
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  if (!isShown) return null;

  const vehicles = goods.vehicles.length > 0 ? goods.vehicles : [{ number: note?.VehicleNumber ?? null }];
  const receipt = receiptOf(linked?.linked ?? []);
  const obstacle = (action: EwayAction) =>
    receipt === undefined ? ewayObstacle({ ...goods, vehicles }, action, now) : messages.received(receipt.number);
  const steps = EWAY_ACTIONS.map((action) => ({ action, reason: obstacle(action) }));
  // A reason that applies to every step is shown only once.
  const [first] = steps;
  const common = steps.every(({ reason }) => reason === first?.reason) ? (first?.reason ?? null) : null;
  const impossible = steps.filter(({ reason }) => reason !== null);
  const isMoving = goods.state === 'ready' || goods.state === 'left';
  const isKnown = note !== undefined && linked !== undefined;
  return (
    <Panel title="E-way bill">
      <Facts
        items={[
          { label: 'E-way Bill Number', value: eWayBillNumber === null ? null : <Code value={eWayBillNumber} /> },
          ...(eWayBillNumber === null
            ? []
            : [
                { label: 'Generated on', value: ewayMadeAt === null ? null : showInstant(ewayMadeAt) },
                { label: 'Valid until', value: ewayValidUntil === null ? null : showInstant(ewayValidUntil) },
              ]),
          ...(ewayCancelled.length === 0 ? [] : [{ label: 'Cancelled e-way bills', value: listed(ewayCancelled) }]),
        ]}
      />
      {isMoving && eWayBillNumber !== null && ewayValidUntil !== null && (
        <p className={classes.terms}>{t(ewayClock(ewayValidUntil, now).words)}</p>
      )}
      {isOffered && isKnown && (
        <>
          <div className={`${classes.actions} ${classes.steps}`}>
            {steps.map(
              ({ action, reason }) =>
                reason === null && (
                  <Button
                    label={EWAY_LABELS[action]}
                    key={action}
                    variant="default"
                    {...(action === 'cancel' ? { c: 'var(--app-bad)' } : {})}
                    onClick={() => setDoing(action)}
                  />
                ),
            )}
            {receipt === undefined && <Button label="Import portal result" variant="default" onClick={() => setImporting(true)} />}
          </div>
          {common !== null ? (
            <p className={classes.terms}>{t(common)}</p>
          ) : (
            impossible.length > 0 && (
              <ul className={classes.words} aria-label={t('Not possible now')}>
                {impossible.map(({ action, reason }) => (
                  <li key={action} className={classes.terms}>
                    <strong>{t(EWAY_LABELS[action])}:</strong> {t(reason)}
                  </li>
                ))}
              </ul>
            )
          )}
        </>
      )}
      {doing !== null && (
        <EwayChangeWindow
          action={doing}
          goods={goods}
          vehicles={vehicles.flatMap(({ number }) => number ?? [])}
          onClose={() => setDoing(null)}
        />
      )}
      {importing && <EwayResultWindow opened onClose={() => setImporting(false)} />}
    </Panel>
  );
}
