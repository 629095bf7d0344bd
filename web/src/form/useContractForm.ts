import { type FieldErrors, type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';

import type { Remarks } from './remarks.ts';

/** Values by field: text as typed, switches, files. */
export type Values = Record<string, unknown>;

export interface ContractForm<Output> extends UseFormReturn<Values, unknown, Values> {
  /** Never called by screens; `Form` hands its result to onSubmit. */
  read: (values: Values) => { data: Output; errors: null } | { data: null; errors: Record<string, string> };
  remarks: Remarks | undefined;
}

interface Common {
  /** One value per field, '' for a blank one. Null counts as blank, so a record of the API can be passed. */
  defaults: Values;
  /** Amber texts by field, which block nothing. */
  remarks?: Remarks;
}

/**
 * A form that is validated by a schema of the contract (`schema`) or by a function that returns errors by field (`check`). Fields have the
 * code's names, not the API's.
 */
export function useContractForm<S extends z.ZodType>(options: Common & { schema: S; check?: never }): ContractForm<z.output<S>>;
export function useContractForm(
  options: Common & { check: (values: Values) => Record<string, string> | null; schema?: never },
): ContractForm<Values>;
export function useContractForm({
  defaults,
  remarks,
  schema,
  check,
}: Common & { schema?: z.ZodType; check?: (values: Values) => Record<string, string> | null }): ContractForm<unknown> {
  function read(values: Values): ReturnType<ContractForm<unknown>['read']> {
    if (schema === undefined) {
      const errors = check?.(values) ?? {};
      return Object.keys(errors).length === 0 ? { data: values, errors: null } : { data: null, errors };
    }
    const parsed = schema.safeParse(values);
    if (parsed.success) return { data: parsed.data, errors: null };
    const errors: Record<string, string> = {};
    for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? '')] ??= issue.message;
    return { data: null, errors };
  }

  const resolver: Resolver<Values> = (values) => {
    const { errors } = read(values);
    if (errors === null) return { values, errors: {} };
    const entries = Object.entries(errors).map(([name, message]) => [name, { type: 'check', message }]);
    return { values: {}, errors: Object.fromEntries(entries) as FieldErrors<Values> };
  };

  const form = useForm<Values>({
    defaultValues: Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, value ?? ''])),
    resolver,
    // `Form` focuses the first wrong field in page order, whether schema or server found it.
    shouldFocusError: false,
  });
  return { ...form, read, remarks };
}
