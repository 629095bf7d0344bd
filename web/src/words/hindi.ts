import hindi from '@aapurti/contract/words/hindi.json';
import { translator } from '@aapurti/contract/words/translate';

/** Hindi, by its catalogue. Loaded on demand. */
export const translate = translator(hindi, 'hi');
