import type { Item } from '@aapurti/contract/products/products';
import { say } from '@aapurti/contract/ground/template';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';

import classes from './ItemLookUp.module.css';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

interface ItemLookUpProps {
  /** The EAN of the last look-up, initially ''. */
  ean: string;
  busy: boolean;
  problem: string | null;
  /** Items whose EAN begins with the entered digits. */
  candidates: readonly Item[];
  /** The name of the item found, for screen readers. */
  found: string | null;
  onLookUp: (ean: string) => Promise<void>;
}

/** Accepts a typed EAN or a scan, which ends with Enter; a second scan replaces the first. */
export function ItemLookUp({ ean, busy, problem, candidates, found, onLookUp }: ItemLookUpProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(ean);
  const [missing, setMissing] = useState(false);

  // The focus moves here after the heading, which gets it on navigation.
  useEffect(() => input.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = typed.replaceAll(/[\s-]/g, '');
    setMissing(code === '');
    if (code === '') input.current?.focus();
    else if (!busy) void onLookUp(code);
  }

  const names = new Map(candidates.map(({ EANCode, item_name: name }) => [EANCode, name]));
  return (
    <form noValidate className={classes.lookUp} onSubmit={submit}>
      <TextInput
        ref={input}
        label={t('EAN Code')}
        description={t('Scan or enter it, then press Enter')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
        className={classes.field}
        classNames={{ input: classes.code }}
        value={typed}
        error={t(missing ? 'EAN Code is required.' : typed === ean && !busy ? problem : null)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button label="Submit" type="submit" loading={busy} className={classes.submit} />
      {names.size > 0 && (
        <ul className={classes.candidates} aria-label={t('Items with this EAN prefix')}>
          {Array.from(names, ([code, name]) => (
            <li key={code}>
              <button type="button" onClick={() => void onLookUp(code)}>
                <span className={classes.code}>{code}</span> {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <VisuallyHidden component="output">{t(found === null ? '' : say('Found: {found}', { found }))}</VisuallyHidden>
    </form>
  );
}
