import { ERP_NAMES, ERP_TAKES, type ErpTakes } from '@aapurti/contract/buyer-system/erps';
import type { OrderAnswers } from '@aapurti/contract/purchase-orders/orderAnswers';

import { showInstant } from '../../ui/showInstant.ts';
import { Strip } from '../../ui/Strip.tsx';
import { t } from '../../words/words.ts';

/** The answers that the buyer's ERP was told, and what stays as it is there. */
export function ToldErp({ erp: { system, toldAt, untold } }: { erp: NonNullable<OrderAnswers['erp']> }) {
  const erp = ERP_NAMES[system] ?? system;
  const takes = (ERP_TAKES as Readonly<Record<string, ErpTakes>>)[system];
  const sentences = [
    toldAt !== null && t('{erp} was told the answers on {time}.', { erp, time: showInstant(toldAt) }),
    untold > 0 && t('Agreed confirmations are sent to {erp} at the next sync.', { erp }),
    takes !== undefined &&
      t(
        takes.promisedDay === null
          ? 'Promised days stay in the portal.'
          : 'It stores the confirmed date of each line; if there are several, the last one.',
      ),
    takes !== undefined &&
      t(
        takes.terms === null
          ? 'Quantities, price, another product and rejections stay in the portal.'
          : 'Quantities, price, another product and rejections are a note there: the lines of its order stay as they are.',
      ),
  ];
  if (toldAt === null && untold === 0) return null;
  return <Strip>{sentences.filter(Boolean).join(' ')}</Strip>;
}
