import { closeSync, openSync, writeFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { callOutside } from "../../core/outsideCalls.ts";
import { extensionOf } from "../../features/attachments/fileKinds.ts";
import { problemBy } from "../problems.ts";

const FILE_MAX_BYTES = 200_000_000;
/** Time for one file. */
const TIMEOUT_MS = 120_000;
const OK = 200;
/** Calls in a row without an answer, after which the site counts as away. */
const SILENT_MAX = 20;
const PAGES: ReadonlySet<string> = new Set(["html", "htm", "xhtml"]);

/** A file that cannot be written here, which is no fault of the old site. */
class StorageError extends Error {}

/** Fetches files from the addresses that they had on the old site. */
export class FileFetcher {
  private silent = 0;

  /** @param site address of the old site, without a slash at its end; the owner has named it */
  constructor(private readonly site: string) {}

  /**
   * Fetches a file; it is there under its name only if all of it came.
   * @param onSite path on the old site, with its query
   * @returns null, or why it could not be fetched
   * @throws {Error} if the site does not answer any more
   */
  async fetch(onSite: string, location: string): Promise<string | null> {
    await mkdir(dirname(location), { recursive: true });
    const part = `${location}.part`;
    const file = openSync(part, "w");
    let bytes = 0;
    let isOpen = true;
    let failure: unknown = null;
    const take = (data: Buffer): void => {
      bytes += data.length;
      if (!isOpen || failure) return;
      try {
        writeFileSync(file, data);
      } catch (error) {
        failure = error;
      }
    };
    try {
      const answer = await callOutside({
        url: this.site + onSite,
        method: "GET",
        headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Luntan" },
        timeoutMs: TIMEOUT_MS,
        maxBytes: FILE_MAX_BYTES,
        // Old sites are often at an address of the inner net, or without https; redirects are not followed.
        mayBeInner: true,
        take,
      });
      this.silent = 0;
      if (failure) throw new StorageError((failure as Error).message, { cause: failure });
      const { status, headers, isWhole } = answer;
      const isPage =
        String(headers["content-type"]).startsWith("text/html") && !PAGES.has(extensionOf(location));
      if (status !== OK) return `The old site answered ${status}.`;
      if (isPage) return "The old site showed a page instead.";
      if (bytes > FILE_MAX_BYTES) return `It is longer than ${FILE_MAX_BYTES} bytes.`;
      if (!isWhole) return "The old site ended the answer early.";
      await rename(part, location);
      return null;
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const reason = (error as Error).message;
      if (++this.silent >= SILENT_MAX) throw problemBy(error, "SITE_SILENT", this.site, reason);
      return `The old site did not answer: ${reason}`;
    } finally {
      isOpen = false;
      closeSync(file);
      await rm(part, { force: true });
    }
  }
}

/** Gives the address of a path, each part of it encoded. */
export function addressOf(path: string): string {
  return `/${path
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/")}`;
}
