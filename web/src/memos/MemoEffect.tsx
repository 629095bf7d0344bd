import { showMoney } from '@aapurti/contract/ground/fields';
import { parseDecimal } from '@aapurti/contract/ground/numbers';
import type { MemoKind } from '@aapurti/contract/memos/memoMessages';
import { effectOf, type Issuer } from '@aapurti/contract/memos/memos';
import { useWatch } from 'react-hook-form';

import { useSignedIn } from '../access/session.ts';
import { useVendorName } from '../choose/userOptions.ts';
import type { Values } from '../form/useContractForm.ts';
import { t } from '../words/words.ts';
import classes from './ProposalOffer.module.css';

interface MemoEffectProps {
  kind: MemoKind;
  issuer: Issuer;
  /** The vendor of the memo; empty until one is chosen. */
  vendorId: string;
  /** States if the reference matches one invoice or none; unknown until it is checked. */
  invoice: 'one' | 'none' | 'unknown';
}

/** Describes the effect on the vendor's account, in rupees, before the memo is sent. */
export function MemoEffect(props: MemoEffectProps) {
  const { isAdmin, user } = useSignedIn();
  return isAdmin ? <OfChosen {...props} /> : <Effect {...props} vendor={user.company} isBuyers={false} />;
}

/** Only buyer users may look up the names of vendors. */
function OfChosen(props: MemoEffectProps) {
  const vendor = useVendorName(props.vendorId);
  return <Effect {...props} vendor={vendor ?? ''} isBuyers />;
}

function Effect({ kind, issuer, invoice, vendor, isBuyers }: MemoEffectProps & { vendor: string; isBuyers: boolean }) {
  const amount = parseDecimal(useWatch<Values>({ name: 'amount' }));
  if (vendor === '' || invoice === 'unknown') return null;
  const text = amount?.gt(0) === true ? textOf(kind, issuer, { hasInvoice: invoice === 'one', isBuyers }) : NO_AMOUNT;
  return (
    <output className={classes.offer} data-span="full">
      <span className={classes.words}>{t(text, { vendor, amount: showMoney(amount?.toFixed(2)) })}</span>
    </output>
  );
}

const NO_AMOUNT = 'This memo has no amount, so it does not change the amount payable to {vendor}.';

function textOf(kind: MemoKind, issuer: Issuer, { hasInvoice, isBuyers }: { hasInvoice: boolean; isBuyers: boolean }): string {
  const { lowers, waits } = effectOf(kind, issuer);
  if (!waits)
    return hasInvoice
      ? 'Reduces the amount payable to {vendor} by {amount}.'
      : 'Reduces the amount payable to {vendor} by {amount}. The credit stays on account.';
  if (!hasInvoice) return 'This memo does not refer to an invoice of {vendor}, so its {amount} does not change the payable amount yet.';
  if (lowers)
    return '{amount} of the amount payable to {vendor} is held until the vendor accepts this memo or issues a credit memo for it.';
  return isBuyers
    ? 'Increases the amount payable to {vendor} by {amount} once another buyer user accepts it.'
    : 'Increases the amount payable to {vendor} by {amount} once the buyer accepts it.';
}
