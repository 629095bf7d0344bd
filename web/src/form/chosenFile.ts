import { FILE_BYTES_MAX } from '@aapurti/contract/ground/operation';

import { fileSize } from '../ui/fileSize.ts';

const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/heic': 'HEIC',
};

/** 'PDF, PNG or JPEG' */
export function namesOf(types: readonly string[]): string {
  const names = types.map((type) => NAMES[type] ?? type);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** The reason why a file cannot be taken, as far as the browser can tell; the server looks inside. */
export function fileProblem(file: File, types: readonly string[]): string | null {
  if (!types.includes(file.type)) return `Choose a ${namesOf(types)} file.`;
  if (file.size === 0) return 'This file is empty.';
  if (file.size > FILE_BYTES_MAX) return `This file is ${fileSize(file.size)}. The limit is 5 MB.`;
  return null;
}
