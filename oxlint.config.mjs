// The rules of .oxlintrc.json, and the borders between folders. `npm run lint` uses this; without `-c` oxlint sees the former alone.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { contractLayers, kits, layers } from './scripts/layers.mjs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const list = (path) => readdirSync(new URL(path, import.meta.url), { withFileTypes: true });

const noWeb = { group: ['@aapurti/web', '@aapurti/web/**', '**/web/src/**'], message: 'Server and web meet in the contract only.' };
const noServer = { group: ['@aapurti/server', '@aapurti/server/**', '**/server/src/**'], message: noWeb.message };

const restrict = (patterns) => ({ 'no-restricted-imports': ['error', { patterns: patterns.filter(({ group }) => group.length > 0) }] });

/** What may not be imported in some files but their tests. Overrides do not add up: the last one that matches a file replaces the others. */
function border(files, ...patterns) {
  return { files, excludeFiles: ['**/*.test.ts', '**/*.test.tsx'], rules: restrict(patterns) };
}

const isFile = (at) => at.endsWith('.ts');
/** Matches the imports of a layer, or of some of its files, by what stands in `folder`. */
const from = (folder, at, files = '**') => {
  const path = posix.relative(folder, isFile(at) ? at : `${at}/${files}`);
  return path.startsWith('.') ? path : `./${path}`;
};

function serverBorder({ at, open }, place) {
  const folder = isFile(at) ? posix.dirname(at) : at;
  const above = {
    // A file of a later folder may be a layer of its own before it.
    group: [
      ...layers.slice(place + 1).map((layer) => from(folder, layer.at)),
      ...layers.slice(0, place + 1).flatMap((layer) => (isFile(layer.at) ? [`!${from(folder, layer.at)}`] : [])),
    ],
    message: 'A layer imports from those before it only: scripts/layers.mjs.',
  };
  const hidden = layers
    .slice(0, place)
    .filter((layer) => open !== undefined && layer.open !== undefined)
    .flatMap((layer) => [from(folder, layer.at, '*'), ...layer.open.map((file) => `!${from(folder, layer.at, file)}`)]);
  const closed = { group: hidden, message: 'A domain imports only those files of another domain that scripts/layers.mjs names.' };
  return border([`server/src/${at}${isFile(at) ? '' : '/**'}`], noWeb, above, closed);
}

/** Both sides have to be able to use the contract, so it imports two packages alone. */
function contractBorder(folder, place) {
  const allowed = ['./*', ...contractLayers.slice(0, place).map((before) => `../${before}/*`), 'zod', 'decimal.js'];
  return border([`contract/src/${folder}/**`], {
    group: ['*', ...allowed.map((each) => `!${each}`)],
    message: 'The contract imports zod, decimal.js and the folders before its own in scripts/layers.mjs, nothing else.',
  });
}

function checkLayers() {
  const there = list('server/src')
    .filter((entry) => entry.isDirectory() || /(?<!\.test)\.ts$/.test(entry.name))
    .map(({ name }) => name);
  const named = layers.map(({ at }) => at).filter((at) => !at.includes('/'));
  const rooms = list('contract/src')
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const unnamed = [...rooms.filter((name) => !contractLayers.includes(name)), ...contractLayers.filter((name) => !rooms.includes(name))];
  if (unnamed.length > 0) throw new Error(`scripts/layers.mjs and the folders of contract/src differ by ${unnamed.join(', ')}.`);
  const wrong = [...there.filter((name) => !named.includes(name)), ...named.filter((name) => !there.includes(name))];
  if (wrong.length > 0) throw new Error(`scripts/layers.mjs and the folders of server/src differ by ${wrong.join(', ')}.`);
}

checkLayers();
const contractDomains = [...read('contract/src/operations.ts').matchAll(/from '\.\/([\w/-]+)\.ts'/g)].map(([, name]) => name);
const webDomains = list('web/src').filter((entry) => entry.isDirectory() && ![...kits, 'ground', 'access', 'words'].includes(entry.name));

export default {
  ...JSON.parse(read('.oxlintrc.json')),
  overrides: [
    ...contractLayers.map(contractBorder),
    { files: ['server/**'], rules: restrict([noWeb]) },
    // The last border that matches a file replaces the others, so what is within a folder comes after it.
    ...layers.map(serverBorder).toSorted((one, other) => one.files[0].split('/').length - other.files[0].split('/').length),
    { files: ['web/**'], rules: restrict([noServer]) },
    border([`web/src/{${kits.join(',')}}/**`], noServer, {
      group: [
        ...webDomains.map(({ name }) => `../${name}/*`),
        ...contractDomains
          .filter((name) => !['ground/operation', 'settings/lists', 'papers/papers'].includes(name))
          .map((name) => `@aapurti/contract/${name}`),
      ],
      message: 'The kits know no domain.',
    }),
  ],
};
