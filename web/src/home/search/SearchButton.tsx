import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { keysAreOn } from '../../list/keys.ts';
import { t } from '../../words/words.ts';
import classes from './SearchButton.module.css';
import { onDemand } from '../../ui/onDemand.tsx';

// The panel loads when it is first opened.
const load = () => import('./SearchPanel.tsx');
const SearchPanel = onDemand(async () => (await load()).SearchPanel);

/** Elements that accept a slash as text or have keyboard handling of their own. */
const OTHERS = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"]';

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the global search from the top bar, with Ctrl K or with a slash. */
export function SearchButton() {
  /** Null until the panel is first opened. */
  const [opened, setOpened] = useState<boolean | null>(null);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const letter = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const slash =
        event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && keysAreOn() && !document.activeElement?.closest(OTHERS);
      if (!(letter || slash) || event.defaultPrevented || document.querySelector('[aria-modal="true"], dialog[open]') !== null) return;
      event.preventDefault();
      setOpened(true);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label={t('Search everywhere')}
        aria-keyshortcuts="Control+K /"
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        onMouseEnter={load}
        onFocus={load}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes.words}>{t('Search')}</span>
        <kbd className={classes.key}>{t(onMac ? '⌘' : 'Ctrl')} K</kbd>
      </button>
      {opened !== null && <SearchPanel opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
}
