import { Parser } from "htmlparser2";
import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { providerOf, type OembedProvider } from "../settings/catalogue/oembedProviders.ts";
import { SITE_NAME_MAX, PLAYER_URL_MAX, TITLE_MAX } from "./linkPreview.entity.ts";
import { plainFact } from "./pageFacts.ts";
import { mayFrame } from "./players.ts";
import { previewSettings } from "./previewSettings.service.ts";
import { fetchFrom, type Page } from "./readPage.ts";

const ANSWER_TIMEOUT_MS = 3_000;
const ANSWER_MAX_BYTES = 65_536;
const JSON_TYPE = /^\s*(?:application|text)\/(?:json|javascript|[\w.-]+\+json)\s*(?:;|$)/i;
/** Types of answers that have a player. */
const PLAYING: ReadonlySet<string> = new Set(["video", "rich"]);
/** Greatest side of a player, in pixels. */
const SIDE_MAX = 4_096;
/** Size that is asked for, in pixels. */
const WANTED_WIDTH = "640";

const SIDE = z.coerce.number().int().min(1).max(SIDE_MAX).catch(0);
const TEXT = z.string().catch("");
/** Facts that are read of an answer (oEmbed 1.0, 2.3.4); all others are passed over. */
const ANSWER = z.object({
  type: z.string(),
  title: TEXT,
  author_name: TEXT,
  provider_name: TEXT,
  thumbnail_url: TEXT,
  html: TEXT,
  width: SIDE,
  height: SIDE,
});

/** Asks the provider of a page for its facts; null without one, and without an answer that says something. */
export async function readOembed(ctx: Context, url: string, stopping: AbortSignal): Promise<Page | null> {
  const { providers, players } = await previewSettings(ctx);
  const provider = providerOf(new URL(url), providers);
  if (!provider) return null;
  try {
    const { answer, from } = await fetchFrom(ctx, endpointFor(provider, url), {
      accept: "application/json",
      type: JSON_TYPE,
      timeoutMs: ANSWER_TIMEOUT_MS,
      maxBytes: ANSWER_MAX_BYTES,
      stopping,
    });
    if (!answer.isWhole || answer.body.length > ANSWER_MAX_BYTES) return null;
    return pageFrom(JSON.parse(answer.body.toString("utf8")), provider, from.href, players);
  } catch (error) {
    if (stopping.aborted) throw error;
    // The page itself says something, too.
    return null;
  }
}

function endpointFor({ endpoint }: OembedProvider, url: string): string {
  const address = new URL(endpoint.replace("{format}", "json"));
  address.searchParams.set("url", url);
  address.searchParams.set("format", "json");
  address.searchParams.set("maxwidth", WANTED_WIDTH);
  return address.href;
}

function pageFrom(
  value: unknown,
  { name }: OembedProvider,
  url: string,
  players: readonly string[],
): Page | null {
  const answer = ANSWER.safeParse(value).data;
  const title = plainFact(answer?.title ?? "", TITLE_MAX);
  if (!answer || title === "") return null;
  const frame = PLAYING.has(answer.type) ? frameIn(answer.html) : null;
  const isPlayer = frame !== null && frame.length <= PLAYER_URL_MAX && mayFrame(frame, players);
  return {
    url,
    title,
    description: plainFact(answer.author_name, TITLE_MAX),
    siteName: plainFact(answer.provider_name, SITE_NAME_MAX) || plainFact(name, SITE_NAME_MAX),
    image: answer.thumbnail_url.trim() || null,
    player: isPlayer ? { url: frame, width: answer.width, height: answer.height } : null,
  };
}

/** Finds the address of the only frame in the HTML of an answer; null without one, and with more of them. */
function frameIn(html: string): string | null {
  const frames: string[] = [];
  const parser = new Parser({
    onopentag(name, { src = "" }) {
      if (name === "iframe") frames.push(src.trim());
    },
  });
  parser.end(html);
  const [frame] = frames;
  return frames.length === 1 && frame !== undefined && URL.canParse(frame) ? new URL(frame).href : null;
}
