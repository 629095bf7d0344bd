import { CAPS } from './cells.ts';
import { escapeXml } from './xmlText.ts';

/** An inline text, which no program reads as a formula. */
export function textCell(at: string, text: string, style: number): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(cellText(text))}</t></is></c>`;
}

/** Cut to the length of a cell, with what looks like an escaped character (`_x000D_`) escaped itself. */
export function cellText(text: string): string {
  const bounded = text.length > CAPS.characters ? `${text.slice(0, CAPS.characters - 1)}…` : text;
  return bounded.includes('_x') ? bounded.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : bounded;
}
