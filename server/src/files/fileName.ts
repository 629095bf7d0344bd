const EXTENSIONS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
};
const LENGTH_MAX = 120;

/**
 * A safe name for storing and for download: without folders, control or direction characters and characters that Windows rejects, at most
 * 120 characters, with the extension of the content. Letters of every script, and joiners, stay.
 */
export function cleanFileName(name: string, mediaType: string): string {
  const extensions = EXTENSIONS[mediaType] ?? [''];
  const base = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .normalize('NFC')
    .replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .trim();
  const dot = base.lastIndexOf('.');
  const extension = dot < 0 ? '' : base.slice(dot);
  const kept = extensions.includes(extension.toLowerCase());
  const stem = (kept || /^\.(?=\d*[a-z])[a-z\d]{1,5}$/i.test(extension) ? base.slice(0, dot) : base).replace(
    /^[.\s]+|(?<![.\s])[.\s]+$/g,
    '',
  );
  return [...(stem || 'document')].slice(0, LENGTH_MAX).join('') + (kept ? extension : extensions[0]);
}

/** RFC 6266: ASCII for old clients, and UTF-8 for the others. */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const whole = name.replaceAll(/\p{Cs}/gu, '_');
  const ascii = whole.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  const utf8 = encodeURIComponent(whole).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

/** Documents are downloaded, and only avatars are shown. Nothing in a file may run or be taken for another type. */
export function fileHeaders(file: { kind: string; name: string; mediaType: string }): Record<string, string> {
  return {
    'content-type': file.mediaType,
    'content-disposition': contentDisposition(file.kind === 'avatar' ? 'inline' : 'attachment', file.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=300',
  };
}
