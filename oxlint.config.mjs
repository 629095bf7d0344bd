// The rules of .oxlintrc.json, and the borders between folders. `npm run lint` uses this file; oxlint without `-c` reads only the former.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

import { contractLayers, kits, layers, webLayers } from './scripts/layers.mjs';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const list = (path) => readdirSync(new URL(path, import.meta.url), { withFileTypes: true });

const noWeb = { group: ['@aapurti/web', '@aapurti/web/**', '**/web/src/**'], message: 'Server and web meet in the contract only.' };
const noServer = { group: ['@aapurti/server', '@aapurti/server/**', '**/server/src/**'], message: noWeb.message };

const noPlainButton = { group: ['@mantine/core'], importNames: ['Button'], message: 'The button of the product is web/src/ui/Button.tsx.' };

const restrict = (patterns) => ({ 'no-restricted-imports': ['error', { patterns: patterns.filter(({ group }) => group.length > 0) }] });

/**
 * The border of some files, except their tests: the imports that are forbidden. Overrides do not accumulate: the last one that matches a
 * file replaces the others.
 */
function border(files, ...patterns) {
  return { files, excludeFiles: ['**/*.test.ts', '**/*.test.tsx'], rules: restrict(patterns) };
}

const isFile = (at) => /\.tsx?$/.test(at);
/** Matches the imports of a layer, or of some of its files, by the path written in `folder`. */
const from = (folder, at, files = '**') => {
  const path = posix.relative(folder, isFile(at) ? at : `${at}/${files}`);
  return path.startsWith('.') ? path : `./${path}`;
};

/** A folder and all folders in it. */
const foldersOf = (root, folder) => [
  folder,
  ...list(`${root}/${folder}`)
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersOf(root, `${folder}/${name}`)),
];

/** The borders of one layer, one for each of its folders, because the written import path depends on the folder. */
function layerBorders(root, all, { at, open }, index, never) {
  return (isFile(at) ? [posix.dirname(at)] : foldersOf(root, at)).map((folder) => {
    const above = {
      // A file of a later folder may belong to an earlier layer.
      group: [
        ...all.slice(index + 1).map((layer) => from(folder, layer.at)),
        ...all.slice(0, index + 1).flatMap((layer) => (isFile(layer.at) ? [`!${from(folder, layer.at)}`] : [])),
      ],
      message: 'A layer imports from those before it only: scripts/layers.mjs.',
    };
    const hidden = all
      .slice(0, index)
      .filter((layer) => open !== undefined && layer.open !== undefined)
      .flatMap((layer) => [from(folder, layer.at), ...layer.open.map((file) => `!${from(folder, layer.at, file)}`)]);
    const closed = { group: hidden, message: 'A domain imports only those files of another domain that scripts/layers.mjs names.' };
    return border([`${root}/${isFile(at) ? at : `${folder}/*`}`], ...never, above, closed);
  });
}

/** All borders of a side. The last one that matches a file replaces the others, so borders within a folder come later. */
const bordersOf = (root, all, neverOf) =>
  all.flatMap((layer, index) => layerBorders(root, all, layer, index, neverOf(layer))).toSorted((one, other) => depth(one) - depth(other));
const depth = ({ files: [path] }) => path.split('/').length * 2 + (path.endsWith('*') ? 0 : 1);

/** Both sides must be able to use the contract, so it imports only two packages. */
function contractBorder(folder, index) {
  const allowed = [
    './*',
    ...contractLayers.slice(0, index).map((before) => (isFile(before) ? `../${before}` : `../${before}/*`)),
    'zod',
    'decimal.js',
  ];
  return border([`contract/src/${folder}/**`], {
    group: ['*', ...allowed.map((each) => `!${each}`)],
    message: 'The contract imports zod, decimal.js and the folders before its own in scripts/layers.mjs, nothing else.',
  });
}

/** Checks that each folder and file of a side is a layer, and that each layer exists. */
function checkLayers(root, layersAt, isNamed = (entry) => entry.isDirectory()) {
  const there = list(root)
    .filter(isNamed)
    .map(({ name }) => name);
  const named = layersAt.filter((at) => !at.includes('/'));
  const wrong = [...there.filter((name) => !named.includes(name)), ...named.filter((name) => !there.includes(name))];
  if (wrong.length > 0) throw new Error(`scripts/layers.mjs and the folders of ${root} differ by ${wrong.join(', ')}.`);
}

const isLayer = (entry) => entry.isDirectory() || /(?<!\.test)\.tsx?$/.test(entry.name);
checkLayers('contract/src', contractLayers);
checkLayers(
  'server/src',
  layers.map(({ at }) => at),
  isLayer,
);
checkLayers(
  'web/src',
  webLayers.map(({ at }) => at),
  isLayer,
);

const contractDomains = [...read('contract/src/operations.ts').matchAll(/from '\.\/([\w/-]+)\.ts'/g)].map(([, name]) => name);
const knowsNoDomain = {
  group: contractDomains
    .filter((name) => !['ground/operation', 'settings/lists', 'settings/queues', 'papers/papers'].includes(name))
    .map((name) => `@aapurti/contract/${name}`),
  message: 'The kits know no domain.',
};

export default {
  ...JSON.parse(read('.oxlintrc.json')),
  overrides: [
    ...contractLayers.map(contractBorder),
    { files: ['server/**'], rules: restrict([noWeb]) },
    ...bordersOf('server/src', layers, () => [noWeb]),
    { files: ['web/**'], rules: restrict([noServer, noPlainButton]) },
    ...bordersOf('web/src', webLayers, ({ at }) =>
      kits.includes(at) ? [noServer, noPlainButton, knowsNoDomain] : [noServer, noPlainButton],
    ),
    { files: ['web/src/ui/Button.tsx'], rules: restrict([noServer, knowsNoDomain]) },
  ],
};
