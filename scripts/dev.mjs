// `npm run dev`: Vite serves the pages at PORT and passes API calls to the server, which restarts when its sources change.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { checkNode, installPackages, packageProgram, root } from './workspace.mjs';

checkNode();
await installPackages();

const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 3000) || (await freePort());
const apiPort = await freePort();
// The server prints PUBLIC_URL as its address and uses it in e-mails: one address for pages and API.
const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
const commands = [
  [packageProgram('tsx'), 'watch', '--clear-screen=false', 'server/src/main.ts'],
  [
    packageProgram('vite'),
    '--config',
    'web/vite.config.ts',
    '--port',
    port,
    '--host',
    host,
    '--clearScreen',
    'false',
    '--logLevel',
    'warn',
  ],
];
const env = { ...process.env, HOST: '127.0.0.1', PORT: apiPort, API_PORT: apiPort, PUBLIC_URL: publicUrl };
const children = commands.map((args) =>
  spawn(process.execPath, args.map(String), { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }),
);

let ending = false;

/** Either process is useless without the other. A second signal would interrupt the orderly shutdown. */
function endAll() {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill('SIGTERM');
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, endAll);
for (const child of children) child.once('exit', endAll);

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
