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
    toldAt !== null && t('Confirmations sent to {erp} on {time}.', { erp, time: showInstant(toldAt) }),
    untold > 0 && t('Agreed confirmations are sent to {erp} at the next sync.', { erp }),
    takes !== undefined &&
      t(
        takes.promisedDay === null
          ? 'Confirmed dates stay in the portal.'
          : 'It stores the confirmed date of each line; if there are several, the last one.',
      ),
    takes !== undefined &&
      t(
        takes.terms === null
          ? 'Quantities, prices, substitute products and rejections stay in the portal.'
          : 'Quantities, prices, substitute products and rejections are added there as a note. The lines of its order do not change.',
      ),
  ];
  if (toldAt === null && untold === 0) return null;
  return <Strip>{sentences.filter(Boolean).join(' ')}</Strip>;
}
