import { describe, expect, test } from 'vitest';

import { accountMail, LINK_MINUTES } from './messages.ts';

const url = 'https://portal.example.in/password-reset/aB3_-x?a=1&b=2';

describe.each([
  ['reset', accountMail('reset', { name: 'Asha', url }), 'Reset your password', /within 30 minutes/],
  ['set password', accountMail('invitation', { name: 'Asha', url }), 'Set your password', /within 3 days/],
  ['activated', accountMail('activation', { name: 'Asha', url }), 'Your account is active', /can sign in/],
  ['e-mail changed', accountMail('email', { name: 'Asha' }), 'Your e-mail address was changed', /can no longer sign in with this one/],
  ['second factor on', accountMail('secondFactorOn', { name: 'Asha' }), 'Two-step verification is on', /recovery codes/],
  ['second factor off', accountMail('secondFactorOff', { name: 'Asha' }), 'Two-step verification is off', /If this was not you/],
  ['second factor reset', accountMail('secondFactorReset', { name: 'Asha' }), 'Your two-step verification was reset', /An administrator/],
  ['API key', accountMail('keyCreated', { name: 'Asha', key: 'ERP' }), 'API key created', /“ERP”/],
  [
    'provider linked',
    accountMail('providerLinked', { name: 'Asha', provider: 'Example Stores' }),
    'Your account was linked to an SSO provider',
    /linked to Example Stores/,
  ],
  [
    'webhook off',
    accountMail('webhookOff', { name: 'Asha', host: 'erp.example.com', reason: 'It is gone.' }),
    'Webhook turned off',
    /at erp\.example\.com\.[\s\S]*Reason: It is gone\./,
  ],
  [
    'identity, asked by a colleague',
    accountMail('identity', { name: 'Asha', outcome: 'asked', fields: ['PAN'], by: 'Ravi\nBuyer user' }),
    'Change of your bank or tax details requested',
    /ones: PAN\.[\s\S]*Entered by a user of your company: Ravi Buyer user/,
  ],
  [
    'identity, asked by the buyer',
    accountMail('identity', { name: 'Asha', outcome: 'asked', fields: ['PAN'], by: null }),
    'Change of your bank or tax details requested',
    /ones: PAN\.[\s\S]*Entered by a user of the buyer\./,
  ],
  ['recovery code', accountMail('recoveryCode', { name: 'Asha', left: 1 }), 'A recovery code was used', /one code is left/],
  ['password changed', accountMail('password', { name: 'Asha' }), 'Your password was changed', /If this was not you/],
  [
    'registration',
    accountMail('registration', { name: 'Asha', company: 'Kisan Mill' }),
    'We have received your registration',
    /registering Kisan Mill/,
  ],
])('%s', (kind, mail, subject, says) => {
  test('has the same content in both parts', () => {
    expect(mail.subject).toBe(subject);
    expect(mail.text).toMatch(/^Hello Asha,\n\n/);
    expect(mail.text).toMatch(says);
    expect(mail.html).toMatch(says);
    expect(mail.html).toContain('Hello Asha,');
  });

  test('has its link on one line, if it has a link', () => {
    const links = kind === 'reset' || kind === 'set password' || kind === 'activated';
    expect(mail.text.split('\n').includes(url)).toBe(links);
    expect(mail.html.includes('href="https://portal.example.in/password-reset/aB3_-x?a=1&amp;b=2"')).toBe(links);
  });
});

test('the times in the texts are the actual lifetimes of the links', () => {
  expect(LINK_MINUTES).toEqual({ reset: 30, invitation: 4320, emailLink: 1440, member: 10_080 });
});

test('names are escaped and never become markup', () => {
  const { html, text } = accountMail('registration', { name: `<img src=x onerror="a">'&`, company: '"R & S" <Mill>' });
  expect(html).toContain('Hello &lt;img src=x onerror=&quot;a&quot;&gt;&#39;&amp;,');
  expect(html).toContain('registering &quot;R &amp; S&quot; &lt;Mill&gt; with');
  expect(html).not.toMatch(/<img|<Mill/);
  expect(text).toContain('registering "R & S" <Mill> with');
});

