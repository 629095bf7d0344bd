import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, lchown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresPrograms, withoutOtherSettings } from './postgres-programs.ts';

export interface Cluster {
  folder: string;
  /** The portal's password. */
  password: string;
  /** The superuser's password, which no address that the portal passes on contains. */
  superuserPassword: string;
}

export const PASSWORD_FILES = { portal: 'database.password', superuser: 'database.superuser' } as const;

/** Opens or creates the cluster in `directory`, whose lock the caller holds. @throws Error for the operator if it cannot be opened. */
export async function openCluster(programs: PostgresPrograms, directory: string): Promise<Cluster> {
  const folder = join(directory, 'database');
  const passwordFile = join(directory, PASSWORD_FILES.portal);
  const superuserFile = join(directory, PASSWORD_FILES.superuser);
  const isNew = !existsSync(folder);
  const password = isNew ? await passwordIn(passwordFile) : await readPassword(passwordFile);
  if (!password) throw new Error(`${passwordFile} is missing. The database cannot be opened without it: put it back.`);
  // A cluster that was created without this file gets the new password at its next start.
  const superuserPassword = await passwordIn(superuserFile);
  if (isNew) {
    await makeCluster(programs, folder, superuserFile);
    return { folder, password, superuserPassword };
  }
  const major = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => 'of unknown version')).trim();
  if (major !== programs.major) {
    throw new Error(
      `The database in ${folder} was made by PostgreSQL ${major}, and this release comes with ${programs.major}. ` +
        'Start the release that made it once more, let it write a backup (npm run backup), and restore that with this one into an ' +
        'empty folder (npm run restore), as docs/operations.md says; or set DATABASE_URL to a server that can read it.',
    );
  }
  await giveTo(programs.owner, folder);
  return { folder, password, superuserPassword };
}

const readPassword = (file: string) => readFile(file, 'utf8').catch(() => '');

/** Reads the password in a file that only its owner can read, and creates both on first use. */
async function passwordIn(file: string): Promise<string> {
  const kept = await readPassword(file);
  if (kept) return kept;
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** Builds in a draft folder and renames it, so that an interrupted start leaves no partial cluster. */
async function makeCluster(programs: PostgresPrograms, folder: string, passwordFile: string) {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(programs.owner, draft);
  // The builtin locale sorts the same on every machine. The system's locale decides what a letter is, for trigrams of Hindi names.
  const letters = process.platform === 'linux' ? 'C.UTF-8' : process.platform === 'darwin' ? 'en_US.UTF-8' : 'C';
  const [program = '', ...prefix] = programs.initdb;
  const options = {
    pgdata: draft,
    username: 'postgres',
    pwfile: passwordFile,
    auth: 'scram-sha-256',
    encoding: 'UTF8',
    locale: 'C',
    'lc-ctype': letters,
    'locale-provider': 'builtin',
    'builtin-locale': 'C.UTF-8',
  };
  try {
    await promisify(execFile)(program, [...prefix, ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)], {
      env: withoutOtherSettings(),
    });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`The database could not be created in ${folder}: ${stderr?.trim() || message}`, { cause: error });
  }
  await rename(draft, folder);
}

/** PostgreSQL opens only files of the user that it runs as. */
async function giveTo({ uid, gid }: PostgresPrograms['owner'], folder: string) {
  const { uid: present } = await stat(folder);
  if (present === uid || process.platform === 'win32') return;
  if (process.getuid?.() !== 0) {
    throw new Error(`The database in ${folder} belongs to another user (number ${present}): start as that user.`);
  }
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), uid, gid).catch(unlessMissing);
  }
  await chown(folder, uid, gid);
}

function unlessMissing(error: unknown) {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
