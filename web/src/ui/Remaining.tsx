import { CloseButton } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';

import { TextLink } from './Link.tsx';
import classes from './Remaining.module.css';
import { dismiss, remaining } from './remaining.ts';
import { t } from '../words/words.ts';

/** The messages that stay, visible even when the page is scrolled. */
export function RemainingMessages() {
  const shown = useSyncExternalStore(remaining.subscribe, remaining.get);
  if (shown.length === 0) return null;
  return (
    <div className={classes.messages}>
      {shown.map(({ id, kind, text, link }) => (
        <div key={id} className={classes.message} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
          {kind === 'bad' ? <IconAlertCircle size={20} aria-label={t('Error')} /> : <IconCircleCheck size={20} aria-label={t('Done')} />}
          <p className={classes.text}>
            {t(text)}{' '}
            {link !== undefined && (
              <TextLink href={link.href} underlined onClick={() => dismiss(id)}>
                {t(link.label)}
              </TextLink>
            )}
          </p>
          <CloseButton size="md" aria-label={t('Dismiss this message')} onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
