import type { Context } from "../../core/context.ts";
import { callOutside, OutsideRefusal, type OutsideAnswer } from "../../core/outsideCalls.ts";
import { decodePage, factsOf, type PageFacts } from "./pageFacts.ts";
import { previewSettings } from "./previewSettings.service.ts";

/** For each call of a page. */
const PAGE_TIMEOUT_MS = 3_000;
const PAGE_MAX_BYTES = 512_000;
const PICTURE_TIMEOUT_MS = 5_000;
/** Largest picture that is fetched, in bytes. */
const PICTURE_MAX_BYTES = 2_000_000;
const REDIRECTS_MAX = 3;
const OK = 200;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Answers that another attempt may get otherwise. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
const BROKEN = 500;
const PAGE_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;
const PICTURE_TYPE = /^\s*image\//i;
const HEAD_END = /<\/head\s*>/i;
/** The end of a head may be divided between two parts of an answer: so many bytes of the last one are looked at again. */
const OVERLAP = 16;

/** The page has no preview, and another attempt soon would change nothing. */
export class NoPreview extends Error {}

/** A page that was read. */
export interface Page extends PageFacts {
  /** Address that it was read from. */
  readonly url: string;
  /** Player that its provider gives; null without one. */
  readonly player: { readonly url: string; readonly width: number; readonly height: number } | null;
}

interface Fetching {
  readonly accept: string;
  readonly type: RegExp;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly stopping: AbortSignal;
  isEnough?(part: Buffer): boolean;
}

/** True once the parts of an answer have come to the end of the head of the page. */
function headWatch(): (part: Buffer) => boolean {
  let end = "";
  return (part) => {
    const text = end + part.toString("latin1");
    end = text.slice(-OVERLAP);
    return HEAD_END.test(text);
  };
}

/**
 * Reads the head of a page.
 * @throws {NoPreview} if it is no page, or says nothing of itself; {Error} if there is no answer in time
 */
export async function readPage(ctx: Context, url: string, stopping: AbortSignal): Promise<Page> {
  const { answer, from } = await fetchFrom(ctx, url, {
    accept: "text/html,application/xhtml+xml",
    type: PAGE_TYPE,
    timeoutMs: PAGE_TIMEOUT_MS,
    maxBytes: PAGE_MAX_BYTES,
    stopping,
    isEnough: headWatch(),
  });
  const html = decodePage(answer.body, String(answer.headers["content-type"]));
  const facts = factsOf(html, String(answer.headers["x-robots-tag"] ?? ""));
  if (!facts) throw new NoPreview("The page has no title.");
  return { ...facts, url: from.href, player: null };
}

/** Fetches the picture of a page. @throws {Error} if there is none */
export async function fetchPicture(
  ctx: Context,
  { image, url }: Page,
  stopping: AbortSignal,
): Promise<Buffer | null> {
  if (image === null || !URL.canParse(image, url)) return null;
  const { answer } = await fetchFrom(ctx, new URL(image, url).href, {
    accept: "image/*",
    type: PICTURE_TYPE,
    timeoutMs: PICTURE_TIMEOUT_MS,
    maxBytes: PICTURE_MAX_BYTES,
    stopping,
  });
  return answer.isWhole && answer.body.length <= PICTURE_MAX_BYTES ? answer.body : null;
}

/**
 * Fetches from an address, and from where it redirects to; each is checked as the first one.
 * @throws {NoPreview} if another attempt soon would change nothing; {Error} if there is no answer in time
 */
export async function fetchFrom(
  ctx: Context,
  address: string,
  fetching: Fetching,
): Promise<{ answer: OutsideAnswer; from: URL }> {
  const { isBlocked } = await previewSettings(ctx);
  let from = new URL(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    if (isBlocked(from.hostname) || from.host === new URL(ctx.services.publicUrl).host)
      throw new NoPreview("This host is not called.");
    const answer = await call(ctx, from, fetching);
    const { status, headers } = answer;
    const location = headers["location"];
    if (REDIRECTS.has(status) && typeof location === "string" && URL.canParse(location, from)) {
      from = new URL(location, from);
      continue;
    }
    if (status >= BROKEN || PASSING.has(status)) throw new Error(`HTTP ${status}`);
    if (status !== OK) throw new NoPreview(`HTTP ${status}`);
    if (!fetching.type.test(String(headers["content-type"]))) throw new NoPreview("Another type.");
    return { answer, from };
  }
  throw new NoPreview("Too many redirects.");
}

async function call(ctx: Context, url: URL, fetching: Fetching): Promise<OutsideAnswer> {
  const { mayCallInner, publicUrl, version } = ctx.services;
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new NoPreview("No address of the web.");
  const target = new URL(url);
  target.hash = "";
  // Only https is called outside; most sites that are linked by http have it.
  if (!mayCallInner) target.protocol = "https:";
  try {
    return await callOutside({
      url: target.href,
      method: "GET",
      headers: {
        accept: fetching.accept,
        "accept-encoding": "identity",
        "accept-language": "zh-CN,zh;q=0.9,en;q=0.8",
        "user-agent": `Luntan/${version} (link preview; +${publicUrl})`,
      },
      timeoutMs: fetching.timeoutMs,
      maxBytes: fetching.maxBytes,
      stopping: fetching.stopping,
      wants: ({ status, headers }) => status === OK && fetching.type.test(String(headers["content-type"])),
      ...(fetching.isEnough && { isEnough: fetching.isEnough }),
      mayBeInner: mayCallInner,
    });
  } catch (error) {
    if (error instanceof OutsideRefusal) throw new NoPreview(error.message);
    throw error;
  }
}
