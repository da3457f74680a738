import { MoreThan } from "typeorm";
import type { FindOptionsRelations, FindOptionsSelect, FindOptionsWhere, ObjectLiteral } from "typeorm";
import type { Context } from "../../core/context.ts";
import { unhurried } from "../../core/slices.ts";
import { verb } from "../../core/verbs.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { Identity } from "../auth/identities/identity.entity.ts";
import { Passkey } from "../auth/passkeys/passkey.entity.ts";
import { requireProof } from "../auth/sessions/proof.service.ts";
import { Session } from "../auth/sessions/session.entity.ts";
import { UserBadge } from "../badges/badge.entity.ts";
import { CheckIn } from "../check-ins/checkIn.entity.ts";
import { Draft } from "../drafts/draft.entity.ts";
import { Invitation, InvitationAcceptance } from "../invitations/invitation.entity.ts";
import { Entitlement } from "../entitlements/entitlement.entity.ts";
import { Message } from "../messages/message.entity.ts";
import { ChannelAddress } from "../notifications/delivery/addresses/address.entity.ts";
import { NotificationPreference } from "../notifications/inbox/preferences/preference.entity.ts";
import { AccountKind } from "../money/ledger/account.entity.ts";
import { MoneyEntry } from "../money/ledger/transaction.entity.ts";
import { Order } from "../orders/order.entity.ts";
import { listPluginRowsOf } from "../plugins/server-part/personalData.service.ts";
import { PollVote } from "../polls/poll.entity.ts";
import { Post, PostLike } from "../posts/post.entity.ts";
import { SignInAnswer } from "../sign-in-fields/field.entity.ts";
import { PaidContent } from "../threads/paid/paidContent.entity.ts";
import { ThreadFavorite, ThreadLike } from "../threads/reactions/reaction.entity.ts";
import { Thread } from "../threads/thread.entity.ts";
import { Block, Follow } from "../users/relations/relation.entity.ts";
import { User } from "../users/user.entity.ts";
import { Watch } from "../watches/watch.entity.ts";
import { Withdrawal } from "../withdrawals/withdrawal.entity.ts";

/** Rows that are read at once; others may ask in between. */
const PAGE = 200;

/** A part of the file: rows of one table that belong to the member. */
interface Section {
  readonly name: string;
  readonly table: new () => ObjectLiteral;
  /** Condition by which rows are a member's. */
  readonly ownedBy: (userId: number) => FindOptionsWhere<ObjectLiteral>;
  /** Column by which the member's rows are read on; null where there are a few at most. */
  readonly key: string | null;
  readonly columns: readonly string[];
  /** Columns of a row that it belongs to, by the name of the relation. */
  readonly of?: Readonly<Record<string, readonly string[]>>;
}

function section<T extends ObjectLiteral>(
  name: string,
  table: new () => T,
  owner: (keyof T & string) | ((userId: number) => FindOptionsWhere<T>),
  key: (keyof T & string) | null,
  columns: readonly (keyof T & string)[],
  of?: Section["of"],
): Section {
  const ownedBy =
    typeof owner === "function"
      ? owner
      : (userId: number): FindOptionsWhere<ObjectLiteral> => ({ [owner]: userId });
  return { name, table, ownedBy, key, columns, ...(of && { of }) };
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
    "groupExpiresAt",
    "returnGroupId",
    "returnGroupExpiresAt",
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
  section("connectedAccounts", Identity, "userId", "id", ["id", "providerId", "email", "createdAt"]),
  section("passkeys", Passkey, "userId", "id", ["id", "name", "isBackedUp", "createdAt", "lastUsedAt"]),
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
  section("paidTexts", PaidContent, (userId) => ({ threadRow: { authorId: userId } }), "threadId", [
    "threadId",
    "body",
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
  section("pollVotes", PollVote, "userId", "optionId", ["pollId", "optionId", "place", "votedAt"]),
  section("likedReplies", PostLike, "userId", "postId", ["postId", "createdAt"]),
  section("follows", Follow, "fromUserId", "toUserId", ["toUserId", "createdAt"]),
  section("blocks", Block, "userId", "blockedUserId", ["blockedUserId", "createdAt"]),
  section("watches", Watch, "userId", null, ["target", "targetId", "level", "changedAt"]),
  section("badges", UserBadge, "userId", "badgeId", ["badgeId", "awardedAt"]),
  section("checkIns", CheckIn, "userId", null, ["day", "createdAt"]),
  section("orders", Order, "userId", "id", [
    "id",
    "kind",
    "state",
    "method",
    "threadId",
    "groupId",
    "days",
    "amountCents",
    "createdAt",
    "paidAt",
  ]),
  section("invitations", Invitation, "userId", "id", [
    "id",
    "code",
    "maxUses",
    "useCount",
    "createdAt",
    "expiresAt",
    "revokedAt",
  ]),
  section("invitedMembers", InvitationAcceptance, "inviterId", "userId", [
    "userId",
    "sharePercent",
    "isSubordinate",
    "isCommission",
    "createdAt",
  ]),
  section("entitlements", Entitlement, "userId", "id", [
    "id",
    "objectKind",
    "objectId",
    "groupId",
    "source",
    "startsAt",
    "endsAt",
  ]),
  section("withdrawals", Withdrawal, "userId", "id", [
    "id",
    "state",
    "amountCents",
    "feeCents",
    "receiveAccount",
    "note",
    "createdAt",
    "decidedAt",
  ]),
  section(
    "walletEntries",
    MoneyEntry,
    (userId) => ({ account: { kind: AccountKind.AVAILABLE, ownerId: userId } }),
    "sequence",
    ["transactionId", "accountId", "sequence", "amountCents", "balanceCents"],
    { transaction: ["kind", "memo", "createdAt"] },
  ),
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
  yield `,\n"plugins": ${JSON.stringify(await listPluginRowsOf(ctx, userId))}`;
  yield "\n}\n";
}

function read(ctx: Context, part: Section, userId: number, after: number): Promise<ObjectLiteral[]> {
  const { table, key, columns, of = {} } = part;
  const names = key === null || columns.includes(key) ? columns : [...columns, key];
  const ownedBy = part.ownedBy(userId);
  const relations = Object.keys(of);
  return ctx.db.find(table, {
    select: {
      ...selectionOf(names),
      ...Object.fromEntries(relations.map((name) => [name, selectionOf(of[name]!)])),
    },
    relations: Object.fromEntries(
      relations.map((name) => [name, true]),
    ) as FindOptionsRelations<ObjectLiteral>,
    where: key === null || key in ownedBy ? ownedBy : { ...ownedBy, [key]: MoreThan(after) },
    ...(key === null ? {} : { order: { [key]: "ASC" as const }, take: PAGE }),
  });
}

const selectionOf = (names: readonly string[]): FindOptionsSelect<ObjectLiteral> =>
  Object.fromEntries(names.map((name) => [name, true]));
