import type { DateOrder, SheetQuestion } from '@aapurti/contract/sheets/sheets';
import { Group, Radio, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import classes from './Outcome.module.css';
import type { SheetAnswers } from './useSheetUpload.ts';
import { t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

interface QuestionsProps {
  questions: readonly SheetQuestion[];
  onAnswer: (answers: SheetAnswers) => void;
  /** The button that chooses another file. */
  another: ReactNode;
}

const YES = 'yes';

const dateOrderOf = (answer: string | undefined): DateOrder | null => (answer === 'dayFirst' || answer === 'monthFirst' ? answer : null);

/** The open questions of a sheet. Once all are answered, the same file is checked again. */
export function Questions({ questions, onAnswer, another }: QuestionsProps) {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const asked = ({ kind, heading }: SheetQuestion) => `${kind} ${heading}`;
  const isDone = questions.every((question) => given[asked(question)] !== undefined);

  function send() {
    const headings = questions
      .filter(({ kind }) => kind === 'heading')
      .map((question) => [question.heading, given[asked(question)] === YES ? question.column : null] as const);
    const orders = questions.flatMap((question): [string, DateOrder][] => {
      const order = question.kind === 'dateOrder' ? dateOrderOf(given[asked(question)]) : null;
      return order === null ? [] : [[question.heading, order]];
    });
    onAnswer({ headings: Object.fromEntries(headings), dateOrder: Object.fromEntries(orders) });
  }

  return (
    <form
      aria-label={t('Questions about the file')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDone) send();
      }}
    >
      <Stack mt="md" gap="md">
        {questions.map((question) => (
          <Radio.Group
            key={asked(question)}
            label={t(question.message)}
            value={given[asked(question)] ?? null}
            onChange={(value) => setGiven((before) => ({ ...before, [asked(question)]: value }))}
          >
            <Group mt="xs">
              {question.kind === 'heading' ? (
                <>
                  <Radio value={YES} label={t('Yes')} />
                  <Radio value="no" label={t('No, skip this column')} />
                </>
              ) : (
                <>
                  <Radio value="dayFirst" label={t('Day first')} />
                  <Radio value="monthFirst" label={t('Month first')} />
                </>
              )}
            </Group>
          </Radio.Group>
        ))}
      </Stack>
      <div className={classes.actions}>
        {another}
        <Button label="Check again with these choices" type="submit" disabled={!isDone} />
      </div>
    </form>
  );
}
