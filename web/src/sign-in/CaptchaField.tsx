import 'altcha/types/react';

import { accounts } from '@aapurti/contract/vendors/accounts';
import { Input } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';

import { RetryButton } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { language, t } from '../words/words.ts';
import classes from './CaptchaField.module.css';

type State = 'unverified' | 'verifying' | 'verified' | 'expired' | 'error' | 'code';

/**
 * "I'm not a robot": a proof of work, ticked by hand. The field `captcha` holds its answer, '' if there is none or it has expired. `note`
 * gives the reason for ticking it again.
 */
export function CaptchaField({ note }: { note: string | null }) {
  const { field, fieldState } = useController<Record<string, unknown>>({ name: 'captcha' });
  const [script, setScript] = useState<'loading' | 'here' | 'failed'>('loading');
  const [expired, setExpired] = useState(false);
  const wordsId = useId();
  const error = fieldState.error?.message;
  const words = expired ? 'The check has expired. Please tick it again.' : note;

  useEffect(() => {
    if (script !== 'loading') return;
    import('./altcha.ts').then(
      () => setScript('here'),
      () => setScript('failed'),
    );
  }, [script]);

  function take(state: State, answer: string | null) {
    // An expired answer is still delivered, and must not be sent.
    field.onChange(state === 'verified' ? (answer ?? '') : '');
    setExpired((before) => state === 'expired' || (before && state === 'unverified'));
  }

  return (
    <div className={classes.field}>
      {script === 'here' && <Widget onState={take} invalid={error !== undefined} describedBy={wordsId} />}
      {script === 'loading' && <Spinner label="Loading the robot check" height={48} />}
      {script === 'failed' && <RetryButton onRetry={() => setScript('loading')} />}
      <div id={wordsId} aria-live="polite">
        {error !== undefined && <Input.Error>{t(error)}</Input.Error>}
        {words !== null && <p className={classes.note}>{t(words)}</p>}
        {script === 'failed' && <p className={classes.note}>{t('The robot check did not load.')}</p>}
      </div>
    </div>
  );
}

const CONFIGURATION = JSON.stringify({ hideLogo: true, hideFooter: true, humanInteractionSignature: false, language });

interface WidgetProps {
  onState: (state: State, answer: string | null) => void;
  invalid: boolean;
  describedBy: string;
}

function Widget({ onState, invalid, describedBy }: WidgetProps) {
  const element = useRef<HTMLElement>(null);

  // The tick box belongs to the widget; it gets the marks of other fields, so that the form finds and focuses it.
  useEffect(() => {
    const box = element.current?.querySelector('input[type="checkbox"]');
    box?.setAttribute('aria-invalid', String(invalid));
    box?.setAttribute('aria-describedby', describedBy);
  }, [invalid, describedBy]);

  /** React listens to any event of a custom element; its types know only those of HTML. */
  const events = {
    onstatechange: ({ detail }: CustomEvent<{ state: State; payload: string | null }>) => onState(detail.state, detail.payload),
  };
  return (
    <altcha-widget
      ref={element}
      className={classes.widget}
      challenge={accounts.captcha.path}
      configuration={CONFIGURATION}
      name=""
      {...events}
    />
  );
}
