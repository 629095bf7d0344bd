import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { products, type Item } from '@aapurti/contract/products/products';
import { showMoney } from '@aapurti/contract/ground/fields';
import { say } from '@aapurti/contract/ground/template';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

import { call } from '../ground/api.ts';
import { SuggestField } from '../form/SuggestField.tsx';
import { textOf } from '../form/useField.tsx';
import type { Values } from '../form/useContractForm.ts';
import type { Found } from '../form/useServerSearch.ts';

/** Long enough that a code is not looked up after each digit. */
const SETTLED_AFTER = 250;

/** The EAN, and its item below. The item's name and unit are filled in unless the user has entered others. */
export function EanField({ label }: { label: string }) {
  const ean = withoutBlanks(textOf(useWatch<Values>({ name: 'EANCode' })));
  const [settled] = useDebouncedValue(ean, SETTLED_AFTER);
  const { data: found } = useQuery({
    queryKey: [products.lookUp.id, 'exactly', settled],
    queryFn: async ({ signal }) =>
      (await call(products.lookUp, { params: { ean: settled }, signal })).data.filter(
        ({ EANCode }) => gtinKey(EANCode) === gtinKey(settled),
      ),
    enabled: /^\d{8,14}$/.test(settled),
  });
  useFilled(settled, found?.length === 1 ? found[0] : undefined);

  return (
    <SuggestField
      name="EANCode"
      label={label}
      required
      inputMode="numeric"
      maxLength={40}
      tidy={withoutBlanks}
      help={found === undefined || settled !== ean ? HELP : words(found)}
      queryKey={[products.lookUp.id]}
      load={candidates}
    />
  );
}

/** The buyer's items whose EAN starts with the digits; those of one EAN are one candidate. */
async function candidates(search: string, signal: AbortSignal): Promise<Found> {
  const ean = withoutBlanks(search);
  if (!/^\d{2,14}$/.test(ean)) return { options: [], total: 0 };
  const { data } = await call(products.lookUp, { params: { ean }, signal });
  const names = new Map(data.map(({ EANCode, item_name }) => [EANCode, item_name]));
  return { options: Array.from(names, ([value, note]) => ({ value, label: value, note })), total: names.size };
}

const HELP = "EAN of one of the buyer's items";

function words(found: readonly Item[]): string {
  const [item, another] = found;
  if (item === undefined) return 'The buyer has no item with this EAN.';
  if (another !== undefined) return "More than one of the buyer's items has this EAN.";
  const facts = [
    item.item_name,
    item.itemUomCode,
    item.item_mrp === null ? null : say('MRP {item_mrp}', { item_mrp: showMoney(item.item_mrp) }),
  ];
  return facts.filter((fact) => fact !== null).join(' · ');
}

/** Name and unit follow the item as long as they are the previous item's, or blank. Those of an existing scheme stay unchanged. */
function useFilled(ean: string, item: Item | undefined): void {
  const { getValues, setValue, formState } = useFormContext<Values>();
  const opened = useRef(textOf(formState.defaultValues?.['EANCode']));
  const last = useRef<Record<string, string> | null>(null);

  useEffect(() => {
    if (item === undefined) return;
    const texts = { productName: item.item_name, UOM: item.itemUomCode ?? '' };
    const isFirst = last.current === null && ean === opened.current;
    for (const [name, text] of Object.entries(texts)) {
      const now = textOf(getValues(name));
      if (!isFirst && now !== text && (now === '' || now === last.current?.[name])) setValue(name, text, { shouldDirty: true });
    }
    last.current = texts;
  }, [ean, item, getValues, setValue]);
}

function withoutBlanks(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
