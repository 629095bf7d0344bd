import { dispatchGoods, type DispatchGoods, messages } from '@aapurti/contract/dispatch-notes/dispatchGoods';
import { DISPATCH_KINDS, type DispatchKind, MOVEMENTS } from '@aapurti/contract/dispatch-notes/movements';
import { placeRemarks } from '@aapurti/contract/dispatch-notes/noteRemarks';
import { dispatchNotes } from '@aapurti/contract/dispatch-notes/dispatchNotes';
import { showDate, showMoney, showNumber } from '@aapurti/contract/ground/fields';
import { invoices } from '@aapurti/contract/invoices/invoices';
import { ActionIcon, Button } from '@mantine/core';
import { IconCopyPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';

import { call } from '../../ground/api.ts';
import { DateField } from '../../form/DateField.tsx';
import { Form, FormSection } from '../../form/Form.tsx';
import { NumberField } from '../../form/NumberField.tsx';
import { SearchField } from '../../form/SearchField.tsx';
import { SelectField } from '../../form/SelectField.tsx';
import { SuggestField } from '../../form/SuggestField.tsx';
import { TextArea, TextField } from '../../form/TextField.tsx';
import { useContractForm, type Values } from '../../form/useContractForm.ts';
import { textOf } from '../../form/useField.tsx';
import { placeOptions } from '../../registrations/placeOptions.ts';
import { toast } from '../../ui/toast.tsx';
import { useGoBack } from '../../ui/useGoBack.ts';
import { t } from '../../words/words.ts';
import { urls } from '../../urls.ts';
import { searchOrders, useOrder } from '../useOrder.ts';
import classes from './Goods.module.css';
import { fieldsOf, type GoodsRow, isLeftOut, linesOf, openRows, ownRow, rowProblems, storedRows, typedLines } from './goodsRows.ts';
import { PackagesField, packagesIn } from './PackagesField.tsx';
import { packageDrafts, packagesProblem, renumberParts, sentPackages, sentVehicles, vehicleDrafts, vehiclesProblem } from './parts.ts';
import { TransportFields } from './TransportFields.tsx';
import { vehiclesIn } from './VehiclesField.tsx';

const BASES = [
  { value: 'exact', label: 'Exact' },
  { value: 'provisional', label: 'Provisional (Rule 55(1)(v))' },
];
const kindsFor = (issuer: DispatchGoods['issuer']) =>
  DISPATCH_KINDS.filter((kind) => MOVEMENTS[kind].issuer === issuer).map((value) => ({ value, label: MOVEMENTS[value].words }));
const goodsOfKind = (kind: unknown) => MOVEMENTS[kind as DispatchKind].goods;

/** The lines and the transport of a note that is a draft, or has no lines yet: then with all that is open of its order. */
export function GoodsForm({ goods }: { goods: DispatchGoods }) {
  const client = useQueryClient();
  const goBack = useGoBack(urls.dispatchNotes);
  const [stored] = useState(() => storedRows(goods));
  const [rows, setRows] = useState<readonly GoodsRow[]>(stored.rows);
  const nextKey = useRef(goods.lines.length + 1);
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
      ...stored.values,
    },
    check: (values) => problemsOf(rows, values),
    remarks: placeRemarks,
  });
  const lines = () => typedLines(rows, form.getValues());

  /** Packages and vehicles follow its lines. */
  function renumber(to: (no: number) => number | null) {
    const moved = <D extends { contents: string }>(drafts: D[]) =>
      drafts.map((each) => ({ ...each, contents: renumberParts(each.contents, to) }));
    form.setValue('packages', moved(packagesIn(form.getValues('packages'))));
    form.setValue('vehicles', moved(vehiclesIn(form.getValues('vehicles'))));
  }

  function add(more: { rows: readonly GoodsRow[]; values: Values }) {
    for (const [name, value] of Object.entries(more.values)) form.setValue(name, value, { shouldDirty: true });
    setRows((before) => [...before, ...more.rows]);
  }

  /** Adds what is open of an order, and says where that is nothing if somebody has asked for it. */
  async function addOrder(orderId: string, isAsked: boolean) {
    const { data } = await call(dispatchGoods.open, { params: { id: orderId } });
    const more = openRows(data, nextKey.current, goodsOfKind(form.getValues('kind')) === 'rejected');
    nextKey.current += more.rows.length;
    if (isAsked && more.rows.length === 0) toast.error('This order has no open lines.');
    add(more);
  }

  function addBatch(row: GoodsRow) {
    const key = (nextKey.current += 1);
    const names = Object.values(fieldsOf({ key })).map((name) => [name, '']);
    for (const [name = '', value] of names) form.setValue(name, value, { shouldDirty: true });
    const after = rows.indexOf(row) + 1;
    renumber((no) => (no > after ? no + 1 : no));
    setRows((before) => before.flatMap((each) => (each === row ? [each, { ...row, key }] : [each])));
  }

  function leaveOut(row: GoodsRow) {
    const left = rows.indexOf(row) + 1;
    renumber((no) => (no === left ? null : no > left ? no - 1 : no));
    setRows((before) => before.filter((each) => each !== row));
  }

  async function save(values: Values) {
    const own = Object.fromEntries([head, from, shipTo].flatMap((part) => Object.keys(part).map((name) => [name, values[name]])));
    const sent = typedLines(rows, values);
    const body = {
      ...own,
      invoiceId: values['kind'] === 'invoice' ? values['invoiceId'] : null,
      mode: values['mode'] === '' ? null : values['mode'],
      packages: sentPackages(packagesIn(values['packages']), sent),
      vehicles: sentVehicles(vehiclesIn(values['vehicles']), sent),
      lines: linesOf(rows, values),
      updatedAt: goods.updatedAt,
    };
    const { data } = await call(dispatchGoods.save, { params: { id: goods._id }, body: body as never });
    toast.success(data.message);
    client.setQueryData([dispatchGoods.get.id, goods._id], data.data);
    await client.invalidateQueries({ queryKey: [dispatchNotes.list.id], refetchType: 'none' });
  }

  return (
    <Form
      form={form}
      access={dispatchGoods.save.access}
      submitLabel="Save"
      onCancel={goBack}
      onSubmit={save}
      onReload={() => void client.invalidateQueries({ queryKey: [dispatchGoods.get.id, goods._id] })}
    >
      <FormSection title="Goods">
        <SelectField name="kind" label="Reason for transport" required options={kindsFor(goods.issuer)} />
        <div data-span="full" style={{ gridColumn: '1 / -1', minWidth: 0 }}>
          {rows.length > 0 && (
            <ul className={classes.lines} aria-label={t('Lines')}>
              {rows.map((row, index) => (
                <GoodsLine key={row.key} row={row} no={index + 1} onBatch={() => addBatch(row)} onRemove={() => leaveOut(row)} />
              ))}
            </ul>
          )}
        </div>
        <AddGoods goods={goods} isEmpty={rows.length === 0} onAdd={addOrder} onOwn={() => add(ownRow((nextKey.current += 1)))} />
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

function problemsOf(rows: readonly GoodsRow[], values: Values): Record<string, string> | null {
  const problems = rowProblems(rows, values);
  if (Object.keys(problems).length > 0) return problems;
  const [first] = rows;
  if (first === undefined) return { addOrder: messages.lines };
  if (rows.every((row) => isLeftOut(row, values))) return { [fieldsOf(first).quantity]: messages.lines };
  const lines = typedLines(rows, values);
  const packages = packagesProblem(packagesIn(values['packages']), lines);
  const vehicles = vehiclesProblem(vehiclesIn(values['vehicles']), lines);
  if (packages === null && vehicles === null) return null;
  return { ...(packages === null ? {} : { packages }), ...(vehicles === null ? {} : { vehicles }) };
}

/** The place that the goods leave, or go to. */
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

/** The tax invoice that travels along. */
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

interface GoodsLineProps {
  row: GoodsRow;
  no: number;
  onBatch: () => void;
  onRemove: () => void;
}

function GoodsLine({ row, no, onBatch, onRemove }: GoodsLineProps) {
  const names = fieldsOf(row);
  const isOwn = row.orderId === null;
  const { data } = useQuery({
    queryKey: [dispatchGoods.open.id, row.orderId],
    queryFn: async ({ signal }) => (await call(dispatchGoods.open, { params: { id: row.orderId ?? '' }, signal })).data,
    enabled: !isOwn,
  });
  const open = data?.find(({ line }) => line === row.line);
  const terms = [
    isOwn ? '' : t('Order {number}, line {line}', { number: row.poNumber, line: row.line }),
    open === undefined ? '' : t('{open} of {ordered} open', { open: showNumber(open.open), ordered: showNumber(open.ordered) }),
    open?.shelfDays ? t('at least {days} days left on arrival', { days: open.shelfDays }) : '',
  ].filter((part) => part !== '');
  return (
    <li className={classes.line}>
      <div className={classes.head}>
        <div>
          <p className={classes.name}>
            {no}. {isOwn ? t('Own goods') : row.itemName}
          </p>
          <p className={classes.terms}>{terms.join(' · ')}</p>
        </div>
        <span className={classes.actions}>
          <ActionIcon variant="default" size={34} aria-label={t('Another batch of line {no}', { no })} onClick={onBatch}>
            <IconCopyPlus size={17} />
          </ActionIcon>
          <ActionIcon variant="default" size={34} aria-label={t('Exclude line {no}', { no })} onClick={onRemove}>
            <IconTrash size={17} />
          </ActionIcon>
        </span>
      </div>
      <fieldset className={classes.fields} aria-label={t('Line {no}', { no })}>
        {isOwn && (
          <>
            <TextField name={names.itemName} label="Name of the goods" required maxLength={200} />
            <TextField name={names.hsnCode} label="HSN Code" required mono inputMode="numeric" maxLength={8} />
            <TextField name={names.uom} label="UOM" maxLength={30} />
            <NumberField name={names.taxable} label="Value of the goods" required suffix="₹" />
          </>
        )}
        <NumberField name={names.quantity} label="Quantity" {...(row.uom === null ? {} : { suffix: row.uom })} />
        <NumberField name={names.cartons} label="Cartons" />
        <TextField name={names.batch} label="Batch" mono maxLength={50} />
        <DateField name={names.madeOn} label="Manufacturing date" />
        <DateField name={names.bestBefore} label="Best before" />
        <TextField name={names.netContent} label="Net content" maxLength={30} />
        <TextField name={names.countryOfOrigin} label="Country of origin" maxLength={60} />
        <SelectField name={names.quantityBasis} label="Exact or provisional" options={BASES} placeholder="Exact" />
      </fieldset>
    </li>
  );
}

/** Adds goods as the movement carries them: of an order, or the issuer's own. */
function AddGoods({ onOwn, ...rest }: Parameters<typeof AddOrder>[0] & { onOwn: () => void }) {
  const [kind] = useWatch({ name: ['kind'] });
  if (goodsOfKind(kind) !== 'own') return <AddOrder {...rest} />;
  return (
    <div className={classes.add} style={{ gridColumn: '1 / -1' }}>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onOwn}>
        {t('Add goods')}
      </Button>
    </div>
  );
}

