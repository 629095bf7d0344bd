import type { EWAY_REASONS, EwayAction } from '@aapurti/contract/dispatch-notes/ewayLife';

/** The label of each e-way bill step, on its button and in the title of its window. */
export const EWAY_LABELS: Readonly<Record<EwayAction, string>> = {
  partB: 'Update Part B',
  transporter: 'Change transporter',
  extend: 'Extend e-way bill',
  cancel: 'Cancel e-way bill',
};

type Reasons = { [A in EwayAction]: Readonly<Record<keyof (typeof EWAY_REASONS)[A], string>> };

/** The reason codes of the e-way bill portal, in its own words. */
export const REASON_LABELS: Reasons = {
  partB: { breakdown: 'Vehicle breakdown', transshipment: 'Transshipment', other: 'Other', first_time: 'First time' },
  transporter: {},
  extend: {
    calamity: 'Natural calamity',
    law_and_order: 'Law and order situation',
    transshipment: 'Transshipment',
    accident: 'Accident',
    other: 'Other',
  },
  cancel: { duplicate: 'Duplicate', order_cancelled: 'Order cancelled', data_entry: 'Data entry mistake', other: 'Other' },
};
