import { useLocation } from '@tanstack/react-router';

import classes from './Footer.module.css';
import { CHOSEN, chooseLanguage, LANGUAGES, language, t } from '../words/words.ts';
import { Button } from '../ui/Button.tsx';

const YEAR = new Date().getFullYear();

/** Hidden on forms and prints, which end with their own last line. */
const HIDDEN_ON = /\/(create|edit|details)(\/|$)/i;

/** `choice` offers the other language, on pages without the user's menu. */
export function Footer({ choice = false }: { choice?: boolean }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (HIDDEN_ON.test(pathname)) return null;
  const other = LANGUAGES.find(({ value }) => value !== language);
  return (
    <footer className={classes.footer}>
      {t('© {YEAR} Aapurti', { YEAR })}
      {choice && other !== undefined && (
        <Button
          label={other.label}
          variant="subtle"
          size="compact-sm"
          lang={other.value}
          onClick={() => (sessionStorage.setItem(CHOSEN, other.value), chooseLanguage(other.value))}
        />
      )}
    </footer>
  );
}
