/** Full path of Chromium or Chrome, or null. */
export function findChromium(): string | null;
/** Full path of a Chromium or Chrome that can show notifications, or null. */
export function findWholeChromium(): string | null;
