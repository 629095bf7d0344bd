import { type Cartons, cartonsOf, labelCount, messages, packedQuantity, whyNoLabels } from '@aapurti/contract/purchase-orders/cartons';
import { showNumber } from '@aapurti/contract/ground/fields';
import type { OrderLine, PurchaseOrder } from '@aapurti/contract/purchase-orders/orders';
import { Alert, Checkbox, Text, TextInput } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconPackageOff, IconPrinter } from '@tabler/icons-react';
import { memo, useCallback, useState } from 'react';

import { messageOf } from '../../ground/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './LabelChoice.module.css';
import { printLabels, saveLabels } from './prints.tsx';
import { t } from '../../words/words.ts';

/** A line of the dialog. */
interface Choice {
  chosen: boolean;
  /** Cartons, as entered. */
  count: string;
}

const WHOLE = 'Cartons should be a whole number of 1 or more.';
const isWhole = (count: string) => /^[1-9]\d{0,4}$/.test(count.trim());

interface LabelChoiceProps {
  order: PurchaseOrder;
  /** The previous choice; the proposal for other lines. */
  cartons: Cartons;
  onChosen: (cartons: Cartons) => void;
  onClose: () => void;
}

/** The choice of lines to label and the number of cartons for each; then the browser prints them, or they are saved as a PDF. */
export function LabelChoice({ order, cartons, onChosen, onClose }: LabelChoiceProps) {
  const lines = order.listOfItems;
  const [choices, setChoices] = useState<readonly Choice[]>(() =>
    lines.map((line, index) => {
      const count = cartons.get(index + 1) ?? cartonsOf(line);
      return { chosen: count > 0, count: String(count) };
    }),
  );
  const [busy, setBusy] = useState<'print' | 'save' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const change = useCallback(
    (place: number, changed: Partial<Choice>) =>
      setChoices((before) => before.map((each, at) => (at === place ? { ...each, ...changed } : each))),
    [],
  );

  if (order.status === 'Cancelled' || lines.length === 0) {
    return (
      <Notice
        icon={<IconPackageOff size={28} />}
        title={order.status === 'Cancelled' ? messages.cancelled : 'This purchase order has no lines.'}
        actions={<Button label="Close" variant="default" onClick={onClose} />}
      />
    );
  }

  const chosen: Cartons = new Map(
    choices.flatMap((each, index) => (each.chosen && isWhole(each.count) ? [[index + 1, Number(each.count)]] : [])),
  );
  const wrong = choices.some((each) => each.chosen && !isWhole(each.count));
  const problem = wrong ? WHOLE : whyNoLabels(chosen, lines.length);
  const count = labelCount(chosen);
  const howMany = choices.filter((each) => each.chosen).length;

  async function run(what: 'print' | 'save') {
    setBusy(what);
    setFailure(null);
    try {
      onChosen(new Map([...cartons, ...chosen]));
      await (what === 'print' ? printLabels : saveLabels)(order, chosen);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(null);
    }
  }

  return (
    <>
      <Text mb="sm">{t('One label of 100 × 150 mm per carton. Choose the lines and enter the number of cartons for each.')}</Text>
      {/* It scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={classes.lines} aria-label={t('Lines to label')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>
                <Checkbox
                  aria-label={t('All lines')}
                  checked={howMany === lines.length}
                  indeterminate={howMany > 0 && howMany < lines.length}
                  onChange={({ currentTarget: { checked } }) =>
                    setChoices((before) => before.map((each) => ({ ...each, chosen: checked })))
                  }
                />
              </th>
              <th>{t('Item')}</th>
              <th className={`${classes.figure} ${classes.wide}`}>{t('Quantity')}</th>
              <th className={`${classes.figure} ${classes.wide}`}>{t('Quantity per carton')}</th>
              <th className={classes.count}>{t('Cartons')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <LineChoice key={index} line={line} place={index} choice={choices[index] ?? { chosen: false, count: '' }} onChange={change} />
            ))}
          </tbody>
        </table>
      </section>
      {failure !== null && (
        <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle size={18} />} mt="sm">
          {failure}
        </Alert>
      )}
      <div className={classes.sum}>
        <Text component="output" {...(problem === null ? {} : { c: 'var(--mantine-color-error)' })}>
          {problem === null
            ? t('{count, plural, one {# label} other {# labels}} of {lines, plural, one {# line} other {# lines}}', {
                count,
                lines: howMany,
              })
            : t(problem)}
        </Text>
        <div className={classes.buttons}>
          <Button
            label="Download PDF"
            variant="default"
            leftSection={<IconDownload size={16} />}
            disabled={problem !== null || busy === 'print'}
            loading={busy === 'save'}
            onClick={() => void run('save')}
          />
          <Button
            label="Print"
            leftSection={<IconPrinter size={16} />}
            disabled={problem !== null || busy === 'save'}
            loading={busy === 'print'}
            onClick={() => void run('print')}
          />
        </div>
      </div>
    </>
  );
}

interface LineChoiceProps {
  line: OrderLine;
  place: number;
  choice: Choice;
  onChange: (place: number, changed: Partial<Choice>) => void;
}

/** Memoized: of 500 lines only the changed one renders. */
const LineChoice = memo(function LineChoice({ line, place, choice, onChange }: LineChoiceProps) {
  const name = `${place + 1}. ${line.itemName}`;
  const quantity = `${showNumber(packedQuantity(line).toString())} ${line.uom ?? ''}`.trim();
  const inCarton = line.caseQuantity === null ? '–' : showNumber(line.caseQuantity);
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={t('Label {name}', { name })}
          checked={choice.chosen}
          onChange={({ currentTarget: { checked } }) => onChange(place, { chosen: checked })}
        />
      </td>
      <td>
        <span className={classes.name} title={line.itemName}>
          {name}
        </span>
        <span className={classes.facts}>
          {line.EANCode ?? line.itemCode} · {quantity}
        </span>
      </td>
      <td className={`${classes.figure} ${classes.wide}`}>{quantity}</td>
      <td className={`${classes.figure} ${classes.wide}`}>{inCarton}</td>
      <td className={classes.count}>
        <TextInput
          aria-label={t('Cartons of {name}', { name })}
          inputMode="numeric"
          size="xs"
          maxLength={5}
          value={choice.count}
          disabled={!choice.chosen}
          error={choice.chosen && !isWhole(choice.count)}
          onChange={({ currentTarget: { value } }) => onChange(place, { count: value })}
        />
      </td>
    </tr>
  );
});
