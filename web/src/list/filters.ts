import { showDate } from '@aapurti/contract/ground/fields';

import { t, type Words } from '../words/words.ts';

export interface Option {
  value: string;
  /** The name of a record is passed as `asTyped`. */
  label: Words;
}

/** One field of the line above a list. `name` is the field of the list's query, and of the address. */
export type Filter =
  | { kind: 'text'; label: string; name: string; digits: boolean }
  | { kind: 'date'; label: string; name: string }
  | {
      kind: 'select';
      label: string;
      name: string;
      options: readonly Option[] | (() => Promise<readonly Option[]>);
      /** Set by the tabs of views and not by a field. */
      byView?: true;
    };

export function textFilter(label: string, name: string): Filter {
  return { kind: 'text', label, name, digits: false };
}

/** A text with the numeric keyboard on a phone. */
export function codeFilter(label: string, name: string): Filter {
  return { kind: 'text', label, name, digits: true };
}

/** The filters From and To, limited to the dates that the list reports. */
export function dateFilters(from = 'startDate', to = 'endDate'): Filter[] {
  return [
    { kind: 'date', label: 'From', name: from },
    { kind: 'date', label: 'To', name: to },
  ];
}

/** One of a few options, or of many that are loaded when the list opens. */
export function selectFilter(label: string, name: string, options: readonly Option[] | (() => Promise<readonly Option[]>)): Filter {
  return { kind: 'select', label, name, options };
}

/** A filter that only views set: it has no field, and its tab shows that it is set. */
export function viewFilter(label: string, name: string, values: readonly string[]): Filter {
  return { kind: 'select', label, name, options: values.map((value) => ({ value, label: value })), byView: true };
}

/** An applied filter as text, with the label of its option if those are loaded. */
export function filterWords({ kind, label }: Filter, value: string, options: readonly Option[]): string {
  const option = options.find((each) => each.value === value);
  const words = kind === 'date' ? showDate(value) : option === undefined ? value : t(option.label);
  return t('{label}: {value}', { label, value: words });
}
