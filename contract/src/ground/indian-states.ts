/** A state or union territory of India, with its post office and tax office numbers. */
export interface IndianState {
  /** ISO 3166-2, as of its change of November 2023 (CG, OD, TS, UK) and of 2020 (DH, LA). */
  readonly key: string;
  /** The usual English name, without the diacritics of the ISO list. */
  readonly name: string;
  /** First two digits of a GST number: the current code first, then codes that old numbers may still carry. */
  readonly gstCodes: readonly [string, ...string[]];
  /** Ranges of the first three digits of its PIN codes. States share some of them, so they justify a warning but not an error. */
  readonly pins: readonly (readonly [first: number, last: number])[];
}

/**
 * GST codes: developer.gst.gov.in by way of india-compliance, which alone knows 38. PIN ranges: the post office's list of
 * 19,586 codes; Jammu & Kashmir includes 194, as the tax office's list still does.
 */
export const INDIAN_STATES: readonly IndianState[] = [
  { key: 'IN-AN', name: 'Andaman and Nicobar Islands', gstCodes: ['35'], pins: [[744, 744]] },
  { key: 'IN-AP', name: 'Andhra Pradesh', gstCodes: ['37', '28'], pins: [[503, 535]] },
  { key: 'IN-AR', name: 'Arunachal Pradesh', gstCodes: ['12'], pins: [[790, 792]] },
  { key: 'IN-AS', name: 'Assam', gstCodes: ['18'], pins: [[781, 788]] },
  { key: 'IN-BR', name: 'Bihar', gstCodes: ['10'], pins: [[800, 855]] },
  { key: 'IN-CH', name: 'Chandigarh', gstCodes: ['04'], pins: [[160, 160]] },
  { key: 'IN-CG', name: 'Chhattisgarh', gstCodes: ['22'], pins: [[490, 497]] },
  {
    key: 'IN-DH',
    name: 'Dadra and Nagar Haveli and Daman and Diu',
    gstCodes: ['26', '25'],
    pins: [
      [362, 362],
      [396, 396],
    ],
  },
  { key: 'IN-DL', name: 'Delhi', gstCodes: ['07'], pins: [[110, 110]] },
  { key: 'IN-GA', name: 'Goa', gstCodes: ['30'], pins: [[403, 403]] },
  { key: 'IN-GJ', name: 'Gujarat', gstCodes: ['24'], pins: [[360, 396]] },
  { key: 'IN-HR', name: 'Haryana', gstCodes: ['06'], pins: [[121, 136]] },
  { key: 'IN-HP', name: 'Himachal Pradesh', gstCodes: ['02'], pins: [[171, 177]] },
  { key: 'IN-JK', name: 'Jammu and Kashmir', gstCodes: ['01'], pins: [[180, 194]] },
  { key: 'IN-JH', name: 'Jharkhand', gstCodes: ['20'], pins: [[813, 835]] },
  { key: 'IN-KA', name: 'Karnataka', gstCodes: ['29'], pins: [[560, 591]] },
  { key: 'IN-KL', name: 'Kerala', gstCodes: ['32'], pins: [[670, 695]] },
  { key: 'IN-LA', name: 'Ladakh', gstCodes: ['38'], pins: [[194, 194]] },
  { key: 'IN-LD', name: 'Lakshadweep', gstCodes: ['31'], pins: [[682, 682]] },
  { key: 'IN-MP', name: 'Madhya Pradesh', gstCodes: ['23'], pins: [[450, 488]] },
  { key: 'IN-MH', name: 'Maharashtra', gstCodes: ['27'], pins: [[400, 445]] },
  { key: 'IN-MN', name: 'Manipur', gstCodes: ['14'], pins: [[795, 795]] },
  { key: 'IN-ML', name: 'Meghalaya', gstCodes: ['17'], pins: [[793, 794]] },
  { key: 'IN-MZ', name: 'Mizoram', gstCodes: ['15'], pins: [[796, 796]] },
  { key: 'IN-NL', name: 'Nagaland', gstCodes: ['13'], pins: [[797, 798]] },
  { key: 'IN-OD', name: 'Odisha', gstCodes: ['21'], pins: [[751, 770]] },
  {
    key: 'IN-PY',
    name: 'Puducherry',
    gstCodes: ['34'],
    pins: [
      [533, 533],
      [605, 605],
      [607, 607],
      [609, 609],
      [673, 673],
    ],
  },
  { key: 'IN-PB', name: 'Punjab', gstCodes: ['03'], pins: [[140, 160]] },
  { key: 'IN-RJ', name: 'Rajasthan', gstCodes: ['08'], pins: [[301, 345]] },
  { key: 'IN-SK', name: 'Sikkim', gstCodes: ['11'], pins: [[737, 737]] },
  { key: 'IN-TN', name: 'Tamil Nadu', gstCodes: ['33'], pins: [[600, 643]] },
  { key: 'IN-TS', name: 'Telangana', gstCodes: ['36'], pins: [[500, 509]] },
  { key: 'IN-TR', name: 'Tripura', gstCodes: ['16'], pins: [[799, 799]] },
  { key: 'IN-UP', name: 'Uttar Pradesh', gstCodes: ['09'], pins: [[201, 285]] },
  { key: 'IN-UK', name: 'Uttarakhand', gstCodes: ['05'], pins: [[244, 263]] },
  { key: 'IN-WB', name: 'West Bengal', gstCodes: ['19'], pins: [[700, 743]] },
];

interface GstState {
  /** The state's ISO key; null for codes that belong to no state. */
  readonly key: string | null;
  readonly name: string;
}

/** The state for the first two digits of a GST number. */
export const STATE_BY_GST_CODE: ReadonlyMap<string, GstState> = new Map<string, GstState>([
  ...INDIAN_STATES.flatMap(({ gstCodes, key, name }) => gstCodes.map((code): [string, GstState] => [code, { key, name }])),
  ['96', { key: null, name: 'Other Countries' }],
  ['97', { key: null, name: 'Other Territory' }],
  ['99', { key: null, name: 'Centre Jurisdiction' }],
]);

const stateByKey = new Map(INDIAN_STATES.map((state) => [state.key, state]));

/** The state for an ISO 3166-2 key such as `IN-MH`. */
export function indianState(key: string): IndianState | undefined {
  return stateByKey.get(key);
}

/** The states whose PIN codes start with these three digits; none for 9xx, the army's, and for unused codes. */
export function statesOfPin(pin: string): IndianState[] {
  const prefix = Number(pin.slice(0, 3));
  return INDIAN_STATES.filter((state) => state.pins.some(([first, last]) => first <= prefix && prefix <= last));
}
