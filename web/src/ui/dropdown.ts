/**
 * The opening of a list of options: not on focus, which a form also sets to show its first error. The list element itself scrolls, since
 * assistive technology associates it with the field.
 */
export const DROPDOWN = {
  openOnFocus: false,
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const;
