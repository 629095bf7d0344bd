import type { Language } from '@aapurti/contract/ground/languages';

import { textsIn } from '../access/language.ts';

export interface Message {
  subject: string;
  text: string;
  html: string;
}

export interface Parts {
  subject: string;
  name: string;
  before: string[];
  table?: MailTable;
  button?: { label: string; url: string };
  after: string[];
  /** The e-mails that the link unsubscribes from, and its address. */
  unsubscribe?: { topic: string; url: string };
}

export interface MailTable {
  headings: readonly string[];
  /** A line break in a cell starts a smaller second line, so that a table fits on a phone. */
  rows: readonly (readonly string[])[];
  /** Indices of numeric columns. */
  figures: readonly number[];
}

/** The buyer's name from the settings, in which the portal writes. */
export interface Sender {
  name: string | null;
  address: string | null;
  logoUrl: string | null;
  /** The language of the receiver; English by default. */
  language?: Language;
}

const NOBODY: Sender = { name: null, address: null, logoUrl: null };
const INK = '#1f2328';
const FAINT = '#57606a';
const LINE = '#d8dbe0';

/** The same text as plain text and as HTML; it contains no markup. */
export function compose(parts: Parts, sender = NOBODY): Message {
  const translate = textsIn(sender.language ?? 'en');
  // The texts are complete, and the translator finds the message of each.
  const inLanguage = (text: string) => translate(text);
  const { name, unsubscribe } = parts;
  const subject = inLanguage(parts.subject);
  const before = parts.before.map(inLanguage);
  const after = parts.after.map(inLanguage);
  const button = parts.button === undefined ? undefined : { ...parts.button, label: inLanguage(parts.button.label) };
  const table = parts.table === undefined ? undefined : translated(parts.table, inLanguage);
  const noMore = unsubscribe === undefined ? '' : translate('Stop e-mails about {topic}', { topic: unsubscribe.topic });
  const signature = [
    sender.name === null
      ? translate('Aapurti, the vendor portal')
      : translate('{name}, by Aapurti, the vendor portal', { name: sender.name }),
    ...addressLines(sender),
  ];
  const person = harmless(name, '');
  const greeting = person === '' ? translate('Hello,') : translate('Hello {person},', { person });
  const paragraphs = (texts: string[]) => texts.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n');
  return {
    subject,
    text:
      [
        greeting,
        ...before,
        ...(table ? [tableText(table)] : []),
        ...(button ? [`${button.label}:\n${button.url}`] : []),
        ...after,
        `-- \n${signature.join('\n')}`,
        ...(unsubscribe ? [`${noMore}:\n${unsubscribe.url}`] : []),
        '',
      ]
        .join('\n\n')
        .trimEnd() + '\n',
    html: `<!doctype html>
<html lang="${sender.language ?? 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:16px;background:#f4f5f7;color:${INK};font:16px/1.5 system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans Devanagari',sans-serif">
<div style="max-width:${table ? 640 : 520}px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid ${LINE};border-radius:8px">
${logoHtml(sender)}<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraphs([greeting, ...before])}
${table ? tableHtml(table) : ''}
${button ? linkButton(button) : ''}
${paragraphs(after)}
<p style="margin:24px 0 0;font-size:13px;color:${FAINT}">${signature.map(escapeHtml).join('<br>')}</p>
${unsubscribe ? `<p style="margin:8px 0 0;font-size:13px;color:${FAINT}"><a href="${linked(unsubscribe.url)}" style="color:${FAINT}">${escapeHtml(noMore)}</a></p>` : ''}
</div>
</body>
</html>
`,
  };
}

/** The mark before a cell line that users typed. No such line contains it, because `harmless` removes invisible characters. */
const AS_TYPED = '\u0003';

/** A line in a table cell that users typed, which is never translated; `otherwise` is a text of the portal. */
export function typed(name: string, otherwise: string): string {
  const shown = harmless(name, '');
  return shown === '' ? otherwise : `${AS_TYPED}${shown}`;
}

