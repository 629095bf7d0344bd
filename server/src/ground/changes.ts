import type * as z from 'zod';

import { invalidFields } from './refusal.ts';

/**
 * The stored record merged with the submitted fields, by the rules of its form.
 * @throws Refusal 422 with the first message of each field.
 */
export function changedForm<S extends z.ZodType>(form: S, stored: object, sent: Readonly<Record<string, unknown>>): z.output<S> {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const parsed = form.safeParse({ ...stored, ...given });
  if (!parsed.success) throw invalidFields(parsed.error.issues);
  return parsed.data;
}
