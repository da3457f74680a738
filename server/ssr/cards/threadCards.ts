import { createHash } from "node:crypto";
import { type ExecutionResult, parse } from "graphql";
import { LRUCache } from "lru-cache";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { hasRoomForRendition, queueRendition } from "../../features/attachments/pictures/pictureQueue.ts";
import { accentOf } from "../../features/settings/accent/accent.ts";
import { getSettings } from "../../features/settings/setting.service.ts";
import { type CardFacts, drawCard } from "./drawCard.ts";

/** Query of the texts of a card. */
export const CARD_DOCUMENT = parse(
  `query ThreadCard($id: ID!) { thread(id: $id) { title category { name } author { nickname } } }`,
);
/** Memory for finished cards, in bytes. */
const CACHE_MAX_BYTES = 4_000_000;
/** Time after which a refused card may be asked for again, in seconds. */
const RETRY_AFTER_S = 10;

interface CardData {
  readonly thread?: {
    readonly title: string;
    readonly category: { readonly name: string };
    readonly author: { readonly nickname: string } | null;
  } | null;
}

const cards = new LRUCache<string, Buffer>({
  maxSize: CACHE_MAX_BYTES,
  sizeCalculation: (card) => card.length,
});
const drawing = new Map<string, Promise<Buffer>>();

/** A card, and the hash of what it shows. */
export interface ThreadCard {
  readonly hash: string;
  /** Draws the card unless it is in memory; concurrent requests share one drawing. @throws {DomainError} OVERLOADED */
  png(): Promise<Buffer>;
}

/** Makes the card of a thread from the result of `CARD_DOCUMENT`; null if its reader may not see the thread. */
export async function threadCard(ctx: Context, { data }: ExecutionResult): Promise<ThreadCard | null> {
  const thread = (data as CardData | null | undefined)?.thread;
  if (!thread) return null;
  const settings = await getSettings(ctx);
  const facts: CardFacts = {
    title: thread.title,
    site: settings.site_name,
    category: thread.category.name,
    author: thread.author?.nickname ?? null,
    accent: accentOf(settings),
  };
  const hash = createHash("sha1").update(JSON.stringify(facts)).digest("base64url");
  return { hash, png: () => draw(hash, facts) };
}

function draw(hash: string, facts: CardFacts): Promise<Buffer> {
  const kept = cards.get(hash);
  if (kept) return Promise.resolve(kept);
  const running = drawing.get(hash);
  if (running) return running;
  if (!hasRoomForRendition())
    return Promise.reject(new DomainError("OVERLOADED", { retryAfterSeconds: RETRY_AFTER_S }));
  const job = queueRendition(() => drawCard(facts))
    .then((card) => {
      cards.set(hash, card);
      return card;
    })
    .finally(() => drawing.delete(hash));
  drawing.set(hash, job);
  return job;
}
