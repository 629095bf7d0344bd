/**
 * The ALTCHA widget, served from this site. Its build without embedded styles and workers is the one that the content security
 * policy lets run. A file of its own, as its script is large and only registration needs it.
 */
import 'altcha/external';
import 'altcha/altcha.css';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

import { language } from '../words/words.ts';

if (language === 'hi') await import('altcha/i18n/hi');

globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());
