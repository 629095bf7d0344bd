// `npm start`: from a fresh clone to a running portal. `--production` and `--admin` are passed on to the server.
import { build } from './build.mjs';
import { checkNode, installPackages, root } from './workspace.mjs';

checkNode();
process.chdir(root);
try {
  await installPackages();
  await build();
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
// The server starts in this process, so that signals and exit codes need no forwarding.
process.setSourceMapsEnabled(true);
await import('../server/dist/main.js');
