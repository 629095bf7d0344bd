import {
  checkedControls,
  CONTROL_LABELS,
  CONTROL_NAMES,
  type Controls,
  controls,
  type ControlValues,
  controlWords,
  PRESET_VALUES,
} from '@aapurti/contract/settings/controls';
import { PAYABLE, PAYABLE_WORDS, type Preset, PRESET_WORDS, PRESETS } from '@aapurti/contract/settings/controlChoices';
import { say } from '@aapurti/contract/ground/template';
import { Group, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useController, useFormContext, useWatch } from 'react-hook-form';

import { useMay } from '../access/useMay.ts';
import { Form, FormSection } from '../form/Form.tsx';
import { NumberField } from '../form/NumberField.tsx';
import { SegmentedField } from '../form/SegmentedField.tsx';
import { textOf } from '../form/useField.tsx';
import { useContractForm, type Values } from '../form/useContractForm.ts';
import { call } from '../ground/api.ts';
import { callQuery, renewed } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import classes from './ControlsPage.module.css';
import { SettingsFrame } from './SettingsFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { NotLoaded } from '../ui/NotLoaded.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Strip } from '../ui/Strip.tsx';
import { toast } from '../ui/toast.tsx';
import { useStep } from '../ui/useStep.ts';
import { t } from '../words/words.ts';

/** The controls of payments: a preset and its switches, and a weakening change that awaits another user. */
export function ControlsPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...callQuery(controls.get), gcTime: 0, staleTime: Infinity });
  return (
    <SettingsFrame title="Controls">
      {data?.waiting != null && <WaitingControls record={data} waiting={data.waiting} />}
      <Panel>
        {data !== undefined ? (
          <div className={classes.form}>
            <ControlsForm key={data.updatedAt} record={data} />
          </div>
        ) : (
          <NotLoaded query={{ error, isPending, isFetching, refetch }} sign />
        )}
      </Panel>
    </SettingsFrame>
  );
}

interface WaitingControlsProps {
  record: Controls;
  waiting: NonNullable<Controls['waiting']>;
}

function WaitingControls({ record, waiting }: WaitingControlsProps) {
  const may = useMay();
  const decide = useStep((approve: boolean) => call(controls.decide, { body: { approve, at: waiting.at } }), [controls.get]);
  const changes = CONTROL_NAMES.filter((name) => name in waiting.changes).map((name) =>
    t('{label}: {before} → {after}', {
      label: CONTROL_LABELS[name],
      before: controlWords(name, record[name]),
      after: controlWords(name, waiting.changes[name]),
    }),
  );
  return (
    <Strip
      action={
        may(controls.decide.access) && (
          <Group gap="xs">
            {!waiting.isOwn && (
              <Button label="Confirm controls" size="compact-md" loading={decide.isPending} onClick={() => decide.mutate(true)} />
            )}
            <Button
              label={waiting.isOwn ? 'Withdraw controls' : 'Reject controls'}
              size="compact-md"
              variant="default"
              loading={decide.isPending}
              onClick={() => decide.mutate(false)}
            />
          </Group>
        )
      }
    >
      {t('{person} requested weaker controls. Another administrator or approver must confirm them. Requested: {changes}', {
        person: waiting.by,
        changes,
      })}
    </Strip>
  );
}

const valuesOf = (record: ControlValues): Values => Object.fromEntries(CONTROL_NAMES.map((name) => [name, String(record[name] ?? '')]));

const choice = (name: keyof ControlValues, values: readonly (string | boolean)[]) =>
  values.map((value) => ({ value: String(value), label: controlWords(name, value as ControlValues[typeof name]) }));
const OPTIONS = {
  payableInvoices: PAYABLE.map((value) => ({ value, label: PAYABLE_WORDS[value] })),
  invoiceOnlyAccepted: choice('invoiceOnlyAccepted', [false, true]),
  duties: choice('duties', [false, true]),
  bankTwoPeople: choice('bankTwoPeople', [false, true]),
  vendorPaymentsReported: choice('vendorPaymentsReported', [false, true]),
};

const PRESET_HELP: Readonly<Record<Preset, string>> = {
  entered: 'All invoices can be paid, and a vendor’s payment settles its invoice.',
  matched: 'Only matched, released or approved invoices can be paid. One user enters them, another approves.',
  strict: 'Only approved invoices can be paid, and every role has a limit.',
};

/** A control as text, from its form value; a partly entered figure stays unchanged. */
function wordsOf(name: keyof ControlValues, values: Values): string {
  const text = textOf(values[name]);
  const value = text === '' ? null : text === 'true' || text === 'false' ? text === 'true' : text;
  const isChoice = name === 'preset' || name === 'payableInvoices';
  return typeof value === 'string' && !isChoice && Number.isNaN(Number(value))
    ? text
    : controlWords(name, value as ControlValues[typeof name]);
}

/** The controls that differ between two sets of values. */
const differing = (one: Values, other: Values) => CONTROL_NAMES.filter((name) => wordsOf(name, one) !== wordsOf(name, other));

