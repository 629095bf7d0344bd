// `npm run dependencies` lists the packages of a production installation, with licences, in docs/dependencies.md, and asks the registry for
// known vulnerabilities. Exits with 1 if there is one. No dependencies.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { root } from './workspace.mjs';

/** The licences that a package's own README names where the lock file's entry has none. */
const SAID_ELSEWHERE = { 'png-js': 'MIT' };

/** The packages of the lock file that are not only for development, sorted by name. */
export function productionPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: license ?? SAID_ELSEWHERE[name] ?? 'unknown' };
    });
  const unique = new Map(found.map((each) => [`${each.name} ${each.version}`, each]));
  return [...unique.values()].sort((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1));
}

export function asDocument(packages) {
  const licences = new Map();
  for (const { license } of packages) licences.set(license, (licences.get(license) ?? 0) + 1);
  const counts = [...licences].map(([license, count]) => `${license} (${count})`).sort();
  const rows = packages.map(({ name, version, license }) => `${name} ${version}: ${license}`);
  return `# What an installation holds

Made by \`npm run dependencies\` from the lock file: all ${packages.length} packages of an installation for production, for every platform, with their licences.
${counts.join(', ')}.

\`\`\`
${rows.join('\n')}
\`\`\`
`;
}

async function main() {
  const packages = productionPackages();
  writeFileSync(join(root, 'docs/dependencies.md'), asDocument(packages));
  console.log(`${packages.length} packages with their licences are in docs/dependencies.md.`);
  // npm exits with 1 both for vulnerabilities and if the registry does not respond; its JSON tells which.
  const { stdout } = await promisify(execFile)('npm', ['audit', '--omit=dev', '--json'], { cwd: root }).catch((error) => error);
  const report = JSON.parse(stdout || '{}');
  const total = report.metadata?.vulnerabilities?.total;
  if (total === undefined) {
    console.log('The registry did not report vulnerabilities: use one that has advisories.');
    return;
  }
  for (const [name, { severity, range }] of Object.entries(report.vulnerabilities)) console.log(`${severity}: ${name} ${range}`);
  console.log(`${total} packages with a known vulnerability.`);
  if (total > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
