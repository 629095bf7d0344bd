/**
 * Opens a list of options, but not on focus, which a form also sets to show its first error. The list element itself scrolls, because
 * assistive technology associates it with the field.
 */
export const DROPDOWN = {
  openOnFocus: false,
  withScrollArea: false,
  styles: { options: { maxHeight: 280, overflowY: 'auto' } },
} as const;
