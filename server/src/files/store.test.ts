import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type FileStore, type NewFile, openFileStore } from './store.ts';
import { plainUser } from '../../test/plainUser.ts';

const NOON = Date.parse('2026-01-15T12:00:00Z');
let database: TestDatabase;
let dataDir: string;
let now = NOON;
let store: FileStore;
let paper: NewFile;

const open = () => openFileStore({ filesUrl: 'file:', dataDir }, database.db, () => new Date(now));

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'store-'));
  store = await open();
  const owner = await database.db.first<{ id: string }>(plainUser({ email: 'asha@mill.in', code: 7 }));
  paper = {
    ownerId: owner?.id ?? '',
    kind: 'pan',
    name: 'C:\\पैन.pdf',
    mediaType: 'application/pdf',
    content: Buffer.from('%PDF-1.4 %%EOF'),
  };
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

/** The only folder of the installation. */
async function folder(): Promise<string> {
  const [name = ''] = await readdir(join(dataDir, 'files'));
  return join(dataDir, 'files', name);
}
const bytesOf = async () => (await readdir(await folder())).sort();
async function makeOld(name: string) {
  const past = new Date(now - 2 * 3_600_000);
  await utimes(join(await folder(), name), past, past);
}
const saveOne = () => database.db.transaction((tx) => store.save(tx, paper));

test('a saved file can be read in full under a generated name', async () => {
  const { id } = await saveOne();
  expect(await store.read(id)).toEqual({ ...paper, name: 'पैन.pdf', id });
  expect(await bytesOf()).toContain(id);
});

test.each(['', '7', 'not-a-uuid', '../../../etc/passwd', '00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-00000000000G'])(
  'no file has the name %j',
  async (id) => {
    expect(await store.read(id)).toBeUndefined();
  },
);

test('a file whose bytes are lost is a defect, not a file that does not exist', async () => {
  const { id } = await saveOne();
  await rm(join(await folder(), id));
  await expect(store.read(id)).rejects.toThrow(id);
});

describe('the sweep of files', () => {
  test('removes files without a row once they are an hour old', async () => {
    const failed: string[] = [];
    await database.db
      .transaction(async (tx) => {
        failed.push((await store.save(tx, paper)).id);
        throw new Error('the user could not be stored');
      })
      .catch(() => undefined);
    const [orphan = ''] = failed;
    const { id: kept } = await saveOne();
    const { id: removed } = await saveOne();
    await database.db.execute(sql`delete from files where id = ${removed}`);
    expect(await store.read(removed)).toBeUndefined();
    await writeFile(join(await folder(), `${kept}.part`), 'half');
    await writeFile(join(await folder(), 'README'), 'put here by someone');

    expect(await store.sweep()).toBe(0);
    for (const name of [orphan, kept, removed, `${kept}.part`, 'README']) await makeOld(name);
    expect(await store.sweep()).toBe(3);
    const left = await bytesOf();
    expect(left).toEqual(expect.arrayContaining([kept, 'README']));
    for (const gone of [orphan, removed, `${kept}.part`]) expect(left).not.toContain(gone);
    expect(await store.read(kept)).toMatchObject({ content: paper.content });
  });

  test('leaves the files of another database in the same place alone', async () => {
    const { id } = await saveOne();
    await makeOld(id);
    const other = await createTestDatabase();
    try {
      const otherStore = await openFileStore({ filesUrl: 'file:', dataDir }, other.db, () => new Date(now));
      expect(await otherStore.sweep()).toBe(0);
    } finally {
      await other.drop();
    }
    expect(await store.read(id)).toBeDefined();
  });
});

describe('links to files', () => {
  const id = '0b5f3f0e-6f0c-4a55-9d55-8f1f0a3c9d10';
  const parts = (link: string) => {
    const url = new URL(link, 'https://portal.example');
    return { path: url.pathname, expires: url.searchParams.get('expires') ?? '', signature: url.searchParams.get('signature') ?? '' };
  };

  test('are valid for 5 to 10 minutes and the same within 5, in every process', async () => {
    now = NOON;
    const link = store.link(id);
    const { path, expires, signature } = parts(link);
    expect(path).toBe(`/api/files/${id}`);
    now = NOON + 299_000;
    expect(store.link(id)).toBe(link);
    expect((await open()).link(id)).toBe(link);
    expect(store.verify(id, expires, signature)).toBe(true);
    now = NOON + 301_000;
    expect(store.link(id)).not.toBe(link);
    expect(store.verify(id, expires, signature)).toBe(true);
    now = NOON + 600_000;
    expect(store.verify(id, expires, signature)).toBe(false);
    now = NOON;
  });

  test('are valid only for their file, time and signature', () => {
    const { expires, signature } = parts(store.link(id));
    expect(store.verify(id, expires, signature)).toBe(true);
    const forged: [string, string, string][] = [
      [id.replace('0b5f', '0b5e'), expires, signature],
      [id, String(Number(expires) + 300), signature],
      [id, `${expires} `, signature],
      [id, `0${expires}`.slice(0, 10), signature],
      [id, '9'.repeat(400), signature],
      [id, '', signature],
      [id, 'NaN', signature],
      [id, expires, ''],
      [id, expires, signature.slice(0, -1)],
      [id, expires, `${signature}=`],
      [id, expires, `A${signature.slice(1)}` === signature ? `B${signature.slice(1)}` : `A${signature.slice(1)}`],
      [id, expires, 'é'.repeat(signature.length)],
    ];
    for (const [someId, someExpires, someSignature] of forged) expect(store.verify(someId, someExpires, someSignature)).toBe(false);
  });

  test('of two processes that start at the same time on an empty database are the same', async () => {
    const fresh = await createTestDatabase();
    try {
      const stores = await Promise.all(
        [1, 2, 3, 4].map(() => openFileStore({ filesUrl: 'file:', dataDir }, fresh.db, () => new Date(NOON))),
      );
      expect(new Set(stores.map((each) => each.link(id))).size).toBe(1);
      now = NOON;
      expect(stores[0]?.link(id)).not.toBe(store.link(id));
    } finally {
      await fresh.drop();
    }
  });
});
