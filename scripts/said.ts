// Compares the English texts with those of an earlier revision: `npx tsx scripts/said.ts <revision>` lists removed and new texts. Each
// reading of a plural counts separately and names of values are ignored, so a text that is only assembled differently is in neither list.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PLACEHOLDER } from '../contract/src/ground/template.ts';
import { readings } from './readings.ts';
import { sourcesIn, textsOf } from './texts.mjs';

const FOLDERS = ['contract/src', 'server/src', 'web/src'];

function saidIn(root: string): Set<string> {
  const texts = FOLDERS.flatMap((folder) => sourcesIn(join(root, folder)).flatMap((file) => [...textsOf(file).texts]));
  const finished = texts.flatMap((text) => readings(text)).map(({ message }) => message);
  return new Set(finished.map((text) => text.replaceAll(PLACEHOLDER, '{}').replaceAll(/(?<![\d.,])1 /g, '{} ')));
}

const [revision = 'main'] = process.argv.slice(2);
const earlier = mkdtempSync(join(tmpdir(), 'said-'));
try {
  const packed = execFileSync('git', ['archive', revision, ...FOLDERS], { maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', earlier], { input: packed });
  const [before, now] = [saidIn(earlier), saidIn(join(import.meta.dirname, '..'))];
  const only = (these: Set<string>, those: Set<string>) => [...these].filter((text) => !those.has(text)).sort();
  for (const text of only(before, now)) console.log(`- ${text}`);
  for (const text of only(now, before)) console.log(`+ ${text}`);
} finally {
  rmSync(earlier, { recursive: true });
}
