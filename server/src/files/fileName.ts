const EXTENSIONS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
};
const LENGTH_MAX = 120;

/**
 * A name safe to store and to suggest when saving: no folder, no control or invisible direction characters, none that Windows
 * refuses, at most 120 characters, and with the extension of what the content is. Letters of every script stay, and the joiners
 * that Hindi and emoji are written with.
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

/** The header that names a download, by RFC 6266: ASCII for old clients, and the true name in UTF-8 for the others. */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const whole = name.replaceAll(/\p{Cs}/gu, '_');
  const ascii = whole.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_');
  // encodeURIComponent leaves ' ( ) * as they are, which RFC 5987 does not allow in a value.
  const utf8 = encodeURIComponent(whole).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}

/**
 * The headers a stored file is served with. Papers are downloaded, never shown within the site; only avatars are shown, as images.
 * Nothing in a file may be run or guessed to be of another type. Kept by the reader's own browser, and for as long as its link is the same.
 */
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
