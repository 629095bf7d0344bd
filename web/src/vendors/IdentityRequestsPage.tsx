import { DOCUMENTS } from '@aapurti/contract/vendors/accounts';
import { showDate } from '@aapurti/contract/ground/fields';
import { identity, type IdentityRequest, messages } from '@aapurti/contract/vendors/identity';
import { say } from '@aapurti/contract/ground/template';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { call, messageOf } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { useMay } from '../access/useMay.ts';
import { useSignedIn } from '../access/session.ts';
import { Button } from '../ui/Button.tsx';
import { TextLink } from '../ui/Link.tsx';
import { showInstant } from '../ui/showInstant.ts';
import { Panel } from '../ui/Panel.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { toast } from '../ui/toast.tsx';
import { urls } from '../urls.ts';
import classes from './Identity.module.css';
import { IdentityChanges } from './IdentityChanges.tsx';
import { DOCUMENT_LABELS } from './form/userValues.ts';
import { WaitingList } from './WaitingList.tsx';
import { t } from '../words/words.ts';

/** Links to documents are valid for at least five minutes. */
const LINK_MILLISECONDS = 4 * 60_000;

/** New bank and tax details of vendors, which an administrator approves or rejects. */
export function IdentityRequestsPage() {
  const query = useQuery({ ...callQuery(identity.requests), staleTime: 0, refetchInterval: LINK_MILLISECONDS });
  return (
    <WaitingList
      title="Bank and tax changes"
      query={query}
      empty="Changes to an active vendor's bank or tax details appear here for approval."
      panels={({ requests }) => requests.map((request) => <Request key={request._id} request={request} />)}
    />
  );
}

function Request({ request }: { request: IdentityRequest }) {
  const { userID } = useSignedIn();
  const may = useMay();
  const [refusing, setRefusing] = useState(false);
  const send = async (decision: { approve: boolean; reason?: string }) => {
    try {
      return (await call(identity.decide, { params: { id: request._id }, body: { ...decision, updatedAt: request.updatedAt } })).data
        .message;
    } finally {
      // The list also reloads after a refusal by the server, because the screen is then outdated.
      await renewed([identity.requests, identity.waiting]);
    }
  };
  const approve = useMutation({
    mutationFn: () => send({ approve: true }),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(messageOf(error)),
  });
  const { vendor, changes, previous, remarks, gstinAlsoOf, papers, appliesAt } = request;

  return (
    <Panel
      title={vendor.vendor_name}
      aside={<span>{t('Requested on {requestedAt}', { requestedAt: showDate(request.requestedAt) })}</span>}
    >
      <IdentityChanges label={say('Details of {vendor_name}', { vendor_name: vendor.vendor_name })} {...{ previous, changes, remarks }} />
      {gstinAlsoOf.length > 0 && (
        <p className={classes.note} role="note">
          {t('The requested GST number is also used by {vendors}.', {
            vendors: gstinAlsoOf.map((other) => `${other.vendor_name} (${other.vendor_Code})`),
          })}
        </p>
      )}
      <ul className={classes.papers} aria-label={t('Documents of {vendor_name}', { vendor_name: vendor.vendor_name })}>
        {DOCUMENTS.map(({ slot, link }) => {
          const paper = papers[link];
          return (
            paper !== null && (
              <li key={slot}>
                <a href={paper} download>
                  {t(DOCUMENT_LABELS[slot])}
                </a>
              </li>
            )
          );
        })}
      </ul>
      {appliesAt !== null && (
        <p className={classes.note} role="note">
          {t('Approved. The new details apply from {day}. Until then, payments go to the old account.', { day: showInstant(appliesAt) })}
        </p>
      )}
      <div className={classes.foot}>
        {may(identity.decide.access) && (
          <>
            {appliesAt === null && (
              <Button
                label="Approve"
                loading={approve.isPending}
                disabled={vendor._id === userID}
                aria-label={t('Approve {vendor_name}', { vendor_name: vendor.vendor_name })}
                onClick={() => approve.mutate()}
              />
            )}
            <Button
              label="Reject"
              variant="default"
              aria-label={t('Reject {vendor_name}', { vendor_name: vendor.vendor_name })}
              onClick={() => setRefusing(true)}
            />
          </>
        )}
        <TextLink alone href={urls.userProfile(vendor._id)} aria-label={t('Profile of {vendor_name}', { vendor_name: vendor.vendor_name })}>
          {t('Profile of vendor {vendor_Code}', { vendor_Code: vendor.vendor_Code })}
        </TextLink>
      </div>
      <ReasonModal
        opened={refusing}
        title={t('Reject the details of {vendor}', { vendor: vendor.vendor_name })}
        help="The vendor receives it by e-mail."
        confirm="Reject the details"
        missing={messages.reason}
        onClose={() => setRefusing(false)}
        onConfirm={(reason) => send({ approve: false, reason })}
      />
    </Panel>
  );
}
