import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
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
afterEach(() => cleanup());
profileFiles();
