import type { EWAY_REASONS, EwayAction } from '@aapurti/contract/dispatch-notes/ewayLife';

/** The button of each step of an e-way bill, which is the title of its window too. */
export const EWAY_LABELS: Readonly<Record<EwayAction, string>> = {
  partB: 'Update Part B',
  transporter: 'Change transporter',
  extend: 'Extend e-way bill',
  cancel: 'Cancel e-way bill',
};

type Reasons = { [A in EwayAction]: Readonly<Record<keyof (typeof EWAY_REASONS)[A], string>> };

/** The portal's reasons in its words. */
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