/** Adds what is open of an order; to a note without lines, of the order that it names. */
function AddOrder({
  goods,
  isEmpty,
  onAdd,
}: {
  goods: DispatchGoods;
  isEmpty: boolean;
  onAdd: (orderId: string, isAsked: boolean) => Promise<void>;
}) {
  const [typed] = useWatch({ name: ['addOrder'] }).map(textOf);
  const order = useOrder((typed ?? '').trim(), goods.userID);
  const { data: note } = useQuery({
    queryKey: [dispatchNotes.get.id, goods._id],
    queryFn: async ({ signal }) => (await call(dispatchNotes.get, { params: { id: goods._id }, signal })).data[0] ?? null,
    enabled: goods.state === null,
  });
  const named = useOrder(note?.PONumber ?? '', goods.userID);
  const [busy, setBusy] = useState(false);
  const isFilled = useRef(false);
  useEffect(() => {
    if (!isEmpty || isFilled.current || goods.state !== null || !named) return;
    isFilled.current = true;
    void onAdd(named._id, false);
  }, [isEmpty, goods.state, named, onAdd]);
  return (
    <div className={classes.add} style={{ gridColumn: '1 / -1' }}>
      <SuggestField
        name="addOrder"
        label="Add lines of an order"
        maxLength={100}
        placeholder="Type to search"
        {...searchOrders(goods.userID)}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={!order}
        loading={busy}
        onClick={() => {
          if (!order) return;
          setBusy(true);
          void onAdd(order._id, true).finally(() => setBusy(false));
        }}
      >
        {t('Add lines')}
      </Button>
    </div>
  );
}
