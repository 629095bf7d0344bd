export const PRESETS = ['entered', 'matched', 'strict'] as const;
export type Preset = (typeof PRESETS)[number];
export const PRESET_WORDS = { entered: 'As entered', matched: 'Matched or approved', strict: 'Strict' } as const;

/** The invoices that may be paid, from the least to the most restrictive. */
export const PAYABLE = ['any', 'matched', 'approved'] as const;
export const PAYABLE_WORDS = { any: 'All invoices', matched: 'Matched, released or approved', approved: 'Approved only' } as const;
