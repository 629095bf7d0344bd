// A Tryton for `npm run test:tryton`: Debian's packages, installed where they are missing and this process may do it.
import { existsSync } from 'node:fs';
import { run, runStep } from './workspace.mjs';

const packages = [
  'tryton-server',
  'tryton-proteus',
  'tryton-modules-purchase',
  'tryton-modules-purchase-amendment',
  'tryton-modules-account-payment',
  'python3-psycopg2',
];
/** Debian's own: its packages are installed for that one. */
const python = '/usr/bin/python3';

const needed = `try:
    import proteus, psycopg2, trytond.modules.account_payment, trytond.modules.purchase, trytond.modules.purchase_amendment
except ImportError:
    raise SystemExit(1)`;

/** Makes sure that it is installed. @throws Error that explains how to get it. */
export async function findTryton() {
  const { code } = await runStep(python, ['-W', 'ignore', '-c', needed], { capture: true }).catch(() => ({ code: 1 }));
  if (code === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error(`Tryton is not installed, and only root can install it: apt-get install --no-install-recommends ${packages.join(' ')}`);
  }
  console.log(`Installing Tryton (apt-get install ${packages.join(' ')})…`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => runStep('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
  if ((await install()).code === 0) return;
  await run('apt-get', ['update', '-qq'], { env });
  if ((await install()).code !== 0) throw new Error('Tryton could not be installed.');
}
