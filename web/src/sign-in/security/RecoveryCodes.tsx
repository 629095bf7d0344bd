import { Group } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';

import { UnsavedGuard } from '../../form/UnsavedGuard.tsx';
import { printOut } from '../../papers/printOut.tsx';
import { useSignedIn } from '../../access/session.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import { showInstant } from '../../ui/showInstant.ts';
import { t } from '../../words/words.ts';
import classes from './Security.module.css';

const never = () => false;
const nothing = () => undefined;

/** Shown once, to copy, save as a file, or print. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { email } = useSignedIn().user;
  const save = () => saveFile(new Blob([paperText(email, codes)], { type: 'text/plain' }), 'aapurti-recovery-codes.txt');
  const print = () => {
    const content = <pre className={classes.paper}>{paperText(email, codes)}</pre>;
    void printOut({ title: 'Aapurti recovery codes', page: 'size: A4; margin: 20mm', content });
  };
  return (
    <div className={classes.steps}>
      <p className={classes.words}>
        {t(
          'If you do not have your phone, use one of these codes to sign in. Each works once. Keep them in a safe place: they are shown only once.',
        )}
      </p>
      <ol className={classes.codes} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="xs">
        <CopyButton text={codes.join('\n')} label="Copy" />
        <Button label="Download" variant="default" icon={IconDownload} onClick={save} />
        <Button label="Print" variant="default" icon={IconPrinter} onClick={print} />
      </Group>
      <Group justify="flex-end">
        <Button label="I have saved them" onClick={onDone} />
      </Group>
      <UnsavedGuard isDirty isLeaving={never} onClean={nothing} title="Recovery codes" words="These codes are shown only once." />
    </div>
  );
}

/** Names the user and the portal, for a printout found a year later. */
function paperText(email: string, codes: readonly string[]): string {
  return [
    t('Aapurti recovery codes of {email}', { email }),
    `${window.location.host}, ${showInstant(new Date().toISOString())}`,
    t('Use each code once, instead of a code from the app.'),
    '',
    ...codes,
    '',
  ].join('\n');
}
