import { FILE_BYTES_MAX } from '@aapurti/contract/ground/operation';
import { say } from '@aapurti/contract/ground/template';

import { fileSize } from '../ui/fileSize.ts';
import { locale } from '../words/words.ts';

const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
};

const choice = new Intl.ListFormat(locale, { type: 'disjunction' });

/** 'PDF, PNG or JPEG', in the user's language. */
export function namesOf(types: readonly string[]): string {
  return choice.format(types.map((type) => NAMES[type] ?? type));
}

/** The reason why a file is not accepted, as far as the browser can tell; the server checks the content. */
export function fileProblem(file: File, types: readonly string[]): string | null {
  if (!types.includes(file.type)) return say('Choose a {types} file.', { types: namesOf(types) });
  if (file.size === 0) return 'This file is empty.';
  if (file.size > FILE_BYTES_MAX) return say('This file is {size}. The limit is 5 MB.', { size: fileSize(file.size) });
  return null;
}
