import { useLocation } from '@tanstack/react-router';

import classes from './Footer.module.css';

const YEAR = new Date().getFullYear();

/** Not shown on forms and prints, which end with their own last line. */
const HIDDEN_ON = /\/(create|edit|details)(\/|$)/i;

export function Footer() {
  const pathname = useLocation({ select: (location) => location.pathname });
  if (HIDDEN_ON.test(pathname)) return null;
  return <footer className={classes.footer}>© {YEAR} Aapurti</footer>;
}
