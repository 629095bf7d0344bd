// `npm run pack`: one package of the built portal with its production dependencies, dist/aapurti-….tgz. `npx` of that file runs what
// `npm start` runs, without a clone or a build.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { checkNode, installPackages, root, run } from './workspace.mjs';

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const PROGRAM = `#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const [least, own] = [engines.node.replace('>=', ''), process.versions.node];
const [major, minor] = own.split('.').map(Number);
const [leastMajor, leastMinor] = least.split('.').map(Number);
if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(\`Aapurti needs Node.js \${least} or later, and this is \${own}.\`);
  process.exit(1);
}
process.setSourceMapsEnabled(true);
await import('./server/dist/main.js');
`;

/**
 * Builds the outdated parts, and packs them.
 * @param version another version than the workspace's, for upgrade tests.
 * @returns the path of the package.
 */
export async function pack(version = read('package.json').version) {
  await build();
  const folder = join(root, '.cache/package');
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['server/dist', 'web/dist', 'docs']) cpSync(join(root, part), join(folder, part), { recursive: true });
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(folder, file));
  const { name, description, license, type, engines } = read('package.json');
  const [server, contract] = [read('server/package.json'), read('contract/package.json')];
  const { '@aapurti/contract': _, ...dependencies } = { ...contract.dependencies, ...server.dependencies };
  const { optionalDependencies } = server;
  const bin = { [name]: `${name}.mjs` };
  const described = { name, version, description, license, type, engines, bin, dependencies, optionalDependencies };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  writeFileSync(join(folder, bin[name]), PROGRAM);
  chmodSync(join(folder, bin[name]), 0o755);
  const out = join(root, 'dist');
  mkdirSync(out, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', out], { cwd: folder });
  return join(out, `${name}-${version}.tgz`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  checkNode();
  await installPackages();
  console.log(await pack());
}
