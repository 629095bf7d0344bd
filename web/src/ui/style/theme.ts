import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

import { t } from '../../words/words.ts';

/** The only accent colour. Green, amber and red are reserved for statuses. */
const ink: MantineColorsTuple = [
  '#f0f3ff',
  '#e1e7fc',
  '#c3cef7',
  '#a3b3f0',
  '#8599ea',
  '#6980e0',
  '#4f68d3',
  '#3d56bd',
  '#2f46a6',
  '#243788',
];

/** A neutral with a trace of blue, so that dark panels are distinct from the page without strong borders. */
const dark: MantineColorsTuple = [
  '#e3e5ea',
  '#c0c4cd',
  '#9fa5b1',
  '#828997',
  '#3d424c',
  '#30343c',
  '#23262d',
  '#181a1f',
  '#121418',
  '#0c0d10',
];

const fonts = "'Inter Variable', 'Noto Sans Devanagari', system-ui, sans-serif";

/** The theme, with its texts in the language that is loaded by then. */
export const theme = () =>
  createTheme({
    primaryColor: 'ink',
    primaryShade: { light: 8, dark: 8 },
    colors: { ink, dark },
    black: '#1b1e24',
    fontFamily: fonts,
    // The Devanagari font comes first and has only its own letters, because some of the others claim Hindi and draw boxes.
    fontFamilyMonospace:
      "'Noto Sans Devanagari', ui-monospace, 'SFMono-Regular', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
    headings: {
      fontFamily: fonts,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '1.375rem', lineHeight: '1.3' },
        h2: { fontSize: '1rem', lineHeight: '1.4' },
        h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      },
    },
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
    lineHeights: { xs: '1.4', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
    spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
    radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      InputWrapper: {
        // The description is below the input, so that neighbouring inputs stay aligned.
        defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
        // The margin leaves space for the focus ring between a label and its field.
        styles: { label: { marginBottom: '0.25rem' } },
        // A clerk has to read messages, so they are not smaller than the smallest text elsewhere.
        vars: () => ({
          label: {},
          error: { '--input-error-size': 'var(--mantine-font-size-xs)' },
          description: { '--input-description-size': 'var(--mantine-font-size-xs)' },
        }),
      },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: false, events: { hover: true, focus: true, touch: true } } },
      // The invisible first child is not allowed inside a menu, so the first item takes the focus. There is no fade-in, because it would
      // render a frame later.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 0 } } },
      Popover: { defaultProps: { shadow: 'md' } },
      Modal: {
        defaultProps: {
          centered: true,
          radius: 'md',
          closeButtonProps: { 'aria-label': t('Close dialog') },
          // The page's scroll bar is always visible (global.css): hiding the body's would only unstick the bars and shift the page.
          removeScrollProps: { removeScrollBar: false },
        },
        styles: { title: { fontWeight: 600 } },
      },
    },
  });

/** Mantine's own greys for hints and errors are too faint: each pair here has a contrast of at least 4.5:1 on page and panel. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--app-header': '3.5rem', '--app-finger': '2.75rem' },
  light: {
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-dimmed': '#59616b',
    '--mantine-color-body': '#ffffff',
    '--app-canvas': '#f6f7f9',
    '--app-panel': '#ffffff',
    '--app-line': '#e3e6ea',
    '--app-hover': '#f3f5f9',
    '--app-good': '#1f6b3a',
    '--app-good-soft': '#e3f4e8',
    '--app-warn': '#855000',
    '--app-warn-soft': '#fdf1d8',
    '--app-bad': 'var(--mantine-color-red-9)',
    '--app-bad-soft': '#fdeaea',
    '--app-neutral': '#454c56',
    '--app-neutral-soft': '#eceef1',
  },
  dark: {
    '--mantine-color-error': '#ff9d9d',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-anchor': 'var(--mantine-color-ink-3)',
    '--mantine-color-ink-light': '#222c4d',
    '--mantine-color-ink-light-hover': '#2a365d',
    '--mantine-color-ink-light-color': '#ccd6ff',
    '--app-canvas': 'var(--mantine-color-dark-8)',
    '--app-panel': 'var(--mantine-color-dark-7)',
    '--app-line': 'var(--mantine-color-dark-5)',
    '--app-hover': 'var(--mantine-color-dark-6)',
    '--app-good': '#84d9a0',
    '--app-good-soft': '#17301f',
    '--app-warn': '#f0c06a',
    '--app-warn-soft': '#35290f',
    '--app-bad': '#ff9d9d',
    '--app-bad-soft': '#3b1a1c',
    '--app-neutral': '#c0c4cd',
    '--app-neutral-soft': '#2a2d34',
  },
});
