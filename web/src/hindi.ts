import hindi from '@aapurti/contract/hindi.json';
import { translator } from '@aapurti/contract/translate';

/** Hindi, by its catalogue. Loaded on demand. */
export const translate = translator(hindi, 'hi');
