// Shows a page of the portal's own where a navigation gets no answer. Stores nothing else and touches no other request.
const CACHE = 'offline-1'; // Raise the number when one of the files changes.
const PAGE = '/offline.html';
const FILES = [PAGE, '/offline.js', '/color-scheme.js', '/favicon.svg'];
/** What a proxy answers while the portal behind it is away. */
const AWAY = [502, 503, 504];

self.addEventListener('install', (event) => {
  const files = FILES.map((path) => new Request(path, { cache: 'reload' }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      for (const name of names) if (name !== CACHE) await caches.delete(name);
      // Else each navigation would wait for this script to start.
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.destination === 'document') event.respondWith(navigate(event));
  else if (FILES.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

async function navigate({ request, preloadResponse }) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    if (!AWAY.includes(answer.status)) return answer;
  } catch {
    // No answer at all.
  }
  return (await caches.match(PAGE)) ?? Response.error();
}
