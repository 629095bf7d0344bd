export const SCRIPT_PATH = '/api/docs.js';
export const CONTENT_PATH = '/api/openapi.json';

/** The documentation's browser script: search, links to calls, and forms that send them. It is text, because no bundle contains it. */
export const DOCS_SCRIPT = String.raw`'use strict';
document.documentElement.classList.add('scripts');
const search = document.getElementById('words');
const token = document.getElementById('secret');
const found = document.getElementById('found');
const groups = [...document.querySelectorAll('main > section')].map((section) => ({
  section,
  entries: [...section.querySelectorAll(':scope > details')].map((details) => ({ details, text: '' })),
}));

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { section, entries } of groups) {
    let shown = 0;
    for (const entry of entries) {
      entry.text ||= (entry.details.id + ' ' + entry.details.textContent).toLowerCase();
      entry.details.hidden = !words.every((word) => entry.text.includes(word));
      if (!entry.details.hidden) shown += 1;
    }
    section.hidden = shown === 0;
    if (section.id !== 'schemas') count += shown;
  }
  found.textContent = words.length === 0 ? '' : count === 0 ? 'No call has all of these words.' : count === 1 ? '1 call' : count + ' calls';
}
let waiting;
search.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(filter, 120);
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  search.focus();
});

// A link opens what it names, also where the search has hidden it.
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named === null) return;
  if (named.hidden || named.closest('section')?.hidden) {
    search.value = '';
    filter();
  }
  if (named.matches('details')) named.open = true;
  named.scrollIntoView();
}
addEventListener('hashchange', openNamed);
if (location.hash !== '') openNamed();

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if (!form.matches('.try form')) return;
  event.preventDefault();
  const output = form.nextElementSibling;
  const button = form.querySelector('button');
  button.disabled = true;
  try {
    output.replaceChildren(...(await send(form)));
  } catch (error) {
    output.replaceChildren(line(error.message));
  } finally {
    button.disabled = false;
  }
});

async function send(form) {
  const headers = {};
  if (token.value.trim() !== '') headers.authorization = 'Bearer ' + token.value.trim();
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll('[data-in]')) {
    if (dataset.in === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    else if (dataset.in === 'query' && value !== '') query.set(name, value);
    else if (dataset.in === 'header' && value !== '') headers[name] = value;
  }
  const written = form.elements.namedItem('body')?.value ?? '';
  const fields = written.trim() === '' ? undefined : parsed(written);
  let body;
  if (form.dataset.form === 'true') {
    body = new FormData();
    for (const [name, value] of Object.entries(fields ?? {})) body.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    for (const input of form.querySelectorAll('[data-in=file]')) if (input.files.length > 0) body.set(input.name, input.files[0]);
  } else if (fields !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(fields);
  }
  const address = path + (query.size === 0 ? '' : '?' + query);
  const reply = await fetch(address, { method: form.dataset.method, headers, body, cache: 'no-store' });
  const about = ['x-total-count', 'link', 'retry-after', 'x-unknown-fields', 'x-request-id'].filter((name) => reply.headers.has(name));
  const answer = [line(reply.status + ' from ' + form.dataset.method + ' ' + address)];
  if (about.length > 0) answer.push(line(about.map((name) => name + ': ' + reply.headers.get(name)).join(', ')));
  if (!(reply.headers.get('content-type') ?? '').includes('application/json')) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await reply.blob());
    link.download = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? 'answer';
    link.textContent = 'Save ' + link.download;
    return [...answer, link];
  }
  const text = document.createElement('pre');
  text.tabIndex = 0;
  text.setAttribute('aria-label', 'Answer');
  text.textContent = JSON.stringify(await reply.json(), null, 2).slice(0, 200000);
  return [...answer, text];
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('The body is not JSON: ' + error.message);
  }
}

function line(text) {
  const made = document.createElement('p');
  made.textContent = text;
  return made;
}
`;
