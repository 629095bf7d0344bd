import type { Step, StepState } from '@aapurti/contract/ground/steps';
import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';

import { t } from '../words/words.ts';
import classes from './Document.module.css';

const WORDS: Readonly<Record<StepState, string>> = {
  done: 'Done',
  part: 'Partly done',
  now: 'Next',
  failed: 'Problem',
  skipped: 'Skipped',
  todo: 'Not started',
};

const ICONS: Partial<Record<StepState, typeof IconCheck>> = { done: IconCheck, failed: IconX, skipped: IconMinus };

interface StepsProps {
  steps: readonly Step[];
  /** The label for the next step, if the document is open in a form. */
  now?: string;
}

/** The steps of a document with their progress: a line of steps or, on a phone and next to a list, bars with the current step. */
export function Steps({ steps, now = WORDS.now }: StepsProps) {
  const place = currentOf(steps);
  const current = steps[place];
  return (
    <section className={classes.way} aria-label={t('Progress')}>
      <ol className={classes.steps}>
        {steps.map(({ name, state, note, values }, index) => {
          const Icon = ICONS[state];
          return (
            <li key={name} data-state={state} aria-current={index === place ? 'step' : undefined}>
              <span className={classes.sign} aria-hidden>
                {Icon !== undefined && <Icon size={12} stroke={3} />}
              </span>
              <span className={classes.step}>
                <strong>{t(name)}</strong>
                <VisuallyHidden>, {t(state === 'now' ? now : WORDS[state])}</VisuallyHidden>
                {note !== null && <small>{t(note, values)}</small>}
              </span>
            </li>
          );
        })}
      </ol>
      {current !== undefined && (
        <p className={classes.current} aria-hidden>
          <strong>{t('Step {place} of {count}: {name}', { place: place + 1, count: steps.length, name: t(current.name) })}</strong>
          {current.note !== null && <span>{t(current.note, current.values)}</span>}
        </p>
      )}
    </section>
  );
}

/** The blocked step, or else the next one, a begun one or the first one to come; the last one if all are done. */
function currentOf(steps: readonly Step[]): number {
  for (const state of ['failed', 'now', 'part', 'todo'] as const) {
    const place = steps.findIndex((step) => step.state === state);
    if (place !== -1) return place;
  }
  return steps.length - 1;
}
