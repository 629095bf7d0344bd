// `npm start`: from a fresh clone to a running portal. `--production` and `--admin` are handed on to the server.
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
// The start is in this very process, so that signals and exit codes need no passing on.
process.setSourceMapsEnabled(true);
await import('../server/dist/main.js');
