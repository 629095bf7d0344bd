/** The floor of reading a workbook: yauzl unpacks, saxes parses, cells become rows; there is no thread, no column mapping and no check. */
import { SaxesParser } from 'saxes';
import yauzl from 'yauzl';

/** Only parses a workbook. @returns the number of rows of its sheet. No reader can be faster. */
export async function readBare(file: Buffer): Promise<number> {
  const zip = await yauzl.fromBufferPromise(file);
  const parts = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, entry);

  const parse = async (path: string, handle: (parser: SaxesParser) => void) => {
    const entry = parts.get(path);
    if (entry === undefined) return;
    const parser = new SaxesParser();
    handle(parser);
    const stream = await zip.openReadStreamPromise(entry);
    const decoder = new TextDecoder();
    for await (const chunk of stream as AsyncIterable<Buffer>) parser.write(decoder.decode(chunk, { stream: true }));
    parser.close();
  };

  const strings: string[] = [];
  await parse('xl/sharedStrings.xml', (parser) => {
    let text = '';
    parser.on('opentag', ({ name }) => {
      if (name === 'si') text = '';
    });
    parser.on('text', (piece) => {
      text += piece;
    });
    parser.on('closetag', ({ name }) => {
      if (name === 'si') strings.push(text);
    });
  });
  let rows = 0;
  let cells: unknown[] = [];
  await parse('xl/worksheets/sheet1.xml', (parser) => {
    let text = '';
    let type: unknown;
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'row') cells = [];
      else if (name === 'c') type = attributes['t'];
      text = '';
    });
    parser.on('text', (piece) => {
      text += piece;
    });
    parser.on('closetag', ({ name }) => {
      if (name === 'v' || name === 't') cells.push(type === 's' ? strings[Number(text)] : type === 'inlineStr' ? text : Number(text));
      else if (name === 'row') {
        rows += 1;
      }
    });
  });
  zip.close();
  return rows;
}
