import { accounts, messages, type User } from '@aapurti/contract/vendors/accounts';
import { inOneLine, showDate } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { IconAlertCircle, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { recordQuery } from '../ground/callQuery.ts';
import { useSignedIn } from '../access/session.ts';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import classes from './InactivePage.module.css';
import { useSite } from '../ground/useSite.ts';
import { t } from '../words/words.ts';
import { onDemand } from '../ui/onDemand.tsx';

/** The page that an inactive user sees instead of every other: the status of the check, the missing data, and the contact. */
export function InactivePage() {
  const { userID } = useSignedIn();
  const { data: site } = useSite();
  // The top bar checks again whenever this tab becomes visible.
  const query = useQuery(recordQuery(accounts.get, userID));
  const { data: user } = query;
  const buyer = site?.buyerName ?? t('The buyer');
  return (
    <>
      <PageHeader title={messages.inactive} />
      {query.isPending ? (
        <Spinner />
      ) : user ? (
        user.sentBack !== undefined ? (
          <SentBack user={user} sentBack={user.sentBack} buyer={buyer} onSaved={query.refetch} />
        ) : user.identityConfirmed ? (
          <Panel title="Your account is deactivated">
            <p className={classes.words}>
              {t('{buyer} has deactivated it. The data you entered is kept and will be available again once the account is activated.', {
                buyer,
              })}
            </p>
          </Panel>
        ) : (
          <Registration user={user} buyer={buyer} />
        )
      ) : (
        <NotLoaded query={query} sign panel />
      )}
      <Panel title="Contact">
        <p className={classes.words}>
          {t(site?.contact ?? say('Ask your contact at {buyerName}.', { buyerName: site?.buyerName ?? t('the buyer') }))}
        </p>
      </Panel>
    </>
  );
}

// Only a vendor whose registration was sent back needs the form.
const EditUser = onDemand(async () => (await import('./form/EditUser.tsx')).EditUser, <Spinner />);

interface SentBackProps {
  user: User;
  sentBack: NonNullable<User['sentBack']>;
  buyer: string;
  onSaved: () => Promise<unknown>;
}

function SentBack({ user, sentBack, buyer, onSaved }: SentBackProps) {
  return (
    <>
      <Panel title="Please correct your registration" aside={<span>{t('Sent back {at}', { at: showDate(sentBack.at) })}</span>}>
        <p className={classes.words}>
          {t('{buyer} cannot activate it yet:', { buyer })} <strong>{sentBack.reason}</strong>
        </p>
        <p className={classes.words}>{t('Correct the errors and save. Your details are then checked again.')}</p>
      </Panel>
      <EditUser id={user._id} onSaved={onSaved} />
    </>
  );
}

interface Part {
  name: string;
  /** The pending request; null if there is none. */
  sent: string | null;
  /** The texts for the missing data. */
  missing: readonly string[];
}

function Registration({ user, buyer }: { user: User; buyer: string }) {
  const parts = partsOf(user);
  const incomplete = parts.filter(({ missing }) => missing.length > 0);
  return (
    <Panel title="Your registration" aside={<span>{t('Sent {createdAt}', { createdAt: showDate(user.createdAt) })}</span>}>
      <p className={classes.words}>
        {t(
          incomplete.length === 0
            ? say('Nothing is missing. {buyer} is checking your details, and you will get an e-mail when your account is active.', {
                buyer,
              })
            : say(
                '{buyer} is checking your details. Send anything missing to the contact below. You will get an e-mail when your account is active.',
                { buyer },
              ),
        )}
      </p>
      <ul className={classes.parts} aria-label={t('Verification status')}>
        {parts.map(({ name, sent, missing }) => (
          <li key={name} data-missing={missing.length > 0 || undefined}>
            {missing.length > 0 ? <IconAlertCircle size={20} stroke={1.7} aria-hidden /> : <IconClock size={20} stroke={1.7} aria-hidden />}
            <span className={classes.part}>
              <span className={classes.name}>{name}</span>
              {sent !== null && <span className={classes.sent}>{sent}</span>}
            </span>
            <span className={classes.state}>{t(missing.length > 0 ? say('Missing: {fields}', { fields: missing }) : 'Under review')}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function partsOf(user: User): Part[] {
  const lacking = (wanted: Record<string, string | null | undefined>) =>
    Object.entries(wanted).flatMap(([words, value]) => (value == null || value === '' ? [words] : []));
  const { bankName, accountNumber, IFSCCode } = user;
  const bank = inOneLine(bankName, accountNumber);
  return [
    { name: 'Company', sent: inOneLine(user.vendor_name, user.city), missing: [] },
    { name: 'Contact', sent: inOneLine(user.email, user.mobileNumber), missing: [] },
    { name: 'GST', sent: user.gstin ?? null, missing: lacking({ 'GST number': user.gstin, certificate: user.gstDocument }) },
    { name: 'PAN', sent: user.pan ?? null, missing: lacking({ 'PAN number': user.pan, copy: user.panDocument }) },
    {
      name: 'Bank account',
      sent: bank === '' ? null : bank,
      missing: lacking({ 'account number': accountNumber, 'IFSC code': IFSCCode, 'cancelled cheque': user.cancelledCheque }),
    },
    { name: 'Certificate of incorporation', sent: null, missing: lacking({ certificate: user.certiOfIncorporation }) },
  ];
}
