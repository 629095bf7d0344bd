/** The width of every panel at the side: a record, notices. */
export const DRAWER_WIDTH = 520;
