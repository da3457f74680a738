import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "../../server/core/context.ts";
import { DomainError } from "../../server/core/errors.ts";
import { LoaderStore } from "../../server/core/loaders.ts";
import { inTransaction } from "../../server/core/transaction.ts";
import { UserStatus, type Viewer } from "../../server/core/viewer.ts";
import { deleteDialog, markDialogRead, sendMessage } from "../../server/features/messages/message.service.ts";
import { NotificationEntry } from "../../server/features/notifications/inbox/notification.entity.ts";
import {
  deleteNotifications,
  restoreNotifications,
} from "../../server/features/notifications/inbox/notification.deletion.service.ts";
import {
  markNotificationsRead,
  markNotificationsUnread,
} from "../../server/features/notifications/inbox/notification.service.ts";
import { setPostLiked } from "../../server/features/posts/reactions/post.reaction.service.ts";
import { replyToThread } from "../../server/features/posts/post.service.ts";
import { viewerFor } from "../../server/features/auth/sessions/viewer.service.ts";
import { setThreadEssence } from "../../server/features/threads/moderation/thread.moderation.service.ts";
import { setThreadLiked } from "../../server/features/threads/reactions/thread.reaction.service.ts";
import { wrongUnreadCounts } from "../support/countsBySpec.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Operations of a usual run; `UNREAD_OPERATIONS=100000` makes the long one. */
const OPERATIONS = Number(process.env["UNREAD_OPERATIONS"] ?? 5_000);
/** A run begins with this number; told if something is wrong, so that it can be repeated with `UNREAD_SEED`. */
const SEED = Number(process.env["UNREAD_SEED"] ?? Date.now() % 2_147_483_647);
/** Operations of one transaction; an error undoes all of them. */
const TOGETHER = 40;
/** Operations after which all members are counted anew. */
const CHECKED_EVERY = 1_000;
/** Longest run: a hundred thousand operations on a busy machine. */
const PATIENCE_MS = 3_600_000;
const [MEMBERS, THREADS] = [12, 8];

let forum: Forum;
let people: Person[];
let viewers: Viewer[];
let threadIds: number[];
beforeAll(async () => {
  forum = await Forum.open();
  people = [];
  for (let n = 0; n < MEMBERS; n++) people.push(n === 0 ? await forum.moderator() : await forum.member());
  const categoryId = await forum.categoryId();
  threadIds = [];
  for (let n = 0; n < THREADS; n++)
    threadIds.push(Number((await publish(people[n % MEMBERS]!, { categoryId })).id));
  viewers = await Promise.all(
    people.map(({ id, groupId }) =>
      viewerFor(forum.app.context(), {
        userId: id,
        groupId,
        groupExpiresAt: null,
        returnGroupId: null,
        returnGroupExpiresAt: null,
        levelGroupId: null,
        bannedUntil: null,
        silencedUntil: null,
        status: UserStatus.NORMAL,
      }),
    ),
  );
}, PATIENCE_MS);
afterAll(() => forum.close());

const step = fc.record({
  // Reading and marking more often than writing, as in life.
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("reply", "comment", "mention") },
    { weight: 7, arbitrary: fc.constantFrom("like", "likePost", "likePost", "like", "essence") },
    { weight: 8, arbitrary: fc.constantFrom("send", "send", "readDialog", "readDialog", "deleteDialog") },
    { weight: 2, arbitrary: fc.constantFrom("markList", "markAll") },
    {
      weight: 12,
      arbitrary: fc.constantFrom(
        ...(["markSome", "unmarkSome", "markSome", "unmarkSome", "deleteSome", "restoreSome"] as const),
      ),
    },
  ),
  who: fc.nat(MEMBERS - 1),
  /** So many members further on: never oneself. */
  whom: fc.integer({ min: 1, max: MEMBERS - 1 }),
  which: fc.nat(999),
  wanted: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const posts: { id: number; threadId: number }[] = [];

