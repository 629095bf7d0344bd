import { SHEET_BYTES_MAX } from '@aapurti/contract/sheets/sheets';
import { say } from '@aapurti/contract/ground/template';

const OLD = /\.(xls|xlt)$/i;
/** Other file types that spreadsheet programs can save as .xlsx. */
const OTHER = /\.(csv|tsv|txt|ods|fods|xlsb|xlsm|xltx|numbers|gnumeric)$/i;

/** The file types that a file dialog offers. */
export function acceptedNames(csvAllowed: boolean): string {
  return csvAllowed ? '.csv,.xlsx' : '.xlsx';
}

/** The reason why a file is rejected by its name and size; null if it is accepted. The server checks the content. */
export function sheetFileProblem({ name, size }: Pick<File, 'name' | 'size'>, csvAllowed: boolean): string | null {
  if (!/\.xlsx$/i.test(name) && !(csvAllowed && /\.csv$/i.test(name))) {
    const kind = name.slice(name.lastIndexOf('.')).toLowerCase();
    if (OLD.test(name))
      return say('This is an old Excel file ({kind}). Open it in Excel and save it as .xlsx, then choose that file.', { kind });
    if (OTHER.test(name))
      return say('This is a {kind} file. Open it in your spreadsheet program and save it as .xlsx, then choose that file.', { kind });
    return csvAllowed ? 'Choose a .csv or .xlsx file.' : 'Choose an .xlsx file.';
  }
  if (size === 0) return 'This file is empty.';
  if (size > SHEET_BYTES_MAX) return 'This file is larger than 50 MB. Please split it into several files.';
  return null;
}

/** 'prices.xlsx' -> 'prices - faults.xlsx' */
export function faultsName(name: string): string {
  return `${name.replace(/\.[^.]+$/, '')} - faults.xlsx`;
}

export const CHANGED = 'The file was changed or moved after you chose it. Choose it again, so that the checked version is uploaded.';

/** True if the file is unchanged since it was chosen: browsers refuse to read a file that was saved again. */
export async function isAsChosen(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
