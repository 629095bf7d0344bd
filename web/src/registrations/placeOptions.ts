import { PLACES_OF_SUPPLY } from '@aapurti/contract/ground/gst';

import { t } from '../words/words.ts';

/** The states of India with their GST codes. */
export const placeOptions = () =>
  PLACES_OF_SUPPLY.map(({ code, name }) => ({ value: code, label: t('{state} ({code})', { state: name, code }) }));
