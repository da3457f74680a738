import type { Context } from "../../../../core/context.ts";
import { balanced } from "../../../../core/text.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import type { Counted } from "../../../unread/unread.entity.ts";
import { getCountersOfAll } from "../../../unread/unread.service.ts";
import { unreadCountsOf } from "../../../unread/unread.view.ts";
import { WatchTarget } from "../../../watches/watch.entity.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import type { Thread } from "../../../threads/thread.entity.ts";
import { LONG_TEXTS } from "../../../threads/thread.sql.ts";
import { canSeeThread } from "../../../threads/thread.policy.ts";
import type { Bundle } from "../queue/claim.service.ts";
import { DIGEST_EVERY_MS, digestOf } from "./digest.service.ts";
import { selectBlocked, selectHottestThreads, selectMuted } from "./digest.sql.ts";
import { DIGEST_KIND } from "../kinds.ts";
import { bodiesOf, messageName, mailFor } from "./message.service.ts";
import { messageTexts } from "./messageTexts.ts";
import type { Recipient } from "../recipient.service.ts";
import type { OutgoingMessage } from "../senders/sender.ts";
import { DIGEST_TOPIC } from "../addresses/unsubscribe.service.ts";

/** Threads that a digest names at most. */
export const DIGEST_THREADS = 5;
/** Maximum threads of one category, while others have any: a busy one does not take all places. */
const PER_CATEGORY = 2;
/** Hottest threads that the digests of a batch choose from. */
const CANDIDATES = 200;

/** Data that the digests of a batch are made of. */
export interface DigestFacts {
  readonly threads: readonly Thread[];
  readonly unread: ReadonlyMap<number, Counted>;
  /** Subjects and authors that recipients muted or blocked: `<userId> <target> <id>`. */
  readonly unwanted: ReadonlySet<string>;
}

const NO_DIGESTS: DigestFacts = { threads: [], unread: new Map(), unwanted: new Set() };

/** Reads the data of these members' digests, in four statements. */
export async function digestFactsOf(ctx: Context, recipients: readonly Recipient[]): Promise<DigestFacts> {
  if (recipients.length === 0) return NO_DIGESTS;
  const ids = [...new Set(recipients.map(({ id }) => id))];
  const threads = await selectHottestThreads(ctx, CANDIDATES, LONG_TEXTS);
  const unread = await getCountersOfAll(ctx, ids);
  const mutes = await selectMuted(ctx, ids);
  const blocks = await selectBlocked(ctx, ids);
  return {
    threads,
    unread,
    unwanted: new Set([
      ...mutes.map(({ userId, target, targetId }) => `${userId} ${target} ${targetId}`),
      ...blocks.map(({ userId, blockedUserId }) => `${userId} ${WatchTarget.MEMBER} ${blockedUserId}`),
    ]),
  };
}

/** Composes the digest of a member; null if it would be empty or is no longer wanted. */
export async function composeDigest(
  ctx: Context,
  { letterId, channel }: Pick<Bundle, "letterId"> & { channel: NotificationChannel },
  recipient: Recipient,
  facts: DigestFacts,
): Promise<OutgoingMessage | null> {
  const every = DIGEST_EVERY_MS[digestOf(recipient.choices)];
  if (every === null) return null;
  const threads = bestFor(recipient, facts, new Date(ctx.now.getTime() - every));
  const counted = facts.unread.get(recipient.id);
  const counts = counted ? unreadCountsOf(counted) : null;
  const messages = counts?.dialogMessage ?? 0;
  const notifications = (counts?.total ?? 0) - messages;
  if (threads.length === 0 && notifications + messages === 0) return null;
  const { site_name: siteName } = await getSettings(ctx);
  const t = messageTexts(recipient.locale);
  const { publicUrl } = ctx.services;
  const title = t.digestTitle(siteName);
  const unread = t.digestUnread(notifications, messages);
  const items = threads.map(({ id, title, postCount, likeCount }) => ({
    text: `${balanced(title)}\n${t.digestCounts(postCount, likeCount)}`,
    url: `${publicUrl}/thread/${id}`,
    why: "",
  }));
  const unreadItem = { text: unread, url: `${publicUrl}/message`, why: "" };
  const mail = mailFor(ctx, recipient, siteName, {
    title,
    intro: threads.length > 0 ? t.digestThreads : "",
    items: unread === "" ? items : [...items, unreadItem],
    open: t.open,
    why: t.whyDigest,
    topics: [DIGEST_TOPIC],
  });
  const { id, nickname, locale } = recipient;
  return {
    id: messageName(letterId),
    recipient: { id, nickname, locale },
    address: recipient.addresses.get(channel)?.address ?? "",
    kind: DIGEST_KIND,
    title,
    url: publicUrl,
    why: t.whyDigest,
    notificationIds: [],
    providerTemplateId: "",
    values: [],
    ...bodiesOf(mail),
  };
}

/** Chooses the best new threads of several categories that a member may read and has not written. */
function bestFor({ id, viewer }: Recipient, { threads, unwanted }: DigestFacts, since: Date): Thread[] {
  const perCategory = new Map<number, number>();
  const best: Thread[] = [];
  const others: Thread[] = [];
  for (const thread of threads) {
    const { categoryId, authorId, isAnonymous, createdAt } = thread;
    if (best.length === DIGEST_THREADS) break;
    if (createdAt < since || authorId === id || !canSeeThread(viewer, thread).allowed) continue;
    const isUnwanted =
      unwanted.has(`${id} ${WatchTarget.THREAD} ${thread.id}`) ||
      unwanted.has(`${id} ${WatchTarget.CATEGORY} ${categoryId}`) ||
      (!isAnonymous && unwanted.has(`${id} ${WatchTarget.MEMBER} ${authorId}`));
    if (isUnwanted) continue;
    const before = perCategory.get(categoryId) ?? 0;
    perCategory.set(categoryId, before + 1);
    if (before < PER_CATEGORY) best.push(thread);
    else others.push(thread);
  }
  return [...best, ...others].slice(0, DIGEST_THREADS);
}
