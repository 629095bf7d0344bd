import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { uploadRoom } from '../http/multipart.ts';
import { exportColumn } from './columns.ts';
import { downloadSheet, handOut } from './download.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** An endless export of rows that do not compress. */
async function download(id: string, isKey = false): Promise<{ content: Readable; source: { hasEnded: boolean } }> {
  const source = { hasEnded: false };
  async function* rows() {
    try {
      for (;;) yield [{ text: randomBytes(20_000).toString('base64') }];
    } finally {
      source.hasEnded = true;
    }
  }
  const { content } = await downloadSheet('a.xlsx', { text: exportColumn('Text') }, rows(), {
    sheet: 'A',
    reader: { vendorId: id, ...(isKey && { key: { id: '1', scopes: [], addresses: [] } }) },
  });
  return { content: content as Readable, source };
}

/** Waits until the buffer is full, so that only the reader can continue. */
async function untilFull(content: Readable): Promise<void> {
  while (!content.destroyed && vi.getTimerCount() === 0) await turn();
}

test('an export whose client stops reading fails after half a minute, and releases its database connection', async () => {
  const { content, source } = await download('1');
  await untilFull(content);
  const failed = once(content, 'close').catch((error: Error) => error.message);
  vi.advanceTimersByTime(29_999);
  expect(content.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await failed).toBe('The client stopped reading the .xlsx file.');
  while (!source.hasEnded) await turn();
});

test('an export cannot be kept open for hours by slow reading', async () => {
  const { content, source } = await download('1');
  content.on('error', () => undefined);
  let steps = 0;
  for (; !content.destroyed && steps < 100; steps += 1) {
    await untilFull(content);
    vi.advanceTimersByTime(29_000);
    // Reads everything that has arrived by now.
    content.read();
    await turn();
  }
  // Ten minutes are 20.7 times 29 seconds.
  expect(steps).toBe(21);
  while (!source.hasEnded) await turn();
});

test('one company can run two exports at the same time, one of them with a key, and all companies three', async () => {
  const first = [await download('1', true)];
  await expect(download('1', true)).rejects.toMatchObject({ status: 503 });
  first.push(await download('1'));
  await expect(download('1')).rejects.toMatchObject({ status: 503 });
  const other = await download('2');
  await expect(download('3')).rejects.toMatchObject({ status: 503 });
  for (const { content } of [...first, other]) {
    content.destroy();
    await once(content, 'close');
  }
  const again = await download('1');
  again.content.destroy();
  await once(again.content, 'close');
});

test('.xlsx files without a reader share a limited buffer, and release it when they fail', async () => {
  const [room, workbook] = [uploadRoom(1_500_000), randomBytes(1_000_000)];
  const content = handOut('faults.xlsx', workbook, { vendorId: '1' }, room).content as Readable;
  expect(() => handOut('faults.xlsx', workbook, { vendorId: '1' }, room)).toThrow('The server is busy.');
  content.read(0);
  await untilFull(content);
  const failed = once(content, 'close').catch((error: Error) => error.message);
  vi.advanceTimersByTime(30_000);
  expect(await failed).toBe('The client stopped reading the .xlsx file.');
  const next = handOut('faults.xlsx', workbook, { vendorId: '1' }, room).content as Readable;
  expect(workbook.equals(await buffer(next))).toBe(true);
  next.destroy();
});
