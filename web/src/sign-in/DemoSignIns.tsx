import { UnstyledButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';

import classes from './DemoSignIns.module.css';
import { useSite } from '../ground/useSite.ts';
import { t } from '../words/words.ts';

interface DemoSignInsProps {
  /** The id of the form that a click fills and submits. */
  form: string;
  onPick: (person: { email: string; password: string }) => void;
}

/** The users who can sign in to a demo, each by a click; empty elsewhere. */
export function DemoSignIns({ form, onPick }: DemoSignInsProps) {
  const people = useSite().data?.demo ?? [];
  if (people.length === 0) return null;
  return (
    <section className={classes.panel} aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins" className={classes.heading}>
        {t('Demo sign-ins')}
      </h2>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.email}>
            <UnstyledButton type="submit" form={form} className={classes.person} onClick={() => onPick(person)}>
              <span className={classes.who}>{t(person.who)}</span>
              <span className={classes.email}>{person.email}</span>
              <IconArrowRight size={16} aria-hidden className={classes.arrow} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
