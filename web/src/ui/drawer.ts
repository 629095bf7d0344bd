/** The width of every side panel: a record, notifications. */
export const DRAWER_WIDTH = 520;
