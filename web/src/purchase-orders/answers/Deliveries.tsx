import { PROMISES_MAX } from '@aapurti/contract/purchase-orders/orderAnswers';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';

import { AmountInput } from '../../form/AmountInput.tsx';
import { DateInput } from '../../ui/DateInput.tsx';
import classes from './Answers.module.css';
import { type Delivery, delivery } from './drafts.ts';
import { t } from '../../words/words.ts';

interface DeliveriesProps {
  line: number;
  uom: string | null;
  deliveries: readonly Delivery[];
  onChange: (deliveries: Delivery[]) => void;
  isWrong: boolean;
}

/** Quantities of a line with their days. */
export function Deliveries({ line, uom, deliveries, onChange, isWrong }: DeliveriesProps) {
  const change = (key: string, changes: Partial<Delivery>) =>
    onChange(deliveries.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  return (
    <div className={classes.deliveries}>
      {deliveries.map(({ key, quantity, date }, index) => {
        const place = index + 1;
        return (
          <div key={key} className={classes.delivery}>
            <AmountInput
              label={uom === null ? 'Quantity' : `Quantity (${uom})`}
              aria-label={`Quantity, line ${line}, delivery ${place}`}
              aria-invalid={isWrong}
              maxLength={20}
              isGrouped={false}
              value={quantity}
              onValue={(value) => change(key, { quantity: value })}
            />
            <DateInput
              label="Delivered on"
              aria-label={`Delivered on, line ${line}, delivery ${place}`}
              aria-invalid={isWrong}
              value={date}
              onChange={(value) => change(key, { date: value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('Remove line {line}, delivery {place}', { line, place })}
              onClick={() => onChange(deliveries.filter((each) => each.key !== key))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        variant="default"
        size="xs"
        aria-label={t('Add delivery to line {line}', { line })}
        leftSection={<IconPlus size={14} />}
        disabled={deliveries.length >= PROMISES_MAX}
        onClick={() => onChange([...deliveries, delivery()])}
      >
        {t('Add delivery')}
      </Button>
    </div>
  );
}
