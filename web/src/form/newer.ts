import { useState } from 'react';

import type { ContractForm, Values } from './useContractForm.ts';

export interface Merge {
  /** The values that the form takes from the newer record, by field. */
  adopt: Values;
  /** Every field that others changed. `yours` marks a field that was also changed here, which keeps its own value. */
  changes: { label: string; theirs: string; yours: string | null }[];
}

/** A field's value as text. */
export function plainWords(value: unknown): string {
  return value === '' ? '–' : String(value);
}

/**
 * Merges another user's save into an open form: `was` and `is` are the form's values of the record before and after it, `mine` the current
 * input. Fields changed only by the other user take the new value, so that saving does not undo it; fields also changed here keep the
 * input.
 */
export function mergeValues(
  was: Values,
  is: Values,
  mine: Values,
  labels: Readonly<Record<string, string>>,
  words: (value: unknown, name: string) => string = plainWords,
): Merge {
  const changed = Object.keys(was).filter((name) => was[name] !== is[name]);
  const untouched = changed.filter((name) => mine[name] === was[name]);
  const clashes = new Set(changed.filter((name) => mine[name] !== was[name] && mine[name] !== is[name]));
  return {
    adopt: Object.fromEntries(untouched.map((name) => [name, is[name]])),
    changes: changed.map((name) => ({
      label: labels[name] ?? name,
      theirs: words(is[name], name),
      yours: clashes.has(name) ? words(mine[name], name) : null,
    })),
  };
}

/**
 * The answer of an edit form to a stale edit (409):
 *
 *   const newer = useNewerRecord(record, invoiceValues, (was, is, mine) => mergeValues(invoiceValues(was), invoiceValues(is), mine, LABELS));
 *   const form = useContractForm({ schema, defaults: invoiceValues(record) });
 *
 *   <Form form={form} {...newer.offers(form)} …> … {newer.merge && <NewerRecord merge={newer.merge} key={newer.base.updatedAt} />}
 *
 * `base` is the record as far as is known here: its `updatedAt` goes with the next save.
 */
export function useNewerRecord<R>(
  record: R,
  valuesOf: (record: NonNullable<R>) => Values,
  mergeWith: (was: NonNullable<R>, is: NonNullable<R>, mine: Values) => Merge,
) {
  const [base, setBase] = useState(record);
  const [merge, setMerge] = useState<Merge | null>(null);

  function offers<Output>(form: ContractForm<Output>) {
    return {
      onCompare(given: unknown) {
        const newer = given as NonNullable<R>;
        if (base === undefined || base === null) return;
        const merged = mergeWith(base, newer, form.getValues());
        for (const [name, value] of Object.entries(merged.adopt)) form.setValue(name, value);
        setMerge(merged);
        setBase(newer);
      },
      onReload(given: unknown) {
        const newer = given as NonNullable<R>;
        form.reset(valuesOf(newer));
        setMerge(null);
        setBase(newer);
      },
    };
  }

  return { base, merge, offers };
}
