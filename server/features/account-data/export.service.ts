import { MoreThan } from "typeorm";
import type { FindOptionsWhere, ObjectLiteral } from "typeorm";
import type { Context } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { verb } from "../../core/verbs.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { requireProof } from "../auth/sessions/proof.service.ts";
import { Session } from "../auth/sessions/session.entity.ts";
import { Draft } from "../drafts/draft.entity.ts";
import { Message } from "../messages/message.entity.ts";
import { ChannelAddress } from "../notifications/delivery/addresses/address.entity.ts";
import { NotificationPreference } from "../notifications/inbox/preferences/preference.entity.ts";
import { Post, PostLike } from "../posts/post.entity.ts";
import { SignInAnswer } from "../sign-in-fields/field.entity.ts";
import { ThreadFavorite, ThreadLike } from "../threads/reactions/reaction.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { Block, Follow } from "../users/relations/relation.entity.ts";
import { User } from "../users/user.entity.ts";
import { Watch } from "../watches/watch.entity.ts";

/** Rows that are read at once; others may ask in between. */
const PAGE = 200;

/** A part of the file: rows of one table that belong to the member. */
interface Section {
  readonly name: string;
  readonly table: new () => ObjectLiteral;
  /** Column that names the member. */
  readonly owner: string;
  /** Column by which the member's rows are read on; null where there are a few at most. */
  readonly key: string | null;
  readonly columns: readonly string[];
}

function section<T extends ObjectLiteral>(
  name: string,
  table: new () => T,
  owner: keyof T & string,
  key: (keyof T & string) | null,
  columns: readonly (keyof T & string)[],
): Section {
  return { name, table, owner, key, columns };
}

/** Parts of the file, in their order. */
const SECTIONS: readonly Section[] = [
  section("account", User, "id", null, [
    "id",
    "username",
    "nickname",
    "signature",
    "avatarUrl",
    "backgroundUrl",
    "groupId",
    "status",
    "createdAt",
    "messagesFrom",
    "followsFrom",
  ]),
  section("addresses", ChannelAddress, "userId", null, [
    "channel",
    "address",
    "verifiedAt",
    "pendingAddress",
  ]),
  section("notificationPreferences", NotificationPreference, "userId", null, ["choices", "changedAt"]),
  section("sessions", Session, "userId", "id", [
    "id",
    "client",
    "userAgent",
    "place",
    "createdAt",
    "lastSeenAt",
  ]),
  section("signInAnswers", SignInAnswer, "userId", "id", ["id", "name", "fieldsExt", "status", "createdAt"]),
  section("threads", Thread, "authorId", "id", [
    "id",
    "categoryId",
    "title",
    "body",
    "isAnonymous",
    "address",
    "location",
    "createdAt",
    "editedAt",
    "deletedAt",
  ]),
  section("replies", Post, "authorId", "id", [
    "id",
    "threadId",
    "number",
    "body",
    "isAnonymous",
    "createdAt",
    "editedAt",
    "deletedAt",
  ]),
  section("messages", Message, "authorId", "id", ["id", "dialogId", "body", "createdAt"]),
  section("drafts", Draft, "userId", "id", ["id", "threadId", "title", "body", "createdAt", "updatedAt"]),
  section("files", Attachment, "userId", "id", [
    "id",
    "kind",
    "path",
    "fileName",
    "fileSize",
    "mimeType",
    "createdAt",
  ]),
  section("favorites", ThreadFavorite, "userId", "threadId", ["threadId", "createdAt"]),
  section("likedThreads", ThreadLike, "userId", "threadId", ["threadId", "createdAt"]),
  section("likedReplies", PostLike, "userId", "postId", ["postId", "createdAt"]),
  section("follows", Follow, "fromUserId", "toUserId", ["toUserId", "createdAt"]),
  section("blocks", Block, "userId", "blockedUserId", ["blockedUserId", "createdAt"]),
  section("watches", Watch, "userId", null, ["target", "targetId", "level", "changedAt"]),
];

/**
 * Gives all that the forum holds of the viewer as the text of a JSON document, piece by piece, so that its size does not
 * matter. The pieces are read while they are taken.
 * @throws {DomainError} PROOF_NEEDED; RATE_LIMITED.
 */
export const exportAccount = verb({
  name: "exportAccount",
  who: "member",
  rate: "export",
  anyStanding: true,
  // A download carries the cookie alone, and changes nothing.
  withoutCompanion: true,
  async run(ctx: Context, stopping: AbortSignal): Promise<AsyncGenerator<string>> {
    await requireProof(ctx);
    return documentOf(ctx, ctx.viewer.accountId, stopping);
  },
});

async function* documentOf(ctx: Context, userId: number, stopping: AbortSignal): AsyncGenerator<string> {
  const pause = unhurried(stopping);
  yield `{\n"exportedAt": ${JSON.stringify(ctx.now)},\n"site": ${JSON.stringify(ctx.services.publicUrl)}`;
  for (const each of SECTIONS) {
    yield `,\n${JSON.stringify(each.name)}: [`;
    let separator = "\n";
    for (let last = 0, rows = await read(ctx, each, userId, last); rows.length > 0;) {
      for (const row of rows) {
        yield separator + JSON.stringify(row);
        separator = ",\n";
      }
      if (each.key === null || rows.length < PAGE) break;
      last = Number(rows.at(-1)![each.key]);
      await pause();
      rows = await read(ctx, each, userId, last);
    }
    yield "]";
  }
  yield "\n}\n";
}

function read(
  ctx: Context,
  { table, owner, key, columns }: Section,
  userId: number,
  after: number,
): Promise<ObjectLiteral[]> {
  const names = key === null || columns.includes(key) ? columns : [...columns, key];
  const where: FindOptionsWhere<ObjectLiteral> = { [owner]: userId };
  if (key !== null && key !== owner) where[key] = MoreThan(after);
  return ctx.db.find(table, {
    select: Object.fromEntries(names.map((name) => [name, true])),
    where,
    ...(key === null ? {} : { order: { [key]: "ASC" as const }, take: PAGE }),
  });
}
