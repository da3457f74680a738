/* global self, caches, Response */
/**
 * Shows what the server pushes, and keeps what never changes and belongs to nobody: files whose names carry a digest of
 * their content, and the page that stands in when the line is cut. Pages, answers of GraphQL and people's files are never
 * kept, so nothing is ever old and nothing of a member stays behind.
 */
const CACHE = "luntan-shell-1";
const OFFLINE_PAGE = "/offline.html";
const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.css", "/favicon.svg"];
/** Files of older releases leave once there are more than this. */
const FILES_MAX = 150;

/** Icons of the notifications that are pushed. */
const PUSH_ICON = "/icons/icon-192.png";
const PUSH_BADGE = "/icons/badge-96.png";
const RENEW = "mutation RenewPush($input: RenewPushInput!) { renewPush(input: $input) }";

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

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url ?? "/"));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renew(event));
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

/** Shows what was pushed, unless somebody looks at a page of ours: that page shows it already. */
async function show(data) {
  const notification = read(data);
  if (!notification) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.some(({ visibilityState }) => visibilityState === "visible")) return;
  await self.registration.showNotification(notification.title, {
    body: notification.body,
    tag: notification.tag,
    lang: notification.lang,
    icon: PUSH_ICON,
    badge: PUSH_BADGE,
    data: { url: notification.url },
  });
}

/** Parses a pushed notification; null if it is not the server's. */
function read(data) {
  try {
    const notification = data.json();
    return typeof notification.title === "string" && notification.title !== "" ? notification : null;
  } catch {
    return null;
  }
}

/** Opens a page of ours: in the tab that shows it, else in a new one, since others may be written in. */
async function openPage(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => withoutHash(tab.url) === withoutHash(url.href));
  if (!there) return void (await self.clients.openWindow(url.href));
  await there.focus();
  // A tab that no worker controls cannot be led; it shows the page at least.
  if (there.url !== url.href) await there.navigate(url.href).catch(() => undefined);
}

const withoutHash = (address) => address.split("#")[0];

/** The browser has changed its subscription: the server learns the new one; the old one proves whose it is. */
async function renew({ oldSubscription, newSubscription }) {
  const subscription =
    newSubscription ??
    (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)));
  if (!subscription || !oldSubscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const input = { oldEndpoint: oldSubscription.endpoint, endpoint, ...keys };
  await fetch("/graphql", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ query: RENEW, variables: { input } }),
  });
}
