import type { Item, Product } from '@aapurti/contract/products/products';
import { showDate, showMoney } from '@aapurti/contract/ground/fields';
import { type Scheme, schemes } from '@aapurti/contract/schemes/schemes';
import { say } from '@aapurti/contract/ground/template';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { callQuery } from '../ground/callQuery.ts';
import { queryClient } from '../ground/queries.ts';
import { SelectField } from '../form/SelectField.tsx';
import { toast } from '../ui/toast.tsx';
import { asTyped, t } from '../words/words.ts';
import classes from './SchemeField.module.css';
import { onDemand } from '../ui/onDemand.tsx';

const load = () => import('../schemes/SchemeModal.tsx');
const SchemeModal = onDemand(async () => (await load()).SchemeModal);

/** The schemes for this item, with a button to add one, which is then selected. */
export function SchemeField({ item, current }: { item: Item; current: Product['scheme'] }) {
  const { setValue } = useFormContext();
  const [opened, setOpened] = useState(false);
  const queryKey = [schemes.byEan.id, item.EANCode];
  const { data = [], isLoading } = useQuery(callQuery(schemes.byEan, { params: { ean: item.EANCode } }));
  const chosen = useWatch({ name: 'scheme' });
  const scheme = data.find(({ _id }) => _id === chosen);

  const options = data.map((each) => ({ value: each._id, label: asTyped(labelOf(each)) }));
  // An expired scheme stays with its product but is offered for no other.
  if (current !== null && !isLoading && scheme === undefined && !data.some(({ _id }) => _id === current._id)) {
    options.push({ value: current._id, label: asTyped(t('{schemeName} (ended)', { schemeName: current.schemeName })) });
  }

  /** Opens after its script has loaded, because a failed script must not lose the input in the product's form. */
  async function open() {
    await load().then(
      () => setOpened(true),
      () => toast.error('The scheme form did not load. Please try again.'),
    );
  }

  async function choose(created: Scheme) {
    await queryClient.cancelQueries({ queryKey });
    if (created.EANCode !== item.EANCode || !created.active) return;
    queryClient.setQueryData<Scheme[]>(queryKey, (before = []) => [created, ...before]);
    setValue('scheme', created._id, { shouldDirty: true });
  }

  return (
    <div className={classes.field}>
      <SelectField
        name="scheme"
        label="Schemes"
        placeholder={options.length === 0 && !isLoading ? 'No scheme for this product' : 'No scheme'}
        options={options}
        loading={isLoading}
        help={netPtr(scheme)}
      />
      <Anchor component="button" type="button" className={classes.create} onClick={() => void open()} onMouseEnter={load} onFocus={load}>
        {t('Create Scheme')}
      </Anchor>
      {opened && (
        <SchemeModal
          item={{ EANCode: item.EANCode, name: item.item_name, uom: item.itemUomCode }}
          onClose={() => setOpened(false)}
          onCreated={choose}
        />
      )}
    </div>
  );
}

function labelOf({ schemeNumber, schemeName, validity }: Scheme): string {
  return `${schemeNumber} · ${schemeName}${validity === null ? '' : ` · ${t('until {day}', { day: showDate(validity) })}`}`;
}

function netPtr(scheme: Scheme | undefined): string {
  if (scheme?.netPTR === null || scheme?.netPTR === undefined) return 'Net PTR must equal the transfer price.';
  return say('Net PTR must equal that of the scheme, {netPTR}.', { netPTR: showMoney(scheme.netPTR) });
}
