import { armsOf, CHOICE, type Values } from '../contract/src/ground/template.ts';

/** The messages without a choice that a message may read as, each with the values that its choices stand for. */
export function readings(message: string, values: Values = {}): { message: string; values: Values }[] {
  const [choice] = message.matchAll(CHOICE);
  if (choice === undefined) return [{ message, values }];
  const [whole, name = '', arms = ''] = choice;
  return armsOf(arms).flatMap(([key, arm]) => {
    const value = key === 'one' ? '1' : key.replace('=', '');
    const reading = arm.replaceAll('#', () => (key === 'other' ? `{${name}}` : value));
    return readings(
      message.replace(whole, () => reading),
      { ...values, [name]: value },
    );
  });
}
