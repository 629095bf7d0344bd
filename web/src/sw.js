// The application without the network. It stores the build's own files and nothing else: what was loaded from the API is stored by
// stored.ts, for the signed-in user alone.
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';

const PAGE = '/index.html';
/** The statuses that a proxy answers while the portal behind it is away. */
const AWAY = [502, 503, 504];

precacheAndRoute(self.__WB_MANIFEST, { directoryIndex: null, cleanURLs: false });
cleanupOutdatedCaches();

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => {
  // Else each navigation would wait for this script to start.
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim(), caches.delete('offline-1')]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.mode === 'navigate' && !new URL(request.url).pathname.startsWith('/api')) event.respondWith(navigate(event));
});

/** The page comes from the network, so that a new version shows at once. */
async function navigate({ request, preloadResponse }) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request));
    if (!AWAY.includes(answer.status)) return answer;
  } catch {
    // No answer at all.
  }
  return (await matchPrecache(PAGE)) ?? Response.error();
}