/** One operation of one member, by the verb that both doors call. */
async function act(base: Context, { what, who, whom, which, wanted }: Step): Promise<void> {
  const viewer = viewers[who]!;
  const ctx: Context = { ...base, viewer, proof: "token", now: new Date(), loaders: new LoaderStore() };
  const peer = people[(who + whom) % MEMBERS]!;
  const threadId = threadIds[which % THREADS]!;
  const post = posts.at(-1 - (which % 40));
  const said = (body: string, replyToPostId?: string) =>
    replyToThread(ctx, { threadId: String(threadId), body, attachmentIds: [], replyToPostId });
  switch (what) {
    case "reply":
    case "mention": {
      const { id } = await said(what === "reply" ? "Reply" : `@${peer.nickname} hello`);
      return void posts.push({ id, threadId });
    }
    case "comment":
      if (!post) return;
      return void (await replyToThread(ctx, {
        threadId: String(post.threadId),
        body: "Comment",
        attachmentIds: [],
        replyToPostId: String(post.id),
      }));
    case "like":
      return void (await setThreadLiked(ctx, { threadId, liked: wanted }));
    case "likePost":
      return void (post && (await setPostLiked(ctx, { postId: post.id, liked: wanted })));
    case "essence":
      return void (await setThreadEssence({ ...ctx, viewer: viewers[0]! }, { threadId, essence: wanted }));
    case "send":
      return void (await sendMessage(ctx, { userId: String(peer.id), body: "Hi" }));
    case "readDialog":
      return void (await markDialogRead(ctx, { userId: peer.id }));
    case "deleteDialog":
      return void (await deleteDialog(ctx, peer.id));
    case "markList":
      return void (await markNotificationsRead(ctx, { entry: NotificationEntry.THREAD }));
    case "markAll":
      return void (which % 5 === 0 && (await markNotificationsRead(ctx, {})));
    case "markSome":
    case "unmarkSome":
    case "deleteSome":
    case "restoreSome":
      break;
  }
  const found = await ctx.db.query<{ id: number }[]>(
    `SELECT n.id FROM ${what === "restoreSome" ? "deleted_notices" : "notifications"} n
     WHERE n.userId = ? ORDER BY n.id DESC LIMIT 12`,
    [viewer.id],
  );
  const ids = found.filter((_, index) => (index + which) % 3 === 0).map(({ id }) => String(id));
  if (what === "markSome") await markNotificationsRead(ctx, { ids });
  else if (what === "unmarkSome") await markNotificationsUnread(ctx, { ids });
  else if (what === "deleteSome") await deleteNotifications(ctx, ids);
  else await restoreNotifications(ctx, ids);
}

/** Several operations as one transaction; if one is refused, none has happened. */
async function together(steps: readonly Step[]): Promise<number> {
  const known = posts.length;
  try {
    await inTransaction(forum.app.context(), async (ctx) => {
      posts.length = known;
      for (const each of steps) await act(ctx, each);
    });
    return steps.length;
  } catch (error) {
    posts.length = known;
    expect(error).toBeInstanceOf(DomainError);
    return 0;
  }
}

/** Each operation by itself, all at the same moment. */
async function atOnce(steps: readonly Step[]): Promise<number> {
  const done = await Promise.all(
    steps.map((each) =>
      act(forum.app.context(), each).then(
        () => 1,
        (error: unknown) => {
          expect(error).toBeInstanceOf(DomainError);
          return 0;
        },
      ),
    ),
  );
  return done.reduce((sum: number, one) => sum + one, 0);
}

test(
  `after each thousand of ${OPERATIONS} operations what is kept as unread is what is unread`,
  async () => {
    let [done, tried, checked] = [0, 0, 0];
    while (done < OPERATIONS) {
      const steps = fc.sample(step, { numRuns: TOGETHER, seed: SEED + tried });
      done += tried % 8 === 7 ? await atOnce(steps.slice(0, 8)) : await together(await possible(steps));
      tried++;
      if (tried % 3 === 0) await forum.delivered();
      if (done - checked < CHECKED_EVERY && done < OPERATIONS) continue;
      checked = done;
      await forum.delivered();
      expect(await wrongUnreadCounts(forum), `UNREAD_SEED=${SEED}`).toEqual([]);
      expect(await wrongSides(), `UNREAD_SEED=${SEED}`).toEqual([]);
    }
    expect(await forum.rows("SELECT o.id FROM outbox o")).toEqual([]);
    // Most are gone by now, with what they told of.
    const [{ told } = { told: 0 }] = await forum.rows<{ told: number }>(
      "SELECT MAX(id) AS told FROM notifications",
    );
    expect(Number(told)).toBeGreaterThan(OPERATIONS / 100);
    expect(done).toBeGreaterThanOrEqual(OPERATIONS);
  },
  PATIENCE_MS,
);

/** Without what is certain to be refused: reading or deleting a dialog that does not exist. */
async function possible(steps: readonly Step[]): Promise<Step[]> {
  const sides = await forum.rows<{ userId: number; peerId: number }>(
    "SELECT s.userId, s.peerId FROM dialog_sides s",
  );
  const known = new Set(sides.map(({ userId, peerId }) => `${userId} ${peerId}`));
  return steps.filter(({ what, who, whom }) => {
    if (what !== "readDialog" && what !== "deleteDialog") return true;
    return known.has(`${people[who]!.id} ${people[(who + whom) % MEMBERS]!.id}`);
  });
}

/** Dialogs whose own number of unread messages is not what is unread in them. */
function wrongSides(): Promise<object[]> {
  return forum.rows(
    `SELECT s.userId, s.peerId, s.unread FROM dialog_sides s WHERE s.unread <>
       (SELECT COUNT(*) FROM messages m WHERE m.dialogId = s.dialogId AND m.authorId = s.peerId
          AND m.id > s.readUpTo AND m.id > s.deletedUpTo)`,
  );
}
