import { NUMBERING_WORDS } from '@aapurti/contract/settings/documentNumbers';
import { indianDay, showDate, showMoney } from '@aapurti/contract/ground/fields';
import { matchToleranceForm, type MatchTolerance, matchTolerances, messages } from '@aapurti/contract/invoices/matching';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useVendors } from '../choose/VendorField.tsx';
import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { DateField } from '../form/DateField.tsx';
import { FormSection } from '../form/Form.tsx';
import { FormModal } from '../form/FormModal.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SelectField } from '../form/SelectField.tsx';
import { TextArea, TextField } from '../form/TextField.tsx';
import { useContractForm } from '../form/useContractForm.ts';
import { Button, RowButton } from '../ui/Button.tsx';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { useStep } from '../ui/useStep.ts';
import { t } from '../words/words.ts';
import classes from './MatchTolerances.module.css';
import { SETTING_LABELS, SettingsPart } from './SettingsPart.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

const LABELS = SETTING_LABELS.invoices;
const NUMBERINGS = Object.entries(NUMBERING_WORDS).map(([value, label]) => ({ value, label }));

/** The match tolerances: the defaults and those for vendors and item categories, with the dates from which they apply. */
export function MatchTolerancesPage() {
  const [open, setOpen] = useState<MatchTolerance | 'new' | null>(null);
  const [leaving, setLeaving] = useState<MatchTolerance | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery(callQuery(matchTolerances.list));
  const renew = () => renewed([matchTolerances.list]);
  const remove = useStep(({ _id }: MatchTolerance) => call(matchTolerances.remove, { params: { id: _id } }), renew);
  return (
    <SettingsFrame title="Invoice matching">
      <Panel title="Tolerances" aside={<Button label="Add tolerances" variant="default" onClick={() => setOpen('new')} />}>
        {data === undefined ? (
          <NotLoaded query={{ error, isPending, isFetching, refetch }} sign />
        ) : (
          <>
            <p className={classes.small}>
              {t(
                'Each invoice is checked against the tolerances in effect on the date of its order. The most specific applies: vendor and category, then vendor, then category.',
              )}
            </p>
            <ul className={classes.list} aria-label={t('Tolerances')}>
              {bySubject(data).map((rows) => (
                <Subject key={nameOf(rows[0])} rows={rows} onChange={setOpen} onLeave={setLeaving} />
              ))}
            </ul>
          </>
        )}
      </Panel>
      <SettingsPart part="invoices" title="Invoice numbers, charges and receipts">
        <FormSection>
          <SelectField
            name="invoiceNumbers"
            label={LABELS.invoiceNumbers}
            required
            options={NUMBERINGS}
            help="Applies to new invoices only. A number can be used again in another financial year."
          />
          <NumberField
            name="overDelivery"
            label={LABELS.overDelivery}
            required
            suffix="%"
            help="The buyer has to confirm receipts above this limit in the order."
          />
          <TextArea
            name="allowedCharges"
            label={LABELS.allowedCharges}
            maxLength={2000}
            help="One kind per line with its limit in rupees per order, for example: Freight 500."
          />
          <TextArea
            name="reverseCharge"
            label={LABELS.reverseCharge}
            maxLength={2000}
            help="One code or its first digits per line, for example: 5201 Raw cotton. The buyer issues self-invoices when unregistered vendors supply these goods."
          />
        </FormSection>
      </SettingsPart>
      {open !== null && <ToleranceModal {...(open === 'new' ? {} : { record: open })} onClose={() => setOpen(null)} onDone={renew} />}
      <ConfirmModal
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => (leaving === null ? undefined : remove.run(leaving))}
        title={leaving === null ? '' : `${leavingWord(leaving)} ${nameOf(leaving)}`}
        confirm={leaving === null ? 'Delete' : leavingWord(leaving)}
      >
        {t(
          leaving === null || leavingWord(leaving) === 'Delete'
            ? 'The previous tolerances apply to orders with these dates.'
            : 'The default tolerances apply again to orders dated today or later. Earlier orders keep these.',
        )}
      </ConfirmModal>
    </SettingsFrame>
  );
}

const isUsual = ({ userID, category }: MatchTolerance) => userID === null && category === null;

function nameOf(tolerance: MatchTolerance): string {
  const { vendorName, category } = tolerance;
  return isUsual(tolerance)
    ? t('All vendors and categories')
    : vendorName !== null && category !== null
      ? t('{vendorName}, category {category}', { vendorName, category })
      : (vendorName ?? category ?? '');
}

type Rows = readonly [MatchTolerance, ...MatchTolerance[]];

