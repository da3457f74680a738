/** Route loading fails after this (spec §9). */
export const ROUTE_TIMEOUT_MS = 3_800;
/** A page that failed is loaded anew once, not for ever. */
const RELOADED_KEY = "luntan_reloaded_at";
/** A second failure within this time is shown instead. */
export const RELOAD_AGAIN_AFTER_MS = 30_000;

/** The code of a page did not come; the messages are those of spec §8. */
export class RouteLoadError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "RouteLoadError";
  }
}

/** Waits for the code of a page. @throws {RouteLoadError} if it fails or takes longer than 3800 ms. */
export async function withinRouteTimeout<T>(module: string, load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => fail(new RouteLoadError(`Route did not complete loading: ${module}`)),
      ROUTE_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    throw error instanceof RouteLoadError ? error : new RouteLoadError(messageOf(error, module), error);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown, module: string): string {
  const isStyle = error instanceof Error && /\bcss\b/i.test(error.message);
  return isStyle ? `Failed to load stylesheet: ${module}` : `Failed to load script: ${module}`;
}

/** Loads the whole page anew, unless that was tried a moment ago; false if the person has to decide. */
export function reloadOnce(): boolean {
  try {
    const before = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (Date.now() - before < RELOAD_AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
    location.reload();
    return true;
  } catch {
    // Without storage it could reload for ever.
    return false;
  }
}
