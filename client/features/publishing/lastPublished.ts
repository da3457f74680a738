import { store, stored } from "../../platform/storage.ts";

/** Within this time the same text is probably published by mistake, in milliseconds (landscape E6). */
export const SAME_TEXT_MS = 300_000;
const KEY = "last_published";

/** A short mark of a text; two texts may share one, which costs a needless question. */
function markOf(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index++) sum = (sum * 31 + body.charCodeAt(index)) | 0;
  return `${body.length}:${sum}`;
}

/** True if the last text published in this browser is this one and at most `SAME_TEXT_MS` old. */
export function wasJustPublished(body: string): boolean {
  return stored<string>(KEY) === markOf(body.trim());
}

/** Remembers what was published just now. */
export function rememberPublished(body: string): void {
  store(KEY, markOf(body.trim()), SAME_TEXT_MS);
}
