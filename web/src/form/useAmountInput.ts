import { type ChangeEvent, type ClipboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

import { grouped, placeAfter, plainFigure, ungrouped } from './money.ts';

interface AmountInput {
  ref: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/**
 * An amount that is shown grouped (12,50,000.00) and has plain digits in the form. The cursor stays after the same digit. Pasted text that
 * is not a figure, for example `12,5`, stays unchanged for the message that follows.
 */
export function useAmountInput(plain: string, onPlain: (plain: string) => void, isGrouped = true): AmountInput {
  const ref = useRef<HTMLInputElement>(null);
  /** Characters before the cursor, to be placed by the next render. */
  const before = useRef<number | null>(null);
  const pasted = useRef('');
  const [, draw] = useState(0);
  const shown = isGrouped ? grouped(plain) : plain;

  useLayoutEffect(() => {
    const [input, characters] = [ref.current, before.current];
    before.current = null;
    if (input === null || characters === null || document.activeElement !== input) return;
    const place = placeAfter(shown, characters);
    input.setSelectionRange(place, place);
  });

  function take(next: string) {
    // Also if nothing changed, because the browser has put the cursor at the end.
    draw((count) => count + 1);
    onPlain(next);
  }

  return {
    ref,
    value: shown,
    onChange({ currentTarget: input, nativeEvent }) {
      const text = input.value;
      if (!isGrouped) return onPlain(text);
      const { data, inputType } = nativeEvent as InputEvent;
      const piece = inputType === 'insertFromPaste' ? pasted.current : (data ?? '');
      const hasOwnCommas = inputType === undefined || (piece.length > 1 && piece.includes(','));
      // A text that is not a figure keeps its commas until it is one.
      const isStrict = hasOwnCommas || plain.includes(',');
      before.current = text.slice(0, input.selectionStart ?? text.length).replaceAll(',', '').length;
      take(isStrict ? (plainFigure(text) ?? text) : ungrouped(text));
    },
    onPaste(event) {
      pasted.current = event.clipboardData.getData('text');
      const figure = plainFigure(pasted.current);
      // Plain digits are inserted at the cursor; a complete figure replaces the text.
      if (figure === null || figure === pasted.current.trim() || event.currentTarget.readOnly) return;
      event.preventDefault();
      before.current = figure.length;
      take(figure);
    },
  };
}
