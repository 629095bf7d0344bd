import { messages } from '@aapurti/contract/integration/webhooks';
import { describe, expect, test } from 'vitest';

import { openPoster } from './post.ts';
import { pinnedLookup, refuseTarget, type Rules } from './targets.ts';

const settings = { publicUrl: 'https://portal.example.in', webhookNets: ['10.20.0.0/16', 'fd00:20::/32'] };
const vendors: Rules = { settings, isBuyers: false };
const buyers: Rules = { settings, isBuyers: true };

function saidOf(rules: Rules, url: string): string | null {
  try {
    refuseTarget(rules, url);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the entered address of a webhook', () => {
  test.each([
    'http://erp.example.com/hooks',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://0.0.0.0/',
    'https://10.20.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[fe80::1]/',
    'https://[fd00:20::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[2001:db8::1]/',
    'https://[4000::1]/',
    'https://portal.example.in/api/webhooks',
  ])('is rejected: %s', (url) => {
    expect(saidOf(vendors, url)).toBe(url.startsWith('http:') ? messages.https : messages.private);
  });

  test.each(['https://erp.example.com/hooks?key=1', 'https://8.8.8.8:8443/', 'https://[2606:4700::1111]/'])('is accepted: %s', (url) => {
    expect(saidOf(vendors, url)).toBeNull();
  });

  test.each([
    ['http://10.20.3.4/hooks', null],
    ['https://10.20.3.4/hooks', null],
    ['https://[fd00:20::7]/', null],
    ['http://erp.example.com/hooks', null],
    ['https://10.21.0.1/', messages.private],
    ['http://8.8.8.8/', messages.private],
    ['https://127.0.0.1/', messages.private],
  ])('of the buyer, whose networks the settings name, is checked: %s: %s', (url, said) => {
    expect(saidOf(buyers, url)).toBe(said);
  });

  test('needs https even for the buyer if the settings name no networks', () => {
    expect(saidOf({ settings: { publicUrl: settings.publicUrl }, isBuyers: true }, 'http://10.20.3.4/')).toBe(messages.https);
  });
});

describe('the host name of a webhook, when a connection is made', () => {
  const found = (rules: Rules, name: string, protocol = 'https:') =>
    new Promise<unknown>((resolve) => {
      pinnedLookup(rules, protocol)(name, { all: true }, (error, addresses) => resolve(error === null ? addresses : error.message));
    });
  const resolving =
    (addresses: Record<string, string[]>): NonNullable<Rules['resolve']> =>
    async (name) =>
      addresses[name] ?? [];

  test.each([
    [['93.184.216.34'], [{ address: '93.184.216.34', family: 4 }]],
    [['93.184.216.34', '10.0.0.1'], messages.private],
    [['::ffff:10.0.0.1'], messages.private],
    [['10.20.0.1'], messages.private],
    [[], messages.private],
    [Array.from({ length: 33 }, (_, last) => `93.184.216.${last}`), messages.private],
    // The portal's own address.
    [['203.0.114.9'], messages.private],
  ])('leads to %j: %j', async (addresses, expected) => {
    const resolve = resolving({ 'erp.example.com': addresses, 'portal.example.in': ['203.0.114.9'] });
    expect(await found({ ...vendors, resolve }, 'erp.example.com')).toEqual(expected);
  });

  test('leads the buyer into the networks of its settings, and with plain http nowhere else', async () => {
    const resolve = resolving({ inside: ['10.20.0.1'], outside: ['93.184.216.34'] });
    expect(await found({ ...buyers, resolve }, 'inside', 'http:')).toEqual([{ address: '10.20.0.1', family: 4 }]);
    expect(await found({ ...buyers, resolve }, 'outside', 'http:')).toBe(messages.private);
    expect(await found({ ...buyers, resolve }, 'outside')).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  test('of no host is not found', async () => {
    const poster = openPoster({ settings });
    for (const company of [null, '2'])
      expect(await poster.post('https://nowhere.invalid/', company, {}, '{}')).toEqual({ status: null, failure: 'name' });
    poster.close();
  }, 20_000);

  test('is rejected if it leads elsewhere after the first look-up, and no look-up follows the checked one', async () => {
    const answers = [['93.184.216.34'], ['169.254.169.254'], ['::ffff:10.0.0.1']];
    let lookUps = 0;
    const resolve: NonNullable<Rules['resolve']> = async (name) =>
      name === 'erp.example.com' ? (answers[lookUps++] ?? ['127.0.0.1']) : ['203.0.114.9'];
    expect(await found({ ...vendors, resolve }, 'erp.example.com')).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(lookUps).toBe(1);
    for (let later = 0; later < 3; later += 1) expect(await found({ ...vendors, resolve }, 'erp.example.com')).toBe(messages.private);
  });

  test('is checked for each connection, so that a later response leads nowhere', async () => {
    const poster = openPoster({ settings, resolve: async () => ['127.0.0.1'] });
    expect(await poster.post('https://erp.example.com/', '2', {}, '{}')).toEqual({ status: null, failure: 'private' });
    expect(await poster.post('https://127.0.0.1/', '2', {}, '{}')).toEqual({ status: null, failure: 'private' });
    poster.close();
  });
});