/** A warning at each control that departs from the chosen preset. */
function departures(values: Values) {
  const usual = valuesOf(PRESET_VALUES[values['preset'] as Preset]);
  return Object.fromEntries(
    differing(usual, values).map((name) => [
      name,
      say('Differs from the preset, which has: {expected}.', { expected: wordsOf(name, usual) }),
    ]),
  );
}

/** The unsaved changes, before and after, above the button that saves them. */
function Unsaved({ saved }: { saved: Values }) {
  const { reset } = useFormContext<Values>();
  const values = useWatch<Values>();
  const names = differing(saved, values);
  if (names.length === 0) return null;
  return (
    <div role="note" className={classes.changes}>
      <div>
        <p>{t('{count, plural, one {# unsaved change} other {# unsaved changes}}', { count: names.length })}</p>
        <ul className={classes.unsaved}>
          {names.map((name) => (
            <li key={name}>
              {t(CONTROL_LABELS[name])}: {t(wordsOf(name, saved))} → {t(wordsOf(name, values))}
            </li>
          ))}
        </ul>
      </div>
      <Button label="Discard" variant="default" size="compact-md" flex="none" onClick={() => reset(saved)} />
    </div>
  );
}

const Choice = ({ name, help }: { name: keyof typeof OPTIONS; help: string }) => (
  <SegmentedField name={name} label={CONTROL_LABELS[name]} required options={OPTIONS[name]} help={help} />
);

function ControlsForm({ record }: { record: Controls }) {
  const saved = valuesOf(record);
  const form = useContractForm({ schema: checkedControls, defaults: saved, remarks: departures });
  const preset = useController<Values>({ control: form.control, name: 'preset' }).field;

  function fill(chosen: Preset) {
    const values = valuesOf(PRESET_VALUES[chosen]);
    for (const name of CONTROL_NAMES) form.setValue(name, values[name], { shouldDirty: true });
    form.clearErrors();
  }

  return (
    <Form
      form={form}
      access={controls.save.access}
      submitLabel="Save controls"
      onReload={() => void renewed([controls.get])}
      onSubmit={async (body) => {
        const { data } = await call(controls.save, { body: { ...body, updatedAt: record.updatedAt } });
        form.reset(valuesOf(data.data));
        queryClient.setQueryData([controls.get.id], data.data);
        toast.success(data.message);
      }}
    >
      <FormSection title="Preset">
        <div data-span="full" role="radiogroup" aria-label={t(CONTROL_LABELS.preset)} className={classes.presets}>
          {PRESETS.map((value) => (
            <div key={value} className={classes.preset}>
              <Radio
                name="preset"
                value={value}
                label={t(PRESET_WORDS[value])}
                description={t(PRESET_HELP[value])}
                checked={preset.value === value}
                onChange={() => fill(value)}
              />
            </div>
          ))}
        </div>
      </FormSection>
      <FormSection title="Invoices" rows>
        <Choice name="payableInvoices" help="An invoice without lines counts as an exception unless all invoices can be paid." />
        <Choice name="invoiceOnlyAccepted" help="Applies above the tolerance, which is set under Invoice matching." />
        <Choice name="vendorPaymentsReported" help="A reported payment does not settle an invoice until the accounts team confirms it." />
      </FormSection>
      <FormSection title="Separation of duties and bank details" rows>
        <Choice
          name="duties"
          help={
            record.people < 3
              ? 'The user who approves or releases an invoice must not have entered or changed it. Once three users can approve or pay, the payer must have done neither.'
              : 'Three different users enter or change an invoice, approve or release it, and pay it.'
          }
        />
        <Choice name="bankTwoPeople" help="With two users, one requests a change of a vendor's bank details and another approves it." />
        <NumberField
          name="bankWaitHours"
          label={CONTROL_LABELS.bankWaitHours}
          required
          suffix="hours"
          help="Approved bank details apply after this time. Until then, payments go to the old account."
        />
      </FormSection>
      <FormSection title="Limits">
        <NumberField name="limitAdministrator" label={CONTROL_LABELS.limitAdministrator} prefix="₹" help="Leave blank for no limit." />
        <NumberField
          name="dayLimitAdministrator"
          label={CONTROL_LABELS.dayLimitAdministrator}
          prefix="₹"
          help="Applies to each user, to approvals and payments separately."
        />
        <NumberField name="limitAccounts" label={CONTROL_LABELS.limitAccounts} prefix="₹" />
        <NumberField name="dayLimitAccounts" label={CONTROL_LABELS.dayLimitAccounts} prefix="₹" />
        <NumberField name="limitApprover" label={CONTROL_LABELS.limitApprover} prefix="₹" />
        <NumberField name="dayLimitApprover" label={CONTROL_LABELS.dayLimitApprover} prefix="₹" />
        <NumberField name="advancePercent" label={CONTROL_LABELS.advancePercent} suffix="%" help="Leave blank for no limit." />
      </FormSection>
      <Unsaved saved={saved} />
    </Form>
  );
}
