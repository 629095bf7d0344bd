/** Headings of the sheet, in the order of the sample. */
export const COLUMNS = [
  'EAN Code',
  'Item Name',
  'Item Code',
  'Brand Name',
  'Category',
  'HSN Code',
  'SKU Code',
  'UOM',
  'UOM Description',
  'UOM Conversion',
  'MRP',
] as const;

const ROWS = [
  ['8901030516320', 'Basmati Rice Classic 5 kg', 'ITM-90001', 'Annapurna', 'Rice', '10063020', 'AN-BR-5', 'BAG', 'Bags', '1', '549.00'],
  ['036000291452', 'Peanut Butter "Crunchy", 340 g', 'ITM-90002', '', 'Spreads', '20081100', '', 'NOS', 'Numbers', '1', '310.00'],
];

/** A small .csv to start from. The mark at its start tells Excel that it is UTF-8, which Hindi needs. */
export function sampleSheet(): string {
  const line = (cells: readonly string[]) => cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
  return `\uFEFF${[COLUMNS, ...ROWS].map(line).join('\r\n')}\r\n`;
}