/** The tolerances of the same vendor and category, newest first. */
function bySubject(all: readonly MatchTolerance[]): Rows[] {
  const subjects = new Map<string, Rows>();
  for (const each of all) {
    const key = `${each.userID}/${each.category?.toLowerCase()}`;
    subjects.set(key, [each, ...(subjects.get(key) ?? [])]);
  }
  return [...subjects.values()];
}

/** Tolerances that begin today or later are deleted; others end, and stay listed. */
const leavingWord = ({ validFrom }: MatchTolerance) => (validFrom !== null && validFrom >= indianDay(new Date()) ? 'Delete' : 'End');

const mayLeave = (each: MatchTolerance) =>
  each.state === 'coming' || (each.state === 'now' && (leavingWord(each) === 'Delete' || (!isUsual(each) && each.quantity !== null)));

function figuresOf({ quantity, price, priceAmount }: MatchTolerance): string {
  if (quantity === null || price === null || priceAmount === null) return t('Default tolerances');
  return t('Quantity {quantity}%, price {price}% or {priceAmount}', { quantity, price, priceAmount: showMoney(priceAmount) });
}

function daysOf({ validFrom, validTo }: MatchTolerance): string {
  const [from, to] = [showDate(validFrom), showDate(validTo)];
  if (validFrom === null) return validTo === null ? t('All dates') : t('Dated until {to}', { to });
  return validTo === null ? t('Dated {from} or later', { from }) : t('Dated from {from} to {to}', { from, to });
}

interface SubjectProps {
  rows: Rows;
  onChange: (record: MatchTolerance) => void;
  onLeave: (record: MatchTolerance) => void;
}

function Subject({ rows, onChange, onLeave }: SubjectProps) {
  const name = nameOf(rows[0]);
  const now = rows.find(({ state }) => state === 'now') ?? rows[0];
  return (
    <li>
      <div>
        <p className={classes.name}>{name}</p>
        {rows.map((each) => (
          <p key={each._id} className={each.state === 'now' ? classes.now : classes.small}>
            {daysOf(each)}: {figuresOf(each)}{' '}
            {mayLeave(each) && (
              <Button
                label={leavingWord(each)}
                variant="subtle"
                size="compact-xs"
                onClick={() => onLeave(each)}
                aria-label={t('{action} {row}', { action: leavingWord(each), row: t('{name}, {days}', { name, days: daysOf(each) }) })}
              />
            )}
          </p>
        ))}
      </div>
      <div className={classes.buttons}>
        <RowButton label="Change" onClick={() => onChange(now)} aria-label={t('Change {name}', { name })} />
      </div>
    </li>
  );
}

const NEW = { userID: null, category: null, quantity: 0, price: 0, priceAmount: 1 };

const somebodys = matchToleranceForm.refine(({ userID, category }) => (userID ?? category) !== null, {
  path: ['userID'],
  message: messages.toleranceFor,
});

interface ToleranceModalProps {
  record?: MatchTolerance;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

function ToleranceModal({ record, onClose, onDone }: ToleranceModalProps) {
  const { data: vendors = [], isLoading } = useVendors();
  const { userID, category, quantity, price, priceAmount } = record ?? NEW;
  const [today] = useState(() => indianDay(new Date()));
  const fixed = record !== undefined;
  const usual = fixed && isUsual(record);
  const form = useContractForm({
    schema: usual ? matchToleranceForm : somebodys,
    defaults: {
      userID: userID ?? '',
      category: category ?? '',
      usual,
      validFrom: today,
      quantity: quantity ?? NEW.quantity,
      price: price ?? NEW.price,
      priceAmount: priceAmount ?? NEW.priceAmount,
    },
  });
  return (
    <FormModal
      title={fixed ? 'Change tolerances' : 'Add tolerances'}
      size="lg"
      form={form}
      send={async (body) => call(matchTolerances.save, { body })}
      onClose={onClose}
      onDone={onDone}
    >
      {!usual && (
        <>
          <SelectField name="userID" label="Vendor" options={vendors} loading={isLoading} placeholder="All vendors" disabled={fixed} />
          <TextField
            name="category"
            label="Category"
            maxLength={200}
            help="Item category. Leave blank for all categories."
            readOnly={fixed}
          />
        </>
      )}
      <DateField
        name="validFrom"
        label="For orders dated from"
        required
        help="Today or later. Earlier orders keep the tolerances in effect on their date."
      />
      <NumberField name="quantity" label="Quantity above accepted" required suffix="%" />
      <NumberField
        name="price"
        label="Price above order price"
        required
        suffix="%"
        help="The higher of this and the rupee limit applies."
      />
      <NumberField name="priceAmount" label="Price above order price, in rupees" required prefix="₹" help="Per line, not per unit." />
    </FormModal>
  );
}
