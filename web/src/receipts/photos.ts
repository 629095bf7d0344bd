import { receipts } from '@aapurti/contract/receipts/receipts';

import { call, messageOf } from '../ground/api.ts';

/** Bytes from which a photo is made smaller before it is sent: phones take photos of 10 MB. */
const LARGE = 1_500_000;
const SIDE_MAX = 2000;

/** The photo at no more than 2000 pixels a side, as JPEG; as it is where the browser cannot read it, so that the server says why. */
async function smaller(file: File): Promise<File> {
  if (file.size <= LARGE) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    return blob === null ? file : new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
  } catch {
    return file;
  }
}

/** Sends photos of a receipt one by one. @returns what is wrong, by the name of the file. */
export async function sendPhotos(id: string, files: readonly File[]): Promise<string[]> {
  const problems: string[] = [];
  for (const file of files) {
    try {
      await call(receipts.addPhoto, { params: { id }, files: { photo: await smaller(file) } });
    } catch (error) {
      problems.push(`${file.name}: ${messageOf(error)}`);
    }
  }
  return problems;
}
