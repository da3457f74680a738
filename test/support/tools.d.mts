/** Full path of Chromium or Chrome, or null. */
export function findChromium(): string | null;
