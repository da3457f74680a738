import type { Context } from "../../../../core/context.ts";
import { marks, rows, select } from "../../../../core/sql.ts";
import { balanced } from "../../../../core/text.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";
import type { Counted } from "../../../unread/unread.entity.ts";
import { unreadCountsOf } from "../../../unread/unread.view.ts";
import { WatchLevel, WatchTarget } from "../../../watches/watch.entity.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { Thread } from "../../../threads/thread.entity.ts";
import { LONG_TEXTS } from "../../../threads/thread.sql.ts";
import { canSeeThread } from "../../../threads/thread.policy.ts";
import type { Bundle } from "../queue/claim.service.ts";
import { DIGEST_EVERY_MS, digestOf } from "./digest.service.ts";
import { DIGEST_KIND } from "../kinds.ts";
import { bodiesOf, letterName, mailFor } from "./message.service.ts";
import { letterTexts } from "./messageTexts.ts";
import type { Recipient } from "../recipient.service.ts";
import type { Letter } from "../senders/sender.ts";
import { DIGEST_TOPIC } from "../addresses/unsubscribe.service.ts";

/** Threads that a digest names at most. */
export const DIGEST_THREADS = 5;
/** Of them, at most so many of one category, while others have any: a loud one does not take all places. */
const PER_CATEGORY = 2;
/** The best threads that a round of digests chooses from. */
const CANDIDATES = 200;

/** What the digests of a round choose from. */
export interface DigestFacts {
  readonly threads: readonly Thread[];
  readonly unread: ReadonlyMap<number, Counted>;
  /** Whom and what recipients do not want to hear of: `<userId> <target> <id>`. */
  readonly unwanted: ReadonlySet<string>;
}

const NO_DIGESTS: DigestFacts = { threads: [], unread: new Map(), unwanted: new Set() };

/** What the digests of these members are made of: four statements for all of them. */
export async function digestFactsOf(ctx: Context, recipients: readonly Recipient[]): Promise<DigestFacts> {
  if (recipients.length === 0) return NO_DIGESTS;
  const ids = [...new Set(recipients.map(({ id }) => id))];
  const threads = await select(
    ctx,
    Thread,
    "t",
    `threads t WHERE t.visible = 1 ORDER BY t.hotScore DESC, t.id DESC LIMIT ${CANDIDATES}`,
    [],
    LONG_TEXTS,
  );
  const unread = await rows<Counted & { userId: number }>(
    ctx,
    `SELECT * FROM unread_counts WHERE userId IN (${marks(ids)})`,
    ids,
  );
  const watches = await rows<{ userId: number; target: string; targetId: number }>(
    ctx,
    `SELECT w.userId, w.target, w.targetId FROM watches w WHERE w.userId IN (${marks(ids)}) AND w.level = ?`,
    [...ids, WatchLevel.MUTED],
  );
  const blocks = await rows<{ userId: number; blockedUserId: number }>(
    ctx,
    `SELECT b.userId, b.blockedUserId FROM blocks b WHERE b.userId IN (${marks(ids)})`,
    ids,
  );
  return {
    threads,
    unread: new Map(unread.map((each) => [each.userId, each])),
    unwanted: new Set([
      ...watches.map(({ userId, target, targetId }) => `${userId} ${target} ${targetId}`),
      ...blocks.map(({ userId, blockedUserId }) => `${userId} ${WatchTarget.MEMBER} ${blockedUserId}`),
    ]),
  };
}

/** The digest of a member; null if there is nothing to tell or they no longer want one. */
export async function composeDigest(
  ctx: Context,
  { letterId, channel }: Pick<Bundle, "letterId"> & { channel: NotificationChannel },
  recipient: Recipient,
  facts: DigestFacts,
): Promise<Letter | null> {
  const every = DIGEST_EVERY_MS[digestOf(recipient.choices)];
  if (every === null) return null;
  const threads = bestFor(recipient, facts, new Date(ctx.now.getTime() - every));
  const counted = facts.unread.get(recipient.id);
  const counts = counted ? unreadCountsOf(counted) : null;
  const messages = counts?.dialogMessage ?? 0;
  const notifications = (counts?.total ?? 0) - messages;
  if (threads.length === 0 && notifications + messages === 0) return null;
  const { site_name: siteName } = await getSettings(ctx);
  const t = letterTexts(recipient.locale);
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
    id: letterName(letterId),
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

/** The best new threads that a member may read and has not written, of several categories. */
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
