// The comments of the sources, each with the words that it begins with. Lines of `//` that follow each other are one comment.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Prepositions, relative pronouns and question words: a comment that begins with one is no sentence with a subject, as a rule. */
const FRAGMENT =
  /^(of|in|on|at|by|for|from|with|without|to|until|till|after|before|as|since|during|through|over|under|above|below|besides?|between|among|within|instead|against|about|around|across|along|behind|beyond|despite|except|like|near|off|onto|past|per|towards?|upon|via|who(m|se|ever)?|which|what(ever)?|that|those|where|whether|how|why(?! so long))\b/i;

/** Comments of a source that begin with such a word: each with its start, its end and its text. */
export function fragments(file, text) {
  if (file.endsWith('.css')) {
    const comments = [...text.matchAll(/\/\*\s*([^]*?)\s*\*\//g)].map(({ index, 0: all, 1: words = '' }) => ({
      start: index,
      end: index + all.length,
      text: words,
    }));
    return comments.filter((each) => FRAGMENT.test(each.text));
  }
  const found = [];
  let lineEnd = -1;
  for (const { type, start, end, value } of parseSync(file, text).comments) {
    const stands = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    const follows = type === 'Line' && stands && lineEnd >= 0 && /^\r?\n[ \t]*$/.test(text.slice(lineEnd, start));
    if (type === 'Line' && stands) lineEnd = end;
    const words = value.replace(/^[*\s]+/, '');
    if (!follows && FRAGMENT.test(words)) found.push({ start, end, text: words.replaceAll(/\s*\n\s*(\*\s?)?/g, ' ').trim() });
  }
  return found;
}

/** All of them, by file. */
export function allFragments() {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.js', '*.css'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return files
    .filter((file) => existsSync(`${root}/${file}`))
    .map((file) => ({ file, found: fragments(file, readFileSync(`${root}/${file}`, 'utf8')) }))
    .filter(({ found }) => found.length > 0);
}
