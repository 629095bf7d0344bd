// `npm run dev`: the server starts again and the page reloads as their sources change.
import { spawn } from 'node:child_process';
import { checkNode, installPackages, packageProgram, root } from './workspace.mjs';

checkNode();
await installPackages();
const commands = [
  [packageProgram('tsx'), 'watch', '--clear-screen=false', 'server/src/main.ts'],
  [packageProgram('vite'), '--config', 'web/vite.config.ts', '--clearScreen', 'false'],
];
const children = commands.map((args) => spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }));

let ending = false;

/** Ends when either does: one without the other is of no use. A second signal would cut off what is ending in order. */
function endAll() {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
for (const child of children) child.once('exit', endAll);
