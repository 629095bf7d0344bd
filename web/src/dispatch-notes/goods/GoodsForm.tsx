import { accounts } from '@aapurti/contract/vendors/accounts';
import { dispatchGoods, type DispatchGoods, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { DISPATCH_KINDS, type DispatchKind, MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { placeRemarks } from '@aapurti/contract/dispatch-notes/noteRemarks';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';

import { ApiError, call } from '../../ground/api.ts';
import { recordQuery, outdated } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';
import { Form, FormSection } from '../../form/Form.tsx';
import { SearchField } from '../../form/SearchField.tsx';
import { SelectField } from '../../form/SelectField.tsx';
import { SuggestField } from '../../form/SuggestField.tsx';
import { TextArea, TextField } from '../../form/TextField.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { textOf } from '../../form/useField.tsx';
import { placeOptions } from '../../registrations/placeOptions.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { leadToHeading } from '../../ui/leadToHeading.ts';
import { toast } from '../../ui/toast.tsx';
import { useGoBack } from '../../ui/useGoBack.ts';
import { urls } from '../../urls.ts';
import { searchOrders, useOrder } from '../useOrder.ts';
import classes from './Goods.module.css';
import { GoodsLines } from './GoodsLines.tsx';
import {
  type GoodsRow,
  linesOf,
  numbered,
  openRows,
  OWN_GOODS,
  type RefusedRows,
  refusedRows,
  rowProblem,
  storedRows,
  typedLines,
} from './goodsRows.ts';
import { PackagesField, packagesIn } from './PackagesField.tsx';
import { packageDrafts, packagesProblem, sentPackages, sentVehicles, vehicleDrafts, vehiclesProblem } from './parts.ts';
import { TransportFields } from './TransportFields.tsx';
import { vehiclesIn } from './VehiclesField.tsx';

const kindsFor = (issuer: DispatchGoods['issuer']) =>
  DISPATCH_KINDS.filter((kind) => MOVEMENTS[kind].issuer === issuer).map((value) => ({ value, label: MOVEMENTS[value].words }));
const goodsOfKind = (kind: unknown) => MOVEMENTS[kind as DispatchKind].goods;

interface GoodsFormProps {
  goods: DispatchGoods;
  /** Receives whether the form has unsaved changes. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form in its place on the note's page. `isTarget` is true if the address points to the goods. */
export function GoodsPanel({ isTarget, ...rest }: GoodsFormProps & { isTarget: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isTarget) place.current?.scrollIntoView({ block: 'start' });
    // The effect runs once, because the page scrolls only when it opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <div ref={place} className={classes.goods}>
      <Panel>
        <GoodsForm key={rest.goods.updatedAt ?? ''} {...rest} />
      </Panel>
    </div>
  );
}

/** The lines and transport of a draft. A note without lines starts with all open lines of its order. */
function GoodsForm({ goods, onUnsaved }: GoodsFormProps) {
  const goBack = useGoBack(urls.dispatchNotes);
  const [stored] = useState(() => storedRows(goods));
  const [refused, setRefused] = useState<RefusedRows>(new Map());
  /** The first of the lines that somebody has added last, where the work goes on. */
  const [added, setAdded] = useState<{ no: number } | null>(null);
  const { kind, invoiceId, expectedOn, distance, mode, transporterId, transportDocument, transportDocumentOn } = goods;
  const { shipToName, shipToAddress, shipToPlace, shipToPin, shipToState, shipToGSTIN } = goods;
  const { fromAddress, fromPlace, fromPin, fromState, fromGSTIN } = goods;
  const from = { fromAddress, fromPlace, fromPin, fromState, fromGSTIN };
  const head = { kind, invoiceId, expectedOn, distance, mode: mode ?? 'road', transporterId, transportDocument, transportDocumentOn };
  const shipTo = { shipToName, shipToAddress, shipToPlace, shipToPin, shipToState, shipToGSTIN };
  const form = useContractForm({
    defaults: {
      ...head,
      ...from,
      ...shipTo,
      vehicles: vehicleDrafts(goods.vehicles),
      packages: packageDrafts(goods),
      addOrder: '',
      lines: stored,
    },
    check: problemsOf,
    remarks: placeRemarks,
  });
  const { isDirty } = useFormState({ control: form.control });
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  const rows = () => rowsIn(form.getValues('lines'));
  const lines = () => typedLines(rows());
  function add(more: readonly GoodsRow[], isAsked: boolean) {
    if (isAsked && more.length > 0) setAdded({ no: rows().length + 1 });
    form.setValue('lines', numbered([...rows(), ...more]), { shouldDirty: true });
  }

  /** Adds the open lines of an order; reports an order without open lines only if the user asked for it. */
  async function addOrder(orderId: string, isAsked: boolean) {
    const { data } = await call(dispatchGoods.open, { params: { id: orderId } });
    const more = openRows(data, goodsOfKind(form.getValues('kind')) === 'rejected');
    if (isAsked && more.length === 0) toast.error('This order has no open lines.');
    add(more, isAsked);
  }

  async function save(values: Values) {
    const own = Object.fromEntries([head, from, shipTo].flatMap((part) => Object.keys(part).map((name) => [name, values[name]])));
    const sent = typedLines(rowsIn(values['lines']));
    const body = {
      ...own,
      invoiceId: values['kind'] === 'invoice' ? values['invoiceId'] : null,
      mode: values['mode'] === '' ? null : values['mode'],
      packages: sentPackages(packagesIn(values['packages']), sent),
      vehicles: sentVehicles(vehiclesIn(values['vehicles']), sent),
      lines: linesOf(rowsIn(values['lines'])),
      updatedAt: goods.updatedAt,
    };
    const { data } = await call(dispatchGoods.save, { params: { id: goods._id }, body: body as never, texts: true }).catch(
      (error: unknown) => {
        if (error instanceof ApiError) setRefused(refusedRows(error.errors['lines'] ?? '', rowsIn(values['lines'])));
        throw error;
      },
    );
    toast.success(data.message);
    queryClient.setQueryData([dispatchGoods.get.id, goods._id], data.data);
    leadToHeading();
    await outdated([dispatchNotes.list, accounts.counts]);
  }

  return (
    <Form
      form={form}
      access={dispatchGoods.save.access}
      onCancel={goBack}
      onSubmit={save}
      onReload={() => void queryClient.invalidateQueries({ queryKey: [dispatchGoods.get.id, goods._id] })}
    >
      <FormSection title="Goods">
        <SelectField name="kind" label="Reason for transport" required options={kindsFor(goods.issuer)} />
        <div data-span="full">
          <GoodsLines refused={refused} added={added} />
        </div>
        <AddGoods goods={goods} onAdd={addOrder} onOwn={() => add([OWN_GOODS], true)} />
      </FormSection>
      <FormSection title="Transport">
        <TaxInvoice goods={goods} />
        <TransportFields lines={lines} />
      </FormSection>
      <FormSection title="Packages">
        <PackagesField lines={lines} nextSscc={goods.nextSscc} />
      </FormSection>
      <FormSection title="Dispatched from">
        <Place
          prefix="from"
          help="Leave blank to use the sender's address on the dispatch note."
          who="Only if the goods are dispatched from another party's premises."
        />
      </FormSection>
      <FormSection title="Ship to">
        <TextField name="shipToName" label="Name" maxLength={100} />
        <Place prefix="shipTo" who="Only if another party receives the goods." />
      </FormSection>
    </Form>
  );
}

const rowsIn = (value: unknown) => value as readonly GoodsRow[];

function problemsOf(values: Values): Record<string, string> | null {
  const rows = rowsIn(values['lines']);
  const problem = rows.map(rowProblem).find((each) => each !== null);
  if (problem) return { lines: problem.message };
  const lines = typedLines(rows);
  if (lines.length === 0) return { [rows.length === 0 ? 'addOrder' : 'lines']: messages.lines };
  const packages = packagesProblem(packagesIn(values['packages']), lines);
  const vehicles = vehiclesProblem(vehiclesIn(values['vehicles']), lines);
  if (packages === null && vehicles === null) return null;
  return { ...(packages === null ? {} : { packages }), ...(vehicles === null ? {} : { vehicles }) };
}

/** The address that the goods leave from, or go to. */
function Place({ prefix, help, who }: { prefix: 'from' | 'shipTo'; help?: string; who: string }) {
  return (
    <>
      <TextField name={`${prefix}GSTIN`} label="GST number of another party" mono maxLength={15} help={who} />
      <TextArea name={`${prefix}Address`} label="Address" rows={2} maxLength={240} {...(help === undefined ? {} : { help })} />
      <TextField name={`${prefix}Place`} label="Place" maxLength={50} />
      <TextField name={`${prefix}Pin`} label="PIN code" mono inputMode="numeric" maxLength={6} />
      <SelectField name={`${prefix}State`} label="State" options={placeOptions()} />
    </>
  );
}

/** The tax invoice that accompanies the goods. */
function TaxInvoice({ goods: { userID, invoiceId, invoiceNumber } }: { goods: DispatchGoods }) {
  const [kind] = useWatch({ name: ['kind'] });
  if (kind !== 'invoice') return null;
  const stored = invoiceId === null ? [] : [{ value: invoiceId, label: invoiceNumber ?? invoiceId }];
  return (
    <SearchField
      name="invoiceId"
      label="Tax invoice"
      queryKey={[invoices.list.id, 'of a note', userID, invoiceId]}
      load={async (search, signal) => {
        const query = { userID, invoiceNumber: search, page: 1, pageSize: 10 };
        const { data, total } = await call(invoices.list, { query, signal });
        const found = data.map(({ _id, invoiceNumber: number, invoiceDate, invoiceValue }) => ({
          value: _id,
          label: number,
          note: `${showDate(invoiceDate)} · ${showMoney(invoiceValue)}`,
        }));
        return {
          options: [...stored.filter(({ value }) => !found.some((each) => each.value === value)), ...found],
          total: total ?? found.length,
        };
      }}
    />
  );
}

/** Adds the goods that fit the reason for transport: lines of an order, or the issuer's own goods. */
function AddGoods({ onOwn, ...rest }: Parameters<typeof AddOrder>[0] & { onOwn: () => void }) {
  const [kind] = useWatch({ name: ['kind'] });
  if (goodsOfKind(kind) !== 'own') return <AddOrder {...rest} />;
  return (
    <div className={classes.add} style={{ gridColumn: '1 / -1' }}>
      <Button label="Add goods" variant="default" icon={IconPlus} onClick={onOwn} />
    </div>
  );
}

/** Adds the open lines of an order; a note without lines offers the order that it names. */
function AddOrder({ goods, onAdd }: { goods: DispatchGoods; onAdd: (orderId: string, isAsked: boolean) => Promise<void> }) {
  const [addOrder, lines] = useWatch({ name: ['addOrder', 'lines'] });
  const [typed, isEmpty] = [textOf(addOrder), rowsIn(lines).length === 0];
  const order = useOrder(typed.trim(), goods.userID);
  const { data: note } = useQuery({ ...recordQuery(dispatchNotes.get, goods._id), enabled: goods.state === null });
  const named = useOrder(note?.PONumber ?? '', goods.userID);
  const [busy, setBusy] = useState(false);
  const isFilled = useRef(false);
  useEffect(() => {
    if (!isEmpty || isFilled.current || goods.state !== null || !named) return;
    isFilled.current = true;
    void onAdd(named._id, false);
  }, [isEmpty, goods.state, named, onAdd]);

  function add() {
    if (!order || busy) return;
    setBusy(true);
    void onAdd(order._id, true).finally(() => setBusy(false));
  }

  /** Enter adds the lines of the order, instead of saving a note without them. */
  function onKeyDown(event: KeyboardEvent) {
    const isInField = event.target instanceof HTMLInputElement && typed.trim() !== '';
    if (event.key !== 'Enter' || event.defaultPrevented || !isInField) return;
    event.preventDefault();
    add();
  }

  return (
    <div role="presentation" className={classes.add} style={{ gridColumn: '1 / -1' }} onKeyDown={onKeyDown}>
      <SuggestField
        name="addOrder"
        label="Add lines of an order"
        maxLength={100}
        placeholder="Type to search"
        {...searchOrders(goods.userID)}
      />
      <Button label="Add lines" variant="default" icon={IconPlus} disabled={!order} loading={busy} onClick={add} />
    </div>
  );
}
