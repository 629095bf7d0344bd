import { expect, test } from 'vitest';

import { deviceWords, isHandheld } from './deviceWords.ts';

const APPLE = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${APPLE} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${APPLE} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows', false],
  [`Mozilla/5.0 (X11; Linux x86_64) ${APPLE} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera on Linux', false],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
    true,
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${APPLE} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    true,
  ],
  ['curl/8.5.0', 'curl', false],
  ['<script>', 'Unknown device', false],
  ['', 'Unknown device', false],
  [null, 'Unknown device', false],
])('a device is named by its user agent: %s', (userAgent, words, handheld) => {
  expect([deviceWords(userAgent), isHandheld(userAgent)]).toEqual([words, handheld]);
});
