import { Not } from "typeorm";
import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import { load } from "../../core/loaders.ts";
import { cleanText, lengthOf } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { allow, UserStatus } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { queueForSearch } from "../search/index/index.service.ts";
import { censor } from "../stop-words/filter/filter.service.ts";
import { CensoredField } from "../stop-words/stopWord.view.ts";
import { noteDeed } from "./deeds.ts";
import { checkName, type CheckedName } from "./name.ts";
import { SIGNATURE_MAX, User } from "./user.entity.ts";
import { membershipDated, profileChanged, userRegistered } from "./user.events.ts";
import { userById } from "./user.loaders.ts";
import { canEditProfile, canViewUser } from "./user.policy.ts";

/** Gives a member, without secrets. @throws {DomainError} NOT_FOUND if there is none. */
export async function getUser(ctx: Context, id: number): Promise<User> {
  const user = await load(ctx, userById, id);
  if (!user) throw new DomainError("NOT_FOUND");
  return user;
}

/** Gives a member whom the viewer may see. @throws {DomainError} FORBIDDEN without `user.view` (LOGIN_REQUIRED for visitors); NOT_FOUND. */
export async function viewUser(ctx: Context, id: number): Promise<User> {
  allow(canViewUser(ctx.viewer, id));
  return getUser(ctx, id);
}

/** Finds the member of a user name, regardless of case and width; null if there is none. */
export function findByUsernameKey(ctx: Context, usernameKey: string): Promise<User | null> {
  return ctx.db.findOneBy(User, { usernameKey });
}

/** A member to be created. */
export interface NewUser {
  readonly username: CheckedName;
  readonly nickname: CheckedName;
  readonly passwordHash: string;
  readonly groupId: number;
  /** Normal unless registrations are reviewed or ask for fields. */
  readonly status?: UserStatus;
  /** Is shown the first steps. */
  readonly isNew?: boolean;
  /** End of the membership in the group; null for none. */
  readonly groupExpiresAt?: Date | null;
}

/** Initial values of a member. */
const EMPTY_PROFILE = {
  signature: "",
  statusReason: "",
  bannedUntil: null,
  silencedUntil: null,
  silenceReason: "",
  threadCount: 0,
  postCount: 0,
  likedCount: 0,
  followCount: 0,
  fansCount: 0,
} as const;

/**
 * Creates a member.
 * @emits userRegistered, membershipDated
 * @throws {DomainError} USERNAME_TAKEN, NICKNAME_TAKEN.
 */
export async function createUser(ctx: Context, input: NewUser): Promise<User> {
  const { username, nickname, passwordHash, groupId, status = UserStatus.NORMAL, isNew = false } = input;
  const { groupExpiresAt = null } = input;
  return inTransaction(ctx, async (ctx) => {
    await refuseTaken(ctx, "usernameKey", username.key, "USERNAME_TAKEN");
    await refuseTaken(ctx, "nicknameKey", nickname.key, "NICKNAME_TAKEN");
    const userId = await insert(ctx, User, {
      username: username.name,
      usernameKey: username.key,
      nickname: nickname.name,
      nicknameKey: nickname.key,
      passwordHash,
      groupId,
      groupExpiresAt,
      status,
      isNew,
      createdAt: ctx.now,
      updatedAt: new Date(),
      ...EMPTY_PROFILE,
    }).catch((error: unknown) => {
      // Of two registrations of one name at once, the index refuses the second.
      if (/unique|duplicate/i.test(String(error)))
        throw new DomainError("USERNAME_TAKEN", { field: "username" });
      throw error;
    });
    await queueForSearch(ctx, { userId });
    ctx.emit(userRegistered({ userId }));
    if (groupExpiresAt)
      ctx.emit(membershipDated({ userId, groupId, expiresAt: groupExpiresAt.toISOString() }));
    return getUser(ctx, userId);
  });
}

type KeyColumn = "usernameKey" | "nicknameKey";

async function refuseTaken(
  ctx: Context,
  column: KeyColumn,
  key: string,
  code: "USERNAME_TAKEN" | "NICKNAME_TAKEN",
  exceptId = 0,
): Promise<void> {
  const isTaken = await ctx.db.existsBy(User, { [column]: key, id: Not(exceptId) });
  if (isTaken) throw new DomainError(code, { field: column === "usernameKey" ? "username" : "nickname" });
}

/** Changes of a profile; absent parts stay. Pictures are addresses that the caller has checked. */
export interface ProfileChange {
  readonly nickname?: string;
  readonly signature?: string;
  readonly avatarUrl?: string;
  readonly backgroundUrl?: string;
}

/**
 * Changes the public profile of a member. The command `updateProfile` checks uploads and calls this.
 * @emits profileChanged
 * @throws {DomainError} NICKNAME_TAKEN, USERNAME_TOO_LONG, SIGNATURE_TOO_LONG, INVALID_PARAMETER, FORBIDDEN.
 */
export async function changeProfile(ctx: Context, userId: number, change: ProfileChange): Promise<User> {
  allow(canEditProfile(ctx.viewer, userId));
  const nickname = change.nickname === undefined ? null : checkName("nickname", change.nickname);
  if (nickname) await censor(ctx, CensoredField.NICKNAME, nickname.name);
  const signatureText = change.signature === undefined ? null : cleanText(change.signature).trim();
  const signature = signatureText && (await censor(ctx, CensoredField.SIGNATURE, signatureText)).text;
  if (signature !== null && lengthOf(signature) > SIGNATURE_MAX) {
    throw new DomainError("SIGNATURE_TOO_LONG", { field: "signature" });
  }
  await inTransaction(ctx, async (ctx) => {
    if (nickname) await refuseTaken(ctx, "nicknameKey", nickname.key, "NICKNAME_TAKEN", userId);
    const { avatarUrl, backgroundUrl } = change;
    const changed = {
      ...(nickname && { nickname: nickname.name, nicknameKey: nickname.key }),
      ...(signature !== null && { signature }),
      ...(avatarUrl && { avatarUrl }),
      ...(backgroundUrl && { backgroundUrl }),
      updatedAt: new Date(),
    };
    await ctx.db.update(User, { id: userId }, changed);
    if (nickname) await queueForSearch(ctx, { userId });
    noteDeed(ctx, userId);
    ctx.emit(profileChanged({ userId }));
  });
  return getUser(ctx, userId);
}

/** Gives a member another user name, in the caller's transaction. @throws {DomainError} USERNAME_TAKEN. */
export async function renameUser(ctx: Context, userId: number, username: CheckedName): Promise<void> {
  await refuseTaken(ctx, "usernameKey", username.key, "USERNAME_TAKEN", userId);
  await ctx.db
    .update(
      User,
      { id: userId },
      { username: username.name, usernameKey: username.key, updatedAt: new Date() },
    )
    .catch((error: unknown) => {
      if (/unique|duplicate/i.test(String(error)))
        throw new DomainError("USERNAME_TAKEN", { field: "username" });
      throw error;
    });
  await ctx.db.increment(User, { id: userId }, "usernameChanges", 1);
  await queueForSearch(ctx, { userId });
}

/** Gives the reason of a ban or refusal; lists read members without it. */
export async function statusReasonOf(ctx: Context, user: User): Promise<string> {
  const reason = user.statusReason as string | undefined;
  if (reason !== undefined) return reason;
  return (await ctx.db.findOneBy(User, { id: user.id }))?.statusReason ?? "";
}
