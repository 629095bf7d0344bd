import { messages } from '@aapurti/contract/products/priceReview';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '../words/words.ts';

interface RefusePricesProps {
  count: number;
  opened: boolean;
  onClose: () => void;
  onRefuse: (reason: string) => void;
}

/** Asks why; what was typed stays while the dialog is closed. */
export function RefusePrices({ count, opened, onClose, onRefuse }: RefusePricesProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);

  function submit() {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') onRefuse(reason);
  }

  return (
    <Modal opened={opened} onClose={onClose} title={t('Disapprove {count, plural, one {one price} other {# prices}}', { count })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          label={t('Reason')}
          description={t('The vendor sees it and receives it by e-mail.')}
          maxLength={500}
          autosize
          minRows={3}
          data-autofocus
          value={reason}
          error={t(missing && reason.trim() === '' ? messages.reason : undefined)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('Close')}
          </Button>
          <Button type="submit">{t('Reject')}</Button>
        </Group>
      </form>
    </Modal>
  );
}
