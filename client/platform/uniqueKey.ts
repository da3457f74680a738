/** Bytes of a key: as many as a UUID has. */
const BYTES = 16;

/** A key that nobody else makes; also where the page has no https, and browsers keep `randomUUID` from it. */
export function uniqueKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
