/** What a mail says, without whom it goes to. */
export interface Message {
  subject: string;
  text: string;
  html: string;
}

/** Minutes a mailed link works: short where anybody can ask for one, days where a person was invited. The mails promise it. */
export const LINK_MINUTES = { reset: 30, invitation: 3 * 24 * 60 } as const;

/** To whoever asked for a reset link for this account. */
export function resetMail({ name, url }: { name: string; url: string }): Message {
  return compose({
    subject: 'Reset your password',
    name,
    before: ['We were asked to reset the password of your Aapurti account.'],
    button: { label: 'Choose a new password', url },
    after: [
      `The link can be used once, within ${duration(LINK_MINUTES.reset)}.`,
      'If you did not ask for it, do nothing: your password stays as it is.',
    ],
  });
}

/** To a person whose account an administrator made without a password. */
export function setPasswordMail({ name, url }: { name: string; url: string }): Message {
  return compose({
    subject: 'Set your password',
    name,
    before: ['An Aapurti account was made for you. To sign in with this e-mail address, first choose a password.'],
    button: { label: 'Choose a password', url },
    after: [
      `The link can be used once, within ${duration(LINK_MINUTES.invitation)}. After that, "Forgot password" on the sign-in page sends you another.`,
    ],
  });
}

/** To a vendor who has just registered. */
export function registrationReceivedMail({ name, company }: { name: string; company: string }): Message {
  return compose({
    subject: 'We have received your registration',
    name,
    before: [
      `Thank you for registering ${harmless(company, 'your company')} with Aapurti.`,
      'We are checking the details and documents. You will get a mail when your account is active.',
    ],
    after: ['If you did not register, please ignore this mail.'],
  });
}

/** To a vendor whose account an administrator has switched to active. */
export function activatedMail({ name, url }: { name: string; url: string }): Message {
  return compose({
    subject: 'Your account is active',
    name,
    before: ['Your Aapurti account is active now. You can sign in and add your products.'],
    button: { label: 'Sign in', url },
    after: [],
  });
}

/** To the owner of an account whose password was changed or reset. Holds no link: it is what a thief would imitate. */
export function passwordChangedMail({ name }: { name: string }): Message {
  return compose({
    subject: 'Your password was changed',
    name,
    before: ['The password of your Aapurti account was changed, and all other devices were signed out.'],
    after: ['If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.'],
  });
}

/** To the address that an account had until it was given another one. Holds neither link nor the new address, which anybody may have chosen. */
export function emailChangedMail({ name }: { name: string }): Message {
  return compose({
    subject: 'Your e-mail address was changed',
    name,
    before: ['Your Aapurti account was given another e-mail address. This one can no longer be used to sign in.'],
    after: ['If this was not you, tell your contact at the buyer at once.'],
  });
}

interface Parts {
  subject: string;
  /** Of the person greeted. */
  name: string;
  before: string[];
  button?: { label: string; url: string };
  after: string[];
}

const SIGNATURE = 'Aapurti, the vendor portal';

function compose({ subject, name, before, button, after }: Parts): Message {
  const greeting = `Hello ${harmless(name, '')}`.trim() + ',';
  const paragraphs = (texts: string[]) => texts.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n');
  return {
    subject,
    text:
      [greeting, ...before, ...(button ? [`${button.label}:\n${button.url}`] : []), ...after, `-- \n${SIGNATURE}`, '']
        .join('\n\n')
        .trimEnd() + '\n',
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f5f7;color:#1f2328;font:16px/1.5 system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans Devanagari',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #d8dbe0;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraphs([greeting, ...before])}
${button ? linkButton(button) : ''}
${paragraphs(after)}
<p style="margin:24px 0 0;font-size:13px;color:#57606a">${SIGNATURE}</p>
</div>
</body>
</html>
`,
  };
}

/** The address stands below too, for programs that show no buttons and for people who look before they click. */
function linkButton({ label, url }: { label: string; url: string }): string {
  if (!/^https?:\/\//.test(url)) throw new Error('a link in a mail is an http address');
  const address = escapeHtml(url);
  return `<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#2f46a6;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:#57606a;word-break:break-all">${address}</p>`;
}

/**
 * A name as it may stand in a mail, on one line and not endless. Anybody can register with somebody else's e-mail and a name that
 * advertises an address, which mail programs turn into a link: such a name is left out.
 */
function harmless(name: string, otherwise: string): string {
  // The joiners stay, as Hindi and emoji are written with them.
  const line = name
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const isAddress = /:\/\/|@|www\.|[\p{L}\p{N}-]\.[\p{L}]{2,}/iu.test(line);
  return isAddress || line === '' ? otherwise : [...line].slice(0, 80).join('');
}

function duration(minutes: number): string {
  return minutes % (24 * 60) === 0 ? `${minutes / (24 * 60)} days` : `${minutes} minutes`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
