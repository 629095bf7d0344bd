import { receipts } from '@aapurti/contract/receipts/receipts';

import { call, messageOf } from '../ground/api.ts';
import { smallerPhoto } from '../ui/smallerPhoto.ts';

/** Uploads photos of a receipt one by one. @returns the problems, each with its file name. */
export async function sendPhotos(id: string, files: readonly File[]): Promise<string[]> {
  const problems: string[] = [];
  for (const file of files) {
    try {
      await call(receipts.addPhoto, { params: { id }, files: { photo: await smallerPhoto(file) } });
    } catch (error) {
      problems.push(`${file.name}: ${messageOf(error)}`);
    }
  }
  return problems;
}
