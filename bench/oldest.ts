/**
 * PostgreSQL 15, the oldest version that an installation may use, next to the embedded one: Debian's package, with the embedded server's
 * settings.
 */
import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Embedded, freePort } from '../server/src/database/embedded/embedded.ts';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

/**
 * Starts it. @returns an empty database in `folder` at the first start, and the existing one later. @throws Error if the server is not
 * installed.
 */
export async function startOldest(folder: string): Promise<Embedded> {
  if (!existsSync(PROGRAMS)) throw new Error(`PostgreSQL 15 is not installed in ${PROGRAMS}: apt-get install postgresql-15.`);
  await mkdir(folder, { recursive: true });
  const passwordFile = join(folder, 'password');
  const data = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  const run = async (program: string, ...args: string[]) => {
    const command = [join(PROGRAMS, program), ...args];
    const [first = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    await promisify(execFile)(first, rest, { cwd: folder });
  };
  if (!existsSync(data)) {
    await writeFile(passwordFile, randomBytes(18).toString('hex'), { mode: 0o600 });
    if (isRoot) {
      const { uid, gid } = postgresUser();
      for (const path of [folder, passwordFile]) await chown(path, uid, gid);
    }
    const options = [
      '--username',
      'bench',
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C.UTF-8',
    ];
    await run('initdb', '--pgdata', data, ...options);
  }
  const port = await freePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c timezone=UTC -c jit=off -c shared_buffers=256MB -c wal_buffers=16MB -c wal_init_zero=off`;
  await run('pg_ctl', 'start', '--pgdata', data, '--wait', '--silent', '--log', join(folder, 'server.log'), '--options', settings);
  return {
    url: `postgres://bench:${await readFile(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`,
    stop: () => run('pg_ctl', 'stop', '--pgdata', data, '--mode', 'fast', '--silent'),
  };
}

function postgresUser(): { uid: number; gid: number } {
  const number = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: number('-u'), gid: number('-g') };
}