test.each([
  ['आशा 👩\u200d🌾', 'Hello आशा 👩\u200d🌾,'],
  ['Asha\r\n\r\nPay here\u202e', 'Hello Asha Pay here,'],
  ['M. K. Rao', 'Hello M. K. Rao,'],
  ['You won! visit evil.example', 'Hello,'],
  ['see https://evil', 'Hello,'],
  ['www.evil', 'Hello,'],
  ['write to a@b', 'Hello,'],
  ['   ', 'Hello,'],
  ['x'.repeat(500), `Hello ${'x'.repeat(80)},`],
])('greets %j safely', (name, greeting) => {
  expect(accountMail('password', { name }).text.split('\n')[0]).toBe(greeting);
});

test('an e-mail is signed by the buyer, whose name and address are escaped', () => {
  const sender = { name: 'Rivaj <Retail>', address: 'Plot 7\n\n Hoskote ', logoUrl: 'https://portal.example.in/api/site/logo?v=1' };
  const { text, html } = accountMail('password', { name: 'Asha' }, sender);
  expect(text).toMatch(/-- \nRivaj <Retail>, by Aapurti, the vendor portal\nPlot 7\nHoskote\n$/);
  expect(html).toContain('<img src="https://portal.example.in/api/site/logo?v=1" alt="Rivaj &lt;Retail&gt;"');
  expect(html).toContain('Rivaj &lt;Retail&gt;, by Aapurti, the vendor portal<br>Plot 7<br>Hoskote</p>');
  expect(accountMail('password', { name: 'Asha' }).html).not.toContain('<img');
});

test('a link that is not an HTTP address is a defect', () => {
  expect(() => accountMail('reset', { name: 'Asha', url: 'javascript:alert(1)' })).toThrow('http');
});

test('a Hindi e-mail has its values inside Hindi sentences', () => {
  const sender = { name: null, address: null, logoUrl: null, language: 'hi' } as const;
  const mails = [
    accountMail('registration', { name: 'आशा', company: 'किसान मिल' }, sender),
    accountMail('keyCreated', { name: 'आशा', key: '7' }, sender),
    accountMail('recoveryCode', { name: 'आशा', left: 4 }, sender),
    accountMail('providerLinked', { name: 'आशा', provider: 'किराना' }, sender),
  ];
  for (const { text } of mails) expect(text.match(/[A-Za-z]{2,}/g)?.filter((word) => !['Aapurti', 'API'].includes(word)) ?? []).toEqual([]);
});

test('a Hindi reader gets changed controls in Hindi, even if another process sends the e-mail', () => {
  const sender = { name: null, address: null, logoUrl: null, language: 'hi' } as const;
  const what = 'Separation of duties: On → Off and Waiting period for bank details: 24 hours → 2 hours';
  // The texts come from the queue, not from this process.
  const [duties, hours] = ['Separation of duties: On → Off', 'Waiting period for bank details: 24 hours → 2 hours'];
  const texts = {
    [what]: ['{words}', { words: [duties, hours] }],
    [duties]: ['{label}: {before} → {after}', { label: 'Separation of duties', before: 'On', after: 'Off' }],
    [hours]: ['{label}: {before} → {after}', { label: 'Waiting period for bank details', before: '24 hours', after: '2 hours' }],
    '24 hours': ['{count, plural, one {# hour} other {# hours}}', { count: 24 }],
    '2 hours': ['{count, plural, one {# hour} other {# hours}}', { count: 2 }],
  } as const;
  const { text } = accountMail('newControls', { name: 'आशा', company: 'किसान मिल', by: 'आशा', what, texts }, sender);
  expect(text.match(/[A-Za-z]{2,}/g)?.filter((word) => word !== 'Aapurti') ?? []).toEqual([]);
  expect(text).toContain('24');
});
