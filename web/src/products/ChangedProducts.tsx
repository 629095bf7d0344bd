import { messages, type Product, type Undecided } from '@aapurti/contract/products/products';
import { showMoney } from '@aapurti/contract/ground/fields';
import { Group, Modal, Text } from '@mantine/core';

import classes from './ChangedProducts.module.css';
import type { SeenProduct } from './useDecision.tsx';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

const FIGURES = [
  ['MRP', 'MRP'],
  ['Margin', 'margin'],
  ['Net PTR', 'netPTR'],
  ['Transfer Price', 'transferPrice'],
] as const;

interface ChangedProductsProps {
  /** The products as they were selected. */
  seen: readonly SeenProduct[];
  undecided: Undecided;
  /** True if left-out products stay selected. */
  stays: boolean;
  onClose: () => void;
}

/** Selected products that a decision left out, with their current prices. */
export function ChangedProducts({ seen, undecided: { changed, done: count }, stays, onClose }: ChangedProductsProps) {
  return (
    <Modal opened onClose={onClose} title={t('Changed since you opened the list')}>
      <Text>{t(messages.changedSinceSeen)}</Text>
      <ul className={classes.products}>
        {changed.map((product) => (
          <li key={product._id}>
            <Text fw={600}>{product.productName}</Text>
            <dl className={classes.figures}>
              {figuresOf(
                seen.find(({ _id }) => _id === product._id),
                product,
              )}
            </dl>
          </li>
        ))}
      </ul>
      <Text>
        {t('{count, plural, =0 {No other decisions were} one {# other decision was} other {# other decisions were}} saved.', { count })}{' '}
        {t(stays ? 'Changed products stay selected.' : 'Changed products stay in the list.')}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button label="Close" onClick={onClose} data-autofocus />
      </Group>
    </Modal>
  );
}

function figuresOf(before: SeenProduct | undefined, after: Product) {
  const moved = FIGURES.filter(([, name]) => before?.[name] !== undefined && before[name] !== after[name]);
  const lines = moved.length > 0 ? moved : FIGURES.slice(-1);
  return lines.map(([label, name]) => (
    <div key={name}>
      <dt>{t(label)}</dt>
      <dd>
        {before !== undefined && before[name] !== after[name] && (
          <>
            <del>{showMoney(before[name])}</del> →{' '}
          </>
        )}
        {showMoney(after[name])}
        {moved.length === 0 && <> · {t('Unchanged')}</>}
      </dd>
    </div>
  ));
}
