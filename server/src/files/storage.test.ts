import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startFakeS3 } from '../../test/fakeS3.ts';
import { openStorage, type Storage } from './storage.ts';

const BYTES = Buffer.from([0, 255, 13, 10, 0x25, 0x50]);
let folder: string;
let s3: Awaited<ReturnType<typeof startFakeS3>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  s3 = await startFakeS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

async function names(storage: Storage, under: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, modified } of storage.list(under)) {
    expect(Math.abs(modified.getTime() - Date.now())).toBeLessThan(3_600_000);
    found.push(name);
  }
  return found.sort();
}

describe.each([
  ['a folder', () => openStorage('file:', folder)],
  ['a bucket', () => openStorage('s3://papers', folder, s3.env)],
  ['a bucket with a prefix', () => openStorage('s3://papers/portal/live/', folder, s3.env)],
])('%s', (_, open) => {
  test('returns stored content, replaces it, and forgets removed content', async () => {
    const storage = await open();
    await storage.check();
    await storage.put('one/pan', Buffer.from('first'), 'text/plain');
    await storage.put('one/pan', BYTES, 'application/pdf');
    expect(await storage.get('one/pan')).toEqual(BYTES);
    await storage.remove('one/pan');
    await storage.remove('one/pan');
    expect(await storage.get('one/pan')).toBeUndefined();
  });

  test('lists all files of one folder', async () => {
    const storage = await open();
    for (const name of ['two/a', 'two/b', 'two/c', 'two/d', 'two/e', 'two-more/f']) await storage.put(name, BYTES, 'text/plain');
    expect(await names(storage, 'two')).toEqual(['two/a', 'two/b', 'two/c', 'two/d', 'two/e']);
    expect(await names(storage, 'three')).toEqual([]);
  });
});

describe('a folder', () => {
  test('contains no half-written file, and no other user can read it', async () => {
    const storage = await openStorage(pathToFileURL(join(folder, 'private dir')).href, '/nowhere');
    await Promise.all(['a', 'b', 'c'].map((name) => storage.put(`x/${name}`, BYTES, 'text/plain')));
    expect((await readdir(join(folder, 'private dir', 'x'))).sort()).toEqual(['a', 'b', 'c']);
    expect((await stat(join(folder, 'private dir'))).mode & 0o077).toBe(0);
    expect((await stat(join(folder, 'private dir', 'x', 'a'))).mode & 0o077).toBe(0);
  });

  test('that has disappeared fails the check', async () => {
    const storage = await openStorage(`file:${join(folder, 'gone')}`, '/nowhere');
    await rm(join(folder, 'gone'), { recursive: true });
    await expect(storage.check()).rejects.toThrow('ENOENT');
  });

  test('cannot be a file', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openStorage(`file:${join(folder, 'file')}`, '/nowhere')).rejects.toThrow('EEXIST');
  });
});

describe('a bucket', () => {
  test('stores files under its prefix with the media type', async () => {
    const storage = await openStorage('s3://papers/portal', folder, s3.env);
    await storage.put('x/typed', BYTES, 'application/pdf');
    expect(s3.objects.get('portal/x/typed')).toMatchObject({ content: BYTES, mediaType: 'application/pdf' });
  });

  test('is asked again when it is briefly busy', async () => {
    const storage = await openStorage('s3://papers', folder, s3.env);
    s3.fail(2);
    await storage.put('x/again', BYTES, 'text/plain');
    expect(s3.requests.slice(-3)).toEqual(['PUT x/again', 'PUT x/again', 'PUT x/again']);
    s3.fail(3);
    await expect(storage.get('x/again')).rejects.toThrow('503');
  });

  test('rejects a wrong key, and the error names no secret', async () => {
    const storage = await openStorage('s3://papers', folder, { ...s3.env, AWS_SECRET_ACCESS_KEY: 'another-secret' });
    const error = await storage.put('x/y', BYTES, 'text/plain').catch(String);
    expect(error).toMatch(/403.*SignatureDoesNotMatch/);
    expect(error).not.toContain('another-secret');
  });

  test('that does not exist fails the check and every write', async () => {
    const storage = await openStorage('s3://elsewhere', folder, s3.env);
    await expect(storage.check()).rejects.toThrow('no bucket elsewhere');
    await expect(storage.put('x', BYTES, 'text/plain')).rejects.toThrow('no bucket elsewhere');
  });
});

test.each([
  ['s3://papers', {}, 'AWS_ACCESS_KEY_ID'],
  ['s3://', {}, 's3://bucket/prefix'],
  ['s3://Not_A_Bucket', {}, 's3://bucket/prefix'],
  ['s3://papers/a prefix?', {}, 's3://bucket/prefix'],
  ['https://example.com/files', {}, 'FILES_URL'],
])('%s is rejected with a message for the operator', async (url, env, message) => {
  await expect(openStorage(url, folder, env)).rejects.toThrow(message);
});
