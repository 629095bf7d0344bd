import { t } from '../../words/words.ts';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

/**
 * The name of the device, as in 'Chrome on Windows', from the browser's user agent. Browsers also name their predecessors, so the order
 * counts. A program is named by its own first word.
 */
export function deviceWords(userAgent: string | null): string {
  const text = userAgent?.trim() ?? '';
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser !== undefined && system !== undefined) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? (/^[\w.-]{1,40}/.exec(text)?.[0] || 'Unknown device');
}

/** True for a phone or tablet, for the icon. */
export function isHandheld(userAgent: string | null): boolean {
  return /iPhone|iPad|Android|Mobile/.test(userAgent ?? '');
}
