// The parts that the scripts share. No dependencies, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (path) => join(root, path);

/** Ends the process with a plain message if this Node is too old. */
export function checkNode() {
  const least = readJson('package.json').engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = least.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  console.error(`Aapurti needs Node.js ${least} or later, and this is ${process.versions.node}. Get one at https://nodejs.org`);
  process.exit(1);
}

/** Installs the locked packages if they are missing. @throws Error when npm fails. */
export async function installPackages() {
  if (isInstalled()) return;
  console.log('Installing the packages of package-lock.json (npm ci)…');
  // Building and testing need the development packages, whatever NODE_ENV is.
  await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
}

/** Compares with the list that npm leaves of what it installed (an install that was cut short leaves none) and the folders. */
function isInstalled() {
  if (!existsSync(inRoot('node_modules/.package-lock.json'))) return false;
  const installed = readJson('node_modules/.package-lock.json').packages;
  return Object.entries(readJson('package-lock.json').packages).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/') || link) return true;
    if (!installed[path]) return optional === true;
    return installed[path].version === version && existsSync(inRoot(path));
  });
}

/** Runs a program of the system, its output shown. @throws Error when it fails. */
export async function run(program, args, options = {}) {
  const { code } = await runStep(program, args, options);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed.`);
}

/**
 * Runs a program to its end, whether or not it succeeds.
 * @returns its exit code and, if `capture` is set, its output, which is then not shown.
 */
export function runStep(program, args, { env = {}, capture = false, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['inherit', capture ? 'pipe' : 'inherit', 'inherit'],
      // npm and the programs of packages are .cmd files on Windows.
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A program that a package brings: its file, to be run by Node. */
export function packageProgram(name, program = name) {
  const { resolve } = createRequire(inRoot('package.json'));
  // Some packages do not export their package.json, so it is looked for where npm puts it.
  const folder = resolve
    .paths(name)
    .map((path) => join(path, name))
    .find((path) => existsSync(join(path, 'package.json')));
  if (!folder) throw new Error(`The package ${name} is not installed.`);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}

/** A digest of what files and folders hold: the same for the same sources, wherever and whenever they were checked out. */
export function digest(paths) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesIn))
    hash
      .update(`${file}\0`)
      .update(readFileSync(inRoot(file)))
      .update('\0');
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(inRoot(path))) return [];
  if (!statSync(inRoot(path)).isDirectory()) return [path];
  const names = readdirSync(inRoot(path)).sort();
  return names.flatMap((name) => filesIn(`${path}/${name}`));
}

function readJson(path) {
  return JSON.parse(readFileSync(inRoot(path), 'utf8'));
}
