import { showMoney } from '@aapurti/contract/ground/fields';
import type { Invoice } from '@aapurti/contract/invoices/invoices';
import type { InvoiceMatch } from '@aapurti/contract/invoices/matching';
import type { SimilarDocuments } from '@aapurti/contract/invoices/similar';
import { Loader, ScrollArea } from '@mantine/core';

import { MATCH_WORDS } from '../document/statusWords.ts';
import { TextLink } from '../ui/Link.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { urls } from '../urls.ts';
import { t } from '../words/words.ts';
import classes from './MatchFindings.module.css';

/** The most documents shown per invoice; the invoice's page shows all. */
const NAMED_MOST = 3;

export interface Compared {
  invoice: Invoice;
  /** Undefined while it loads. */
  match: InvoiceMatch | undefined;
}

/** The invoices in an approval that are exceptions or have no lines, each with its deviations or similar documents. */
export function ApprovalFindings({ compared, more }: { compared: readonly Compared[]; more: number }) {
  return (
    <section aria-label={t('Compare before you approve')}>
      <ScrollArea.Autosize mah="50vh" viewportProps={{ tabIndex: 0 }}>
        <ul className={classes.findings}>
          {compared.map(({ invoice, match }) => (
            <li key={invoice._id}>
              <StatusBadge tone={MATCH_WORDS[invoice.matchState].tone}>{t(MATCH_WORDS[invoice.matchState].word)}</StatusBadge>
              <div className={classes.finding}>
                <TextLink href={urls.document('invoice', invoice._id)}>
                  {t('Invoice {number}', { number: invoice.invoiceNumber })}, {t(showMoney(invoice.invoiceValue))}
                </TextLink>
                {match === undefined ? <Loader size="xs" aria-label={t('Loading')} /> : <Finding match={match} />}
              </div>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {more > 0 && (
        <p>{t('{more, plural, one {# more invoice stays} other {# more invoices stay}} selected. Approve these first.', { more })}</p>
      )}
    </section>
  );
}

function Finding({ match: { similar, findings, isApprovable } }: { match: InvoiceMatch }) {
  const faults = findings.filter(({ outcome }) => outcome === 'fault').slice(0, NAMED_MOST);
  return (
    <>
      {faults.map(({ message }) => (
        <span key={message} className={classes.under}>
          {t(message)}
        </span>
      ))}
      {similar !== null && <Similar similar={similar} />}
      {!isApprovable && <span className={classes.under}>{t('It cannot be approved now and is skipped.')}</span>}
    </>
  );
}

function Similar({ similar: { invoices, orders } }: { similar: SimilarDocuments }) {
  const same = orders.filter(({ isSameValue }) => isSameValue).slice(0, NAMED_MOST);
  return (
    <>
      {invoices.slice(0, NAMED_MOST).map(({ _id, invoiceNumber }) => (
        <TextLink key={_id} className={classes.under} href={urls.document('invoice', _id)}>
          {t('Invoice {number} has the same value.', { number: invoiceNumber })}
        </TextLink>
      ))}
      {invoices.length === 0 && <span className={classes.under}>{t('No other invoice of this vendor has this value.')}</span>}
      {same.map(({ orderId, poNumber }) => (
        <TextLink key={orderId} className={classes.under} href={urls.document('purchaseOrder', orderId)}>
          {t('Order {number} has the same value.', { number: poNumber })}
        </TextLink>
      ))}
      {same.length === 0 && <span className={classes.under}>{t('No order of this vendor has this value.')}</span>}
    </>
  );
}
