import catalogue from '@aapurti/contract/hindi.json' with { type: 'json' };
import { translator } from '@aapurti/contract/translate';

/** A text of a mail in Hindi. */
export const hindi: (english: string) => string = translator(catalogue, 'hi');
