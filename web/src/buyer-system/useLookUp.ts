import { gtinKey } from '@aapurti/contract/ground/codeKeys';
import { plainCode } from '@aapurti/contract/ground/codes';
import { products } from '@aapurti/contract/products/products';
import { useEffect, useState } from 'react';

import { call } from '../ground/api.ts';
import type { GridHandle } from '../grid/useGrid.ts';
import type { LineValues } from './typedValues.ts';

/** The line and EAN of one look-up: an EAN that is typed elsewhere is looked up there. */
export const lookUpKey = ({ number, EANCode }: LineValues) => `${number}/${plainCode(EANCode)}`;

/** Time without typing after which an EAN is looked up. */
const PAUSE = 400;

/**
 * Fills empty fields of lines from the item of their EAN, one line after another, once nobody types.
 * @returns the look-ups that found no item.
 */
export function useLookUp(lines: readonly LineValues[], replace: GridHandle<LineValues>['replace']): ReadonlySet<string> {
  const [asked, setAsked] = useState<ReadonlySet<string>>(() => new Set());
  const [missing, setMissing] = useState<ReadonlySet<string>>(() => new Set());
  const next = lines.find((line) => line.itemName === '' && /^\d{8,14}$/.test(plainCode(line.EANCode)) && !asked.has(lookUpKey(line)));
  const key = next === undefined ? null : lookUpKey(next);

  useEffect(() => {
    if (key === null) return undefined;
    const ean = key.slice(key.indexOf('/') + 1);
    let isOver = false;
    const timer = setTimeout(() => {
      void call(products.lookUp, { params: { ean } })
        .catch(() => null)
        .then((reply) => {
          if (isOver) return;
          setAsked((before) => new Set(before).add(key));
          const [item, another] = (reply?.data ?? []).filter((each) => gtinKey(each.EANCode ?? '') === gtinKey(ean));
          if (item === undefined) return setMissing((before) => new Set(before).add(key));
          const fill = (line: LineValues): LineValues => ({
            ...line,
            EANCode: ean,
            itemName: item.item_name ?? '',
            ...(another === undefined ? { itemCode: item.item_code ?? '' } : {}),
            hsnCode: item.HSNCode ?? '',
            uom: item.itemUomCode ?? '',
            ...(line.MRP === '' && item.item_mrp !== null ? { MRP: String(item.item_mrp) } : {}),
          });
          replace((all) => all.map((line) => (lookUpKey(line) === key && line.itemName === '' ? fill(line) : line)));
        });
    }, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, replace]);
  return missing;
}
