import type { MouseEvent, ReactNode } from 'react';

import beside from './Beside.module.css';
import classes from './Sections.module.css';
import { t } from '../words/words.ts';

/** A part of a long page: its entry in the menu and its panel. */
export interface Section {
  /** The id of its element. */
  id: string;
  label: string;
  /** True for a panel with few facts, which is placed next to another one if there is room. */
  half?: boolean;
  content: ReactNode;
}

/** The panels of a long page next to a menu that leads to each. On a narrow screen the menu is above them. */
export function Sections({ sections }: { sections: readonly (Section | false)[] }) {
  const shown = sections.filter((section) => section !== false);
  // The address stays the same, because a new one would ask about an unsaved form.
  function lead(event: MouseEvent<HTMLAnchorElement>): void {
    event.preventDefault();
    const section = document.getElementById(event.currentTarget.hash.slice(1));
    section?.scrollIntoView({ block: 'start' });
    section?.focus({ preventScroll: true });
  }
  return (
    <div className={beside.frame}>
      <nav aria-label={t('On this page')} className={`${beside.menu} ${classes.menu}`}>
        {shown.map(({ id, label }) => (
          <a key={id} href={`#${id}`} className={classes.link} onClick={lead}>
            {t(label)}
          </a>
        ))}
      </nav>
      <div className={classes.content}>
        {shown.map(({ id, half = false, content }) => (
          <div key={id} id={id} tabIndex={-1} className={classes.section} data-half={half || undefined}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}
