import { encodeNames } from '@aapurti/contract/ground/wire';

import { vendorForm, vendorDocuments } from '../src/demo/factories.ts';

/** The registration form as the browser sends it: every field is valid and has its name in the API. */
export function registration(serial: number, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const { isActive: _, ...form } = encodeNames(vendorForm(serial)) as Record<string, unknown>;
  return { ...form, ...overrides };
}

export type FormFiles = Record<string, { name: string; content: Uint8Array }>;

/** The four documents by part name. */
export function papers(overrides: FormFiles = {}): FormFiles {
  return { ...Object.fromEntries(vendorDocuments('Test')), ...overrides };
}

/** A copy without some of its members. */
export function without<T extends object>(given: T, ...names: string[]): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name))) as Partial<T>;
}
