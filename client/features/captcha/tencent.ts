/** Address of the vendor's script, which is always the same and must come from there. */
const SCRIPT = "https://turing.captcha.qcloud.com/TCaptcha.js";
/** Longest wait for the script, in milliseconds. */
const LOAD_TIMEOUT_MS = 15_000;
/** Tickets that the script makes up by itself where it does not reach the vendor. */
const MADE_UP = /^t(?:r)?error_/;

/** Result of the vendor's puzzle: `ret` is 0 once it is solved, 2 if it was closed. */
interface PuzzleResult {
  readonly ret: number;
  readonly ticket?: string | null;
  readonly randstr?: string | null;
}
type Puzzle = new (
  appId: string,
  onResult: (result: PuzzleResult) => void,
  options: { readonly userLanguage: string },
) => { show(): void; destroy?(): void };

/** Sentences for what goes wrong. */
interface Sentences {
  /** The puzzle was given up. */
  readonly closed: string;
  /** The vendor was not reached. */
  readonly failed: string;
}

/** Loading of the script; one for all forms. */
let loading: Promise<Puzzle> | null = null;

/**
 * Opens the puzzle of Tencent Cloud.
 * @returns the answer as the server takes it
 * @throws {Error} if it was closed, or the vendor cannot be reached
 */
export async function openTencent(
  appId: string,
  locale: string,
  { closed, failed }: Sentences,
): Promise<string> {
  const Puzzle = await (loading ??= load().catch(() => {
    loading = null;
    throw failure(failed);
  }));
  const userLanguage = locale === "zh-CN" ? "zh-cn" : "en";
  const { ret, ticket, randstr } = await new Promise<PuzzleResult>((done) => {
    new Puzzle(appId, done, { userLanguage }).show();
  });
  if (ret !== 0) throw failure(closed);
  if (!ticket || !randstr || MADE_UP.test(ticket)) throw failure(failed);
  return btoa(JSON.stringify({ ticket, randStr: randstr }));
}

/** An error whose sentence forms show as it is. */
function failure(sentence: string): Error {
  return Object.assign(new Error(sentence), { code: "CAPTCHA_NEEDED", requestId: null, field: "captcha" });
}

function load(): Promise<Puzzle> {
  return new Promise((done, fail) => {
    const script = document.createElement("script");
    const timer = setTimeout(() => fail(new Error("The captcha did not load in time.")), LOAD_TIMEOUT_MS);
    script.src = SCRIPT;
    script.onerror = () => fail(new Error("The captcha did not load."));
    script.onload = () => {
      clearTimeout(timer);
      const { TencentCaptcha } = window as { TencentCaptcha?: Puzzle };
      if (TencentCaptcha) done(TencentCaptcha);
      else fail(new Error("The captcha did not start."));
    };
    document.head.append(script);
  });
}
