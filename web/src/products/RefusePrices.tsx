import { messages } from '@aapurti/contract/products/priceReview';
import { REFUSAL_CAUSES, type RefusalCause } from '@aapurti/contract/products/refusalCauses';
import { Chip, Group, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';

import { t } from '../words/words.ts';
import type { Refusal } from './useDecision.tsx';
import { Button } from '../ui/Button.tsx';

interface RefusePricesProps {
  count: number;
  opened: boolean;
  onClose: () => void;
  onRefuse: (refusal: Refusal) => void;
}

const CAUSES = Object.entries(REFUSAL_CAUSES) as [RefusalCause, string][];

/** Asks for the reason; the input stays while the dialog is closed. An acceptable price can be named for one product. */
export function RefusePrices({ count, opened, onClose, onRefuse }: RefusePricesProps) {
  const [cause, setCause] = useState<RefusalCause>();
  const [reason, setReason] = useState('');
  const [acceptablePrice, setAcceptablePrice] = useState('');
  const [isSent, setSent] = useState(false);
  const label = useId();
  const isMissing = reason.trim() === '' && (cause === undefined || cause === 'other');
  const isWrong = acceptablePrice.trim() !== '' && !/^\d{1,12}(\.\d{1,2})?$/.test(acceptablePrice.trim());

  function submit() {
    setSent(true);
    if (!isMissing && !isWrong) onRefuse({ cause, reason, acceptablePrice: count === 1 ? acceptablePrice.trim() : '' });
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
        <Text id={label} size="sm" fw={500} mb={6}>
          {t('Standard reason')}
        </Text>
        <Chip.Group multiple={false} value={cause ?? ''} onChange={(value) => setCause(value as RefusalCause)}>
          <Group gap="xs" role="radiogroup" aria-labelledby={label} mb="md">
            {CAUSES.map(([value, words]) => (
              <Chip key={value} value={value} size="sm" variant="outline">
                {t(words)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {count === 1 && (
          <TextInput
            label={t('Acceptable price')}
            description={t('Leave blank if you do not want to name one. The vendor can offer it with one click.')}
            leftSection="₹"
            inputMode="decimal"
            maxLength={15}
            mb="md"
            value={acceptablePrice}
            error={t(isSent && isWrong ? messages.acceptable : undefined)}
            onChange={(event) => setAcceptablePrice(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={t('Reason')}
          description={t('The vendor sees it and receives it by e-mail.')}
          maxLength={500}
          autosize
          minRows={3}
          data-autofocus
          value={reason}
          error={t(isSent && isMissing ? messages.reason : undefined)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button label="Cancel" variant="default" onClick={onClose} />
          <Button label="Disapprove" type="submit" />
        </Group>
      </form>
    </Modal>
  );
}
