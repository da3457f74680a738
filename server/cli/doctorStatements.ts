import type { Context } from "../core/context.ts";
import { raiseCounter } from "../features/auth/attempts/limitCounter.sql.ts";
import { findSessionRow } from "../features/auth/sessions/session.sql.ts";
import { countSlice } from "../features/counters/check.sql.ts";
import { KEPT } from "../features/counters/definitions.sql.ts";
import { dialogsOf, messagesOf, selectSince, storeMessage } from "../features/messages/message.sql.ts";
import { messagesOfRoom, roomsOf, selectSeats, storeRoomMessage } from "../features/rooms/room.sql.ts";
import { insertKey, storeAnswer } from "../features/money/ledger/moneyKey.sql.ts";
import {
  NotificationEntry,
  NotificationFilter,
  NotificationReason,
} from "../features/notifications/inbox/notification.entity.ts";
import {
  insertNotifications,
  notificationsBefore,
  type NewNotification,
} from "../features/notifications/inbox/notification.sql.ts";
import { claim, insertEntries } from "../features/outbox/outbox.sql.ts";
import { readForumPosts } from "../features/posts/lists/post.list.sql.ts";
import { addLikes, react as reactToPost } from "../features/posts/reactions/reaction.sql.ts";
import { insertQueued, readQueued } from "../features/search/index/index.sql.ts";
import { readPinned } from "../features/threads/lists/thread.list.sql.ts";
import { react, setLikes } from "../features/threads/reactions/reaction.sql.ts";
import { SESSION_COUNTERS } from "../features/unread/unread.service.ts";
import { addToCounters, countersOf, lockCounters } from "../features/unread/unread.sql.ts";
import { addToContentCounter } from "../features/users/userCounter.sql.ts";
import { WatchTarget } from "../features/watches/watch.entity.ts";
import { readLevels } from "../features/watches/watch.sql.ts";

/** Statements of a table as the program runs them. */
export interface Trial {
  readonly table: string;
  /** @param ctx in a transaction that is rolled back; its viewer is a member, or 0 if there is none */
  run(ctx: Context): Promise<unknown>;
}

/** Nobody and nothing has this id, so that no row of somebody is locked. */
const NO_ID = 0;

/** The statements that a forum runs all day. Those of the ledger's rules are run by the check of the books. */
export const TRIALS: readonly Trial[] = [
  {
    table: "unread_counts",
    async run(ctx) {
      await lockCounters(ctx, [ctx.viewer.id]);
      await addToCounters(ctx, [[ctx.viewer.id, { system: 1 }]]);
      await countersOf(ctx, [ctx.viewer.id]);
    },
  },
  {
    table: "notifications",
    async run(ctx) {
      await notificationsBefore(ctx, {}, null, 1);
      await notificationsBefore(ctx, { filter: NotificationFilter.UNREAD }, null, 1);
      await insertNotifications(ctx, [notificationOf(ctx)]);
    },
  },
  {
    table: "messages",
    async run(ctx) {
      await dialogsOf(ctx, { limit: 1 });
      await messagesOf(ctx, NO_ID, { after: NO_ID, limit: 1 });
      await selectSince(ctx, ctx.viewer.id, NO_ID);
      await storeMessage(ctx, NO_ID, [NO_ID, NO_ID], { body: "", attachmentId: null, clientKey: null });
    },
  },
  {
    table: "rooms",
    async run(ctx) {
      await roomsOf(ctx, { limit: 1 });
      await selectSeats(ctx, [NO_ID]);
      await messagesOfRoom(ctx, NO_ID, { after: NO_ID, limit: 1 });
      await storeRoomMessage(ctx, NO_ID, NO_ID, { body: "", attachmentId: null, clientKey: null });
    },
  },
  {
    table: "outbox",
    async run(ctx) {
      await insertEntries(ctx, [{ name: "doctor", orderKey: null, payload: "{}", dueAt: ctx.now }]);
      await claim(ctx, 1);
    },
  },
  {
    table: "search_queue",
    async run(ctx) {
      await insertQueued(ctx, "thread", NO_ID);
      await readQueued(ctx, 1);
    },
  },
  {
    table: "thread_likes",
    async run(ctx) {
      await setLikes(ctx, NO_ID, 0, 0);
      await react(ctx, "thread_likes", NO_ID, true);
    },
  },
  {
    table: "threads",
    run: (ctx) => readPinned(ctx, { sql: ["t.visible = 1"], values: [], plain: true }, 1),
  },
  {
    table: "post_likes",
    async run(ctx) {
      await addLikes(ctx, NO_ID, 1);
      await reactToPost(ctx, NO_ID, true);
    },
  },
  {
    table: "posts",
    run: (ctx) =>
      readForumPosts(ctx, { categories: "all", after: null, since: null, updatedSince: null, limit: 1 }),
  },
  { table: "sessions", run: (ctx) => findSessionRow(ctx.services, "", SESSION_COUNTERS) },
  { table: "users", run: (ctx) => addToContentCounter(ctx, NO_ID, "postCount", 1) },
  { table: "watches", run: (ctx) => readLevels(ctx, [{ target: WatchTarget.THREAD, ids: [NO_ID] }]) },
  { table: "limit_counters", run: (ctx) => raiseCounter(ctx, "doctor", ctx.now) },
  {
    table: "money_keys",
    async run(ctx) {
      const key = { actorId: ctx.viewer.id, operation: "doctor", clientKey: ctx.requestId };
      await storeAnswer(ctx, key, "");
      await insertKey(ctx, { ...key, digest: "", answer: "" });
    },
  },
  ...KEPT.map((kept) => ({
    table: kept.table,
    run: (ctx: Context) => countSlice(ctx, kept, Number.MAX_SAFE_INTEGER),
  })),
];

function notificationOf(ctx: Context): NewNotification {
  return {
    userId: ctx.viewer.id,
    type: "system",
    kind: "registered.passed",
    entry: NotificationEntry.ACCOUNT,
    actorId: null,
    threadId: null,
    postId: null,
    why: NotificationReason.ACCOUNT,
    groupKey: "",
    times: 1,
    data: "{}",
    readAt: null,
    createdAt: ctx.now,
  };
}
