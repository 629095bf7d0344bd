// Builds server/dist and web/dist if their sources have changed; `npm run build` always builds both.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { digest, packageProgram, root, run } from './workspace.mjs';

const shared = ['contract/src', 'package-lock.json', 'scripts/build.mjs'];
const parts = [
  { name: 'server', sources: ['server/src', ...shared], result: 'server/dist/main.js', make: buildServer },
  {
    name: 'web',
    sources: ['web/src', 'web/public', 'web/index.html', 'web/vite.config.ts', ...shared],
    result: 'web/dist/index.html',
    make: buildWeb,
  },
];

/** Builds the outdated parts, all or the named ones. @throws Error when a build fails; the compiler has printed the reason. */
export async function build({ anyway = false, only = parts.map(({ name }) => name) } = {}) {
  const wanted = parts.filter(({ name }) => only.includes(name));
  const results = await Promise.allSettled(
    wanted.map(async ({ name, sources, result, make }) => {
      const stamp = join(root, '.cache', `built-${name}`);
      const now = digest(sources);
      const current = existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now;
      if (current && !anyway) return;
      console.log(`Building ${name}…`);
      await make();
      mkdirSync(join(root, '.cache'), { recursive: true });
      writeFileSync(stamp, now);
    }),
  );
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** npm packages stay outside; the contract, which has no compiled form, is bundled. Workers are separate files. */
async function buildServer() {
  const { build: bundle } = await import('esbuild');
  const outdir = join(root, 'server/dist');
  const source = join(root, 'server/src');
  rmSync(outdir, { recursive: true, force: true });
  const workers = readdirSync(source, { recursive: true }).filter((file) => /(^|[\\/])worker\.ts$/.test(file));
  await bundle({
    entryPoints: [join(source, 'main.ts'), ...workers.map((file) => join(source, file))],
    outbase: source,
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    packages: 'external',
    alias: { '@aapurti/contract': join(root, 'contract/src') },
    logLevel: 'warning',
  });
  cpSync(join(source, 'database/migrations'), join(outdir, 'migrations'), { recursive: true });
}

async function buildWeb() {
  const args = [packageProgram('vite'), 'build', '--config', 'web/vite.config.ts', '--logLevel', 'warn'];
  await run(process.execPath, args, { env: { NODE_ENV: 'production' } });
  const dist = join(root, 'web/dist');
  const files = readdirSync(dist, { recursive: true }).filter((file) => /\.(js|css|html|svg|json|txt)$/.test(file));
  await Promise.all(files.map((file) => compress(join(dist, file))));
}

/** Compressed once here instead of at each request: the server sends the smaller file to browsers that support it. */
async function compress(file) {
  const content = readFileSync(file);
  if (content.length < 1024) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build({ anyway: true });
