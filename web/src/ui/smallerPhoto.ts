/** The size in bytes above which a photo is scaled down before it is sent: phones take photos of 10 MB. */
const LARGE = 1_500_000;
const SIDE_MAX = 2000;

/** The photo at no more than 2000 pixels a side, as JPEG; unchanged if the browser cannot read it, for example HEIC. */
export async function smallerPhoto(file: File): Promise<File> {
  if (file.size <= LARGE || file.type === 'application/pdf') return file;
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
