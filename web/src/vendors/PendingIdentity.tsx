import { accounts, type User } from '@aapurti/contract/vendors/accounts';
import { identity } from '@aapurti/contract/vendors/identity';

import { call } from '../ground/api.ts';
import { useSignedIn } from '../access/session.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { Panel } from '../ui/Panel.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { Strip } from '../ui/Strip.tsx';
import { useStep } from '../ui/useStep.ts';
import { urls } from '../urls.ts';
import classes from './Identity.module.css';
import { IdentityChanges } from './IdentityChanges.tsx';
import { t } from '../words/words.ts';

/** A user's pending changes: bank and tax details that await approval, and an e-mail address that awaits confirmation. */
export function PendingIdentity({ user }: { user: User }) {
  const { userID, isAdmin } = useSignedIn();
  const own = userID === user._id;
  const withdraw = useStep(
    (what: 'details' | 'email') =>
      what === 'email' ? call(identity.keepEmail) : call(identity.withdraw, { params: { id: user.pendingIdentity?.id ?? '' } }),
    [accounts.get],
  );
  const { pendingIdentity: waits, pendingEmail, gstinAlsoOf = [] } = user;

  return (
    <>
      {gstinAlsoOf.length > 0 && (
        <Strip>
          {user.kind === 'unregistered'
            ? t('Vendors with a GST number of the PAN {pan}:', { pan: user.pan })
            : t('Other vendors with the GST number {gstin}:', { gstin: user.gstin })}{' '}
          {gstinAlsoOf.map(({ _id, vendor_name, vendor_Code }, index) => (
            <span key={_id}>
              {index > 0 && ', '}
              <TextLink href={urls.userProfile(_id)} underlined>
                {vendor_name} ({vendor_Code})
              </TextLink>
            </span>
          ))}
        </Strip>
      )}
      {pendingEmail !== null && (
        <Strip
          action={
            own && (
              <Button
                label="Withdraw the new e-mail address"
                size="compact-md"
                variant="default"
                loading={withdraw.isPending}
                onClick={() => withdraw.mutate('email')}
              />
            )
          }
        >
          {t('{pendingEmail} will replace {email} once the link sent to it is opened.', {
            pendingEmail,
            email: user.email,
          })}
        </Strip>
      )}
      {waits !== null && (
        <Panel title="Awaiting approval">
          <IdentityChanges label="Details waiting for approval" previous={user} changes={waits.changes} />
          <p className={classes.note}>
            {waits.appliesAt === null
              ? t('The current values apply until an administrator approves the new ones.')
              : t('Approved. The new details apply from {day}. Until then, payments go to the old account.', {
                  day: showInstant(waits.appliesAt),
                })}
          </p>
          <div className={classes.foot}>
            {own && <Button label="Withdraw" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate('details')} />}
            {isAdmin && <TextLink href={urls.identityRequests}>{t('All requests')}</TextLink>}
          </div>
        </Panel>
      )}
    </>
  );
}
