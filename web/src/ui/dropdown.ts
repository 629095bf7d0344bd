/**
 * How a list of options opens: not by mere focus, which also a form gives that shows its first error; and scrolling in the list
 * itself, which is the part that assistive technology knows as the field's.
 */
export const DROPDOWN = {
  openOnFocus: false,
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const;
