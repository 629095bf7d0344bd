import hindi from '@aapurti/contract/words/hindi.json';
import { translator } from '@aapurti/contract/words/translate';

/** Hindi, from its catalogue. Loaded on demand. */
export const translate = translator(hindi, 'hi');
