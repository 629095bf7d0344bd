import { accounts, messages, type User } from '@aapurti/contract/vendors/accounts';
import { members } from '@aapurti/contract/people/members';
import { Checkbox, Group } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';

import { call } from '../ground/api.ts';
import { renewed } from '../ground/callQuery.ts';
import { Button } from '../ui/Button.tsx';
import { ReasonModal } from '../ui/ReasonModal.tsx';
import { toast } from '../ui/toast.tsx';
import { t } from '../words/words.ts';
import { useAct } from '../ui/useStep.ts';

/** The decision about a pending registration: activate the vendor, or send it back with a reason. */
export function ActivateVendor({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const [agreesTerms, setAgreesTerms] = useState(false);
  const terms = user.paymentTerms ?? '';
  const refresh = () => renewed([accounts.get, accounts.list, accounts.counts, members.list]);
  const activate = useAct<unknown>(
    () =>
      call(accounts.edit, {
        params: { id: user._id },
        body: { isActive: true, updatedAt: user.updatedAt, ...(agreesTerms ? { paymentTerms: user.paymentTerms, agreesTerms } : {}) },
      }),
    refresh,
    () => toast.success(messages.activated),
  );

  return (
    <Group gap="xs">
      {terms !== (user.agreedTerms ?? '') && (
        <Checkbox
          label={t('Agree to these payment terms: {terms}', { terms: terms === '' ? '–' : terms })}
          description={t('Agreed so far: {terms}.', { terms: user.agreedTerms ?? '–' })}
          checked={agreesTerms}
          onChange={(event) => setAgreesTerms(event.currentTarget.checked)}
        />
      )}
      <Button label="Send back with a reason" variant="default" icon={IconArrowBackUp} onClick={() => setAsking(true)} />
      <Button label="Activate" icon={IconCheck} loading={activate.isPending} onClick={() => activate.mutate()} />
      <ReasonModal
        opened={asking}
        title={t('Send back the registration of {vendor_name}', { vendor_name: user.vendor_name })}
        help="The vendor sees it and receives it by e-mail."
        confirm="Send back"
        missing={messages.sentBackReason}
        onClose={() => setAsking(false)}
        onConfirm={async (reason) => {
          try {
            return (await call(accounts.sendBack, { params: { id: user._id }, body: { reason } })).data.message;
          } finally {
            await refresh();
          }
        }}
      />
    </Group>
  );
}
