/**
 * The ALTCHA widget, served from this site. The content security policy allows only its build without embedded styles and workers. The file
 * is separate, because its script is large and only the registration needs it.
 */
import 'altcha/external';
import 'altcha/altcha.css';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

import { language } from '../words/words.ts';

if (language === 'hi') await import('altcha/i18n/hi');

globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());
