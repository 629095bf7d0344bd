import type { OutboxMail } from '@aapurti/contract/settings/site';
import { SegmentedControl } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';

import { Panel } from '../ui/Panel.tsx';
import { t } from '../words/words.ts';
import classes from './OutboxPage.module.css';

/** One e-mail as text or HTML. The sandboxed frame runs and opens nothing, so the links are repeated above it. */
export function Mail({ mail }: { mail: OutboxMail }) {
  const [face, setFace] = useState('text');
  const links = linksOf(mail.html);
  return (
    <Panel
      title={mail.subject}
      aside={
        <SegmentedControl
          size="xs"
          value={face}
          onChange={setFace}
          aria-label={t('E-mail view')}
          data={[
            { value: 'text', label: t('Text') },
            { value: 'html', label: 'HTML' },
          ]}
        />
      }
    >
      <p className={classes.recipient}>{t('To {to}', { to: mail.to })}</p>
      {links.length > 0 && (
        <ul className={classes.links} aria-label={t('Links in this e-mail')}>
          {links.map(({ label, href }) => (
            <li key={href}>
              <a href={href}>
                <IconExternalLink size={15} aria-hidden />
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      )}
      {face === 'html' ? (
        <iframe className={classes.frame} title={t('E-mail: {subject}', { subject: mail.subject })} sandbox="" srcDoc={mail.html} />
      ) : (
        <pre className={classes.text}>{t(mail.text)}</pre>
      )}
    </Panel>
  );
}

/** The web links of an e-mail with their texts, each address once. */
function linksOf(html: string): { label: string; href: string }[] {
  const anchors = new DOMParser().parseFromString(html, 'text/html').querySelectorAll<HTMLAnchorElement>('a[href]');
  const byHref = new Map<string, string>();
  for (const { href, textContent } of anchors) {
    if (/^https?:/i.test(href) && !byHref.has(href)) byHref.set(href, textContent?.trim() || href);
  }
  return Array.from(byHref, ([href, label]) => ({ label, href }));
}
