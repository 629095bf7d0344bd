import { existsSync, readFileSync } from 'node:fs';

/** Real EANs with names, licensed under ODbL; they are read from outside the repository and never copied into it. */
const FILE = new URL('../../../shared/data/ean13-india-264.csv', import.meta.url);

/** The real items, or null (with a message) if the file is missing. */
export function realItems(): { ean: string; name: string }[] | null {
  if (!existsSync(FILE)) {
    console.log('Skipped: ../shared/data/ean13-india-264.csv is not here.');
    return null;
  }
  const [, ...lines] = readFileSync(FILE, 'utf8').trim().split(/\r?\n/);
  return lines.map((line) => {
    const comma = line.indexOf(',');
    return {
      ean: line.slice(0, comma),
      name: line
        .slice(comma + 1)
        .replace(/^"|"$/g, '')
        .replaceAll('""', '"'),
    };
  });
}

/** The buyer's item file that an administrator would upload for them. */
export function itemSheet(items: readonly { ean: string; name: string; mrp?: string }[]): string {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [
    'EAN Code,Item Name,HSN Code,Category,UOM,MRP',
    ...items.map(({ ean, name, mrp = '120.00' }) => `${ean},${cell(name)},21069099,Grocery,PCS,${mrp}`),
  ].join('\r\n');
}
