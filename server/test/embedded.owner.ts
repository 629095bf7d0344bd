import { startEmbedded } from '../src/database/embedded/embedded.ts';

// A process that owns an embedded database until it is killed; embedded.test.ts starts and kills it.
const [dataDir = ''] = process.argv.slice(2);
const { url } = await startEmbedded({ dataDir, durable: false });
console.log(url);
process.stdin.resume().on('end', () => process.exit());
