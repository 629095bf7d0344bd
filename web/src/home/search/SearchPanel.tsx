import { search } from '@aapurti/contract/home/search';
import { say } from '@aapurti/contract/ground/template';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { messageOf } from '../../ground/api.ts';
import { callQuery } from '../../ground/callQuery.ts';
import { queryClient } from '../../ground/queries.ts';
import { useSignedIn } from '../../access/session.ts';
import { useOnPhone } from '../../ui/useOnPhone.ts';
import { type Line, resultGroups } from './found.ts';
import { t } from '../../words/words.ts';
import classes from './SearchPanel.module.css';

const TYPING_MILLISECONDS = 120;
const LETTERS_MOST = 200;

const found = (text: string) => queryOptions({ ...callQuery(search.everywhere, { query: { q: text } }), staleTime: 0 });

/** Finds records and screens by any part of a number or name. */
export function SearchPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={640} centered={false} fullScreen={useOnPhone()} yOffset="10dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('Search everywhere')}>
        <Search onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ onClose }: { onClose: () => void }) {
  const session = useSignedIn();
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const wanted = typed.trim();
  const [text] = useDebouncedValue(wanted, TYPING_MILLISECONDS);
  const tooLong = wanted.length > LETTERS_MOST;
  const asks = text !== '' && text.length <= LETTERS_MOST;

  const { data, error, isPlaceholderData } = useQuery({ ...found(text), enabled: asks, placeholderData: keepPreviousData });
  const settled = wanted === text && !isPlaceholderData && (data !== undefined || error !== null || !asks);
  const failed = asks && !tooLong && error !== null;
  const groups = resultGroups(session, asks && !tooLong && wanted !== '' ? (data ?? []) : [], wanted);
  const lines = groups.flatMap((group) => group.lines);
  const chosen = lines[Math.min(place, lines.length - 1)];
  const chosenId = chosen && `${listId}${chosen.id}`;

  function open({ href }: Line) {
    isDone.current = true;
    onClose();
    void router.navigate({ href });
  }

  /** Handles Enter pressed before the results for the whole text have arrived. */
  async function openFirst() {
    const first = resultGroups(session, await queryClient.fetchQuery(found(wanted)).catch(() => []), wanted)[0]?.lines[0];
    if (first && field.current?.value.trim() === wanted) open(first);
  }

  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && lines.length > 0) setPlace((Math.min(place, lines.length - 1) + step + lines.length) % lines.length);
    else if (event.key === 'Enter' && !settled && !tooLong) void openFirst();
    else if (event.key === 'Enter' && chosen) open(chosen);
    else return;
    event.preventDefault();
  }

  const problem = tooLong
    ? say('At most {LETTERS_MOST} characters. Shorten the text.', { LETTERS_MOST })
    : failed
      ? messageOf(error)
      : null;
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <input
          ref={field}
          className={classes.input}
          type="text"
          role="combobox"
          aria-label={t('Search for')}
          aria-expanded={lines.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosenId}
          aria-invalid={tooLong}
          placeholder={t('Order, invoice, EAN, product, payment reference, screen')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
          onBlur={({ relatedTarget }) => {
            // A screen that was still loading when the search opened moves the focus to its heading; the field takes it back.
            if (!isDone.current && relatedTarget instanceof HTMLHeadingElement) field.current?.focus();
          }}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
        />
        <button type="button" className={classes.close} onClick={onClose}>
          {t('Close')}
        </button>
      </div>
      {/* A datalist has neither groups nor second lines. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id={listId} role="listbox" aria-label={t('Results')} className={classes.results} hidden={lines.length === 0}>
        {groups.map(({ heading, lines: own }) => (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          <div key={heading} role="group" aria-label={t(heading)}>
            <div className={classes.heading} aria-hidden>
              {t(heading)}
            </div>
            {own.map((line) => (
              // The field handles the keys.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={line.id}
                id={`${listId}${line.id}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="option"
                aria-selected={line === chosen}
                className={classes.line}
                onClick={() => open(line)}
              >
                <span className={classes.label}>{line.label}</span>
                {line.detail !== '' && <span className={classes.detail}>{line.detail}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {problem !== null && (
        <p role="alert" className={classes.words}>
          {t(problem)}
        </p>
      )}
      <output className={lines.length > 0 ? classes.said : classes.words}>
        {t(
          wanted === '' || problem !== null ? '' : !settled ? 'Searching…' : lines.length > 0 ? counted(lines.length) : nothingFor(wanted),
        )}
      </output>
    </>
  );
}

function counted(count: number): string {
  return t('{count, plural, one {1 result} other {{count} results}}', { count });
}

function nothingFor(text: string): string {
  return say('No results for “{value}”. Enter at least three consecutive letters or digits of a number or name.', {
    value: text.slice(0, 60),
  });
}
