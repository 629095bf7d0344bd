import { say } from '@aapurti/contract/ground/template';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { toast } from './toast.tsx';
import { t } from '../words/words.ts';
import classes from './Code.module.css';

/** An EAN, GSTIN or order number, in a typeface in which 0 and O differ; a click copies it. */
export function Code({ value }: { value: string | number | null | undefined }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);

  if (value === null || value === undefined || value === '') return <>–</>;
  const text = String(value);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // There is no clipboard on plain http; the text can be selected instead.
      toast.error('Copying is not possible here. Select and copy the text yourself.');
    }
  }

  return (
    <button
      type="button"
      className={classes.code}
      data-code
      data-copied={copied || undefined}
      aria-label={t(copied ? say('{text}, copied', { text }) : say('{text}, copy', { text }))}
      onClick={(event) => {
        event.stopPropagation();
        void copy();
      }}
    >
      {t(text)}
      {copied && <IconCheck size={14} aria-hidden />}
    </button>
  );
}
