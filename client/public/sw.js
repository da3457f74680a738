/* global self, caches, Response */
/**
 * Keeps what never changes and belongs to nobody: files whose names carry a digest of their content, and the page that
 * stands in when the line is cut. Pages, answers of GraphQL and people's files are never kept, so nothing is ever old
 * and nothing of a member stays behind.
 */
const CACHE = "luntan-shell-1";
const OFFLINE_PAGE = "/offline.html";
const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.css", "/favicon.svg"];
/** Files of older releases leave once there are more than this. */
const FILES_MAX = 150;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(OFFLINE_FILES)));
  // Nothing kept can disagree with the page that is open, so there is nothing to wait for.
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(file(event));
  else if (OFFLINE_FILES.includes(url.pathname)) event.respondWith(spare(request));
});

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Always from the server; the offline page if it is not reached. */
async function page({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

async function file(event) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(event.request);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.status === 200) event.waitUntil(keep(cache, event.request, answer.clone()));
  return answer;
}

async function keep(cache, request, answer) {
  await cache.put(request, answer);
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  // The oldest come first.
  await Promise.all(files.slice(0, Math.max(0, files.length - FILES_MAX)).map((old) => cache.delete(old)));
}

async function spare(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
