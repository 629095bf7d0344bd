import { describe, expect, test } from 'vitest';

import { cleanFileName, contentDisposition, fileHeaders } from './fileName.ts';

describe('the cleaned name of a file', () => {
  test.each([
    ['scan.pdf', 'application/pdf', 'scan.pdf'],
    ['SCAN.PDF', 'application/pdf', 'SCAN.PDF'],
    ['C:\\Users\\Asha\\pan card.pdf', 'application/pdf', 'pan card.pdf'],
    ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['..', 'application/pdf', 'document.pdf'],
    ['', 'image/png', 'document.png'],
    ['.htaccess', 'image/png', 'htaccess.png'],
    ['photo.png', 'image/webp', 'photo.webp'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['invoice 1.25', 'image/png', 'invoice 1.25.png'],
    ['scan.pdf.exe', 'application/pdf', 'scan.pdf.pdf'],
    ['a\r\nSet-Cookie: x=1\0.pdf', 'application/pdf', 'aSet-Cookie_ x=1.pdf'],
    ['gpj.\u202efdp.png', 'image/png', 'gpj.fdp.png'],
    ['पैन कार्ड क्\u200dष.pdf', 'application/pdf', 'पैन कार्ड क्\u200dष.pdf'],
    ['👩\u200d🌾.png', 'image/png', '👩\u200d🌾.png'],
    ['half \ud83d.png', 'image/png', 'half.png'],
    [`${'क'.repeat(500)}.pdf`, 'application/pdf', `${'क'.repeat(120)}.pdf`],
  ])('has the right characters and extension: %j', (name, mediaType, clean) => expect(cleanFileName(name, mediaType)).toBe(clean));
});

describe('the header of a download', () => {
  test.each([
    ['scan.pdf', `attachment; filename="scan.pdf"; filename*=UTF-8''scan.pdf`],
    ['a "b" 100%.pdf', `attachment; filename="a _b_ 100_.pdf"; filename*=UTF-8''a%20%22b%22%20100%25.pdf`],
    [`Ravi's (1)*.pdf`, `attachment; filename="Ravi's (1)*.pdf"; filename*=UTF-8''Ravi%27s%20%281%29%2A.pdf`],
    ['पैन.pdf', `attachment; filename="___.pdf"; filename*=UTF-8''%E0%A4%AA%E0%A5%88%E0%A4%A8.pdf`],
    ['\ud83d.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''_.pdf`],
    ['a\r\nb.pdf', `attachment; filename="a__b.pdf"; filename*=UTF-8''a%0D%0Ab.pdf`],
  ])('states the name of the file: %j', (name, header) => expect(contentDisposition('attachment', name)).toBe(header));
});

test('documents are downloaded and avatars displayed, and browsers neither guess their type nor run them', () => {
  const paper = fileHeaders({ kind: 'pan', name: 'pan.pdf', mediaType: 'application/pdf' });
  expect(paper['content-disposition']).toMatch(/^attachment;/);
  expect(fileHeaders({ kind: 'avatar', name: 'me.webp', mediaType: 'image/webp' })['content-disposition']).toMatch(/^inline;/);
  expect(paper).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" });
  expect(paper['cache-control']).toMatch(/^private/);
});
