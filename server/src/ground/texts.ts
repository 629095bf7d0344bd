import { type Made, madeOf, PLACEHOLDER, say, type Texts } from '@aapurti/contract/ground/template';

/** The messages and values of the texts in some JSON, and of the texts inside their values; `find` recognises a text. */
export function textsOf(json: unknown, find: (text: string) => Made | undefined = madeOf): Texts {
  const found = new Map<string, [string, Made['values']]>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const known = find(value);
      if (known === undefined || found.has(value)) return;
      const values = named(known);
      found.set(value, [known.message, values]);
      for (const inner of Object.values(values)) visit(inner);
    } else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) visit(item);
  };
  visit(json);
  return Object.fromEntries(found);
}

/** A message's values, without values that the message does not show. */
function named({ message, values }: Made): Made['values'] {
  const names = new Set([...message.matchAll(PLACEHOLDER), ...message.matchAll(/\{(\w+), /g)].map(([, name]) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}

/** Restores texts that another thread made or that were stored, so that this call knows their messages and values. */
export function sayAgain(told: Texts | null | undefined): void {
  for (const [message, values] of Object.values(told ?? {})) say(message, values);
}
