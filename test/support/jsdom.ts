import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";
import { hideToast } from "../../client/ui/toast.tsx";
import { profileFiles } from "./profile.ts";

/** jsdom has no layout: these stand-ins answer what Mantine and the platform rules ask, and never call back. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

const noMedia = (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
});

// Windows are tried on a real server in the same process, whose buffers must be byte arrays here too.
const { buffer } = Buffer.alloc(1);
Object.assign(globalThis, {
  Uint8Array: Object.getPrototypeOf(Buffer) as object,
  ArrayBuffer: buffer.constructor,
});
Object.defineProperty(window, "matchMedia", { writable: true, value: noMedia });
Object.assign(globalThis, { ResizeObserver: NoObserver, IntersectionObserver: NoObserver });
Object.defineProperty(document, "fonts", {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});
window.HTMLElement.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
Object.assign(window.HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  },
});

// A dialog's code may come late on a busy machine; who waits in vain is told all the same.
configure({ asyncUtilTimeout: 15_000 });
/** Names that a test adds to an object of the browser; React marks documents that it listens to with a `_`. */
function namesOf(object: object): string[] {
  return Object.getOwnPropertyNames(object).filter((name) => !name.startsWith("_"));
}

const places = [document, navigator].map((object) => ({ object, names: new Set(namesOf(object)) }));

/** Leaves the page as a browser opens it, since the next file has the same one. */
function emptyPage(): void {
  hideToast();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const { object, names } of places)
    for (const name of namesOf(object)) if (!names.has(name)) Reflect.deleteProperty(object, name);
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const pair of document.cookie.split("; "))
    document.cookie = `${pair.split("=")[0]}=; path=/; max-age=0`;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
}

afterEach(() => cleanup());
afterAll(emptyPage);
profileFiles();
