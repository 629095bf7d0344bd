import { expect, test } from 'vitest';

import { rooms } from './multipart.ts';

const MB = 1024 * 1024;

test('the users of one company have 128 MB of uploads in transit, each user 64 MB, and another company still has room', () => {
  const { take, give, state } = rooms.users;
  const taken: [number, string[]][] = [];
  const ask = (bytes: number, who: string[]) => {
    take(bytes, who);
    taken.push([bytes, who]);
  };
  ask(64 * MB, ['1', 'vendor 1']);
  expect(() => ask(1, ['1', 'vendor 1'])).toThrow(expect.objectContaining({ status: 503 }));
  ask(64 * MB, ['2', 'vendor 1']);
  expect(() => ask(1, ['3', 'vendor 1'])).toThrow(expect.objectContaining({ status: 503 }));
  for (const other of ['2', '3', '4']) for (const who of ['a', 'b']) ask(64 * MB, [`${who} of ${other}`, `vendor ${other}`]);
  expect(state().taken).toBe(512 * MB);
  for (const [bytes, who] of taken) give(bytes, who);
  expect(state().taken).toBe(0);
});