/** Cells contain users' text next to texts such as 'Approved', each on a line of its own. */
function translated({ headings, rows, figures }: MailTable, inLanguage: (english: string) => string): MailTable {
  const line = (text: string) => (text.startsWith(AS_TYPED) ? text.slice(AS_TYPED.length) : inLanguage(text));
  const lines = (cell: string) => cell.split('\n').map(line).join('\n');
  return { headings: headings.map(inLanguage), rows: rows.map((cells) => cells.map(lines)), figures };
}

function addressLines({ address }: Sender): string[] {
  return (address ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** E-mail programs that load no pictures show the buyer's name. */
function logoHtml({ name, logoUrl }: Sender): string {
  if (logoUrl === null) return '';
  return `<p style="margin:0 0 16px"><img src="${linked(logoUrl)}" alt="${escapeHtml(name ?? 'Aapurti')}" style="display:block;max-width:200px;max-height:40px"></p>\n`;
}

/** One line per row, because wide tables wrap in plain text. */
function tableText({ headings, rows }: MailTable): string {
  return rows
    .map((cells) => {
      const [first = '', ...rest] = cells.map((cell, index) => (index === 0 || cell === '' ? cell : `${headings[index]}: ${cell}`));
      return `- ${[first, ...rest.filter((cell) => cell !== '')].join('; ').replaceAll('\n', '; ')}`;
    })
    .join('\n');
}

function tableHtml({ headings, rows, figures }: MailTable): string {
  const cell = (tag: 'th' | 'td', text: string, place: number) => {
    const isFigure = figures.includes(place);
    const align = isFigure ? 'text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums' : 'text-align:left';
    const look = tag === 'th' ? `font-size:13px;font-weight:600;color:${FAINT};` : '';
    const pad = place === headings.length - 1 ? '8px 0' : '8px 16px 8px 0';
    return `<${tag}${tag === 'th' ? ' scope="col"' : ''} style="padding:${pad};border-bottom:1px solid ${LINE};vertical-align:top;${look}${align}">${lines(text)}</${tag}>`;
  };
  const lines = (text: string) => {
    const [first = '', second] = text.split('\n', 2);
    const small = second === undefined ? '' : `<br><span style="font-size:13px;color:${FAINT}">${escapeHtml(second)}</span>`;
    return escapeHtml(first) + small;
  };
  const row = (tag: 'th' | 'td', cells: readonly string[]) => `<tr>${cells.map((text, index) => cell(tag, text, index)).join('')}</tr>`;
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px">
<thead>${row('th', headings)}</thead>
<tbody>
${rows.map((cells) => row('td', cells)).join('\n')}
</tbody>
</table>`;
}

/** The address is also shown, for programs without buttons and for careful readers. */
function linkButton({ label, url }: { label: string; url: string }): string {
  const address = linked(url);
  return `<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#2f46a6;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:${FAINT};word-break:break-all">${address}</p>`;
}

function linked(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error('a link in a mail is an http address');
  return escapeHtml(url);
}

/** A name on one line. A name that advertises an address is left out, because anybody can register with another person's e-mail. */
export function harmless(name: string, otherwise: string): string {
  // Joiners stay, because Hindi and emoji need them.
  const line = name
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const isAddress = /:\/\/|@|www\.|[\p{L}\p{N}-]\.[\p{L}]{2,}/iu.test(line);
  return isAddress || line === '' ? otherwise : [...line].slice(0, 80).join('');
}

/** The name of a user or company as a value in a message, and whether it may be shown; the message has a wording for each case. */
export function named<Place extends string>(place: Place, name: string): Record<Place | `${Place}Known`, string> {
  const shown = harmless(name, '');
  return { [place]: shown, [`${place}Known`]: shown === '' ? 'no' : 'yes' } as Record<Place | `${Place}Known`, string>;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
