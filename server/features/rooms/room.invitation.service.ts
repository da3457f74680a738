import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { load, preload } from "../../core/loaders.ts";
import { cleanLine, lengthOf, showsNothing } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { insert } from "../../core/write.ts";
import { blocksBetween } from "../messages/message.loaders.ts";
import { canWriteTo } from "../messages/message.policy.ts";
import { writingFacts } from "../messages/message.service.ts";
import { findByClientKey } from "../messages/message.sql.ts";
import { notificationRaised } from "../notifications/inbox/notification.events.ts";
import { censor } from "../stop-words/filter/filter.service.ts";
import { CensoredField } from "../stop-words/stopWord.view.ts";
import { changeUnread, lockUnread } from "../unread/unread.service.ts";
import { userById } from "../users/user.loaders.ts";
import { getUser } from "../users/user.service.ts";
import {
  Room,
  ROOM_NAME_MAX,
  ROOM_SEATS_MAX,
  RoomEventKind,
  RoomMember,
  ROOMS_OWNED_MAX,
  SeatState,
  type RoomView,
} from "./room.entity.ts";
import type { CreateRoomInput } from "./room.input.ts";
import { getRoom } from "./room.list.service.ts";
import {
  addEvent,
  announceChange,
  joinedIds,
  lockOwnRoom,
  lockRoom,
  presentIds,
  type LockedRoom,
} from "./room.locking.service.ts";

/** Time after a decline in which the same member may not invite again, in milliseconds. */
const DECLINED_MS = 24 * 60 * 60 * 1000;

/** Cleans and checks the name of a room. @throws {DomainError} INVALID_PARAMETER; STOP_WORD. */
export async function checkRoomName(ctx: Context, source: string): Promise<string> {
  const name = cleanLine(source);
  if (showsNothing(name)) throw invalid("name", "名称不能为空", "The name must not be empty.");
  const { text } = await censor(ctx, CensoredField.DIALOG, name);
  if (lengthOf(text) > ROOM_NAME_MAX)
    throw invalid(
      "name",
      `名称不能超过 ${ROOM_NAME_MAX} 个字符`,
      `The name has at most ${ROOM_NAME_MAX} characters.`,
    );
  return text;
}

/** @throws {DomainError} INVALID_PARAMETER if a member owns as many rooms as one may; their counters must be locked. */
export async function checkOwnedRooms(ctx: Context, ownerId: number, field: string): Promise<void> {
  if ((await ctx.db.countBy(Room, { ownerId })) < ROOMS_OWNED_MAX) return;
  throw invalid(
    field,
    `每人最多拥有 ${ROOMS_OWNED_MAX} 个群聊`,
    `A member owns ${ROOMS_OWNED_MAX} group chats at most.`,
  );
}

/** Reads whom the viewer invites, each once. @throws {DomainError} what forbids writing to one of them, with their name. */
async function checkInvitees(ctx: Context, sources: readonly string[]): Promise<number[]> {
  const ids = [...new Set(sources.map((id) => parseId(id, "userIds")))];
  if (ids.length === 0) throw invalid("userIds", "请选择要邀请的成员", "Choose the members to invite.");
  if (ids.length >= ROOM_SEATS_MAX) throw tooMany();
  await Promise.all([preload(ctx, userById, ids), preload(ctx, blocksBetween, ids)]);
  const users = await Promise.all(ids.map(async (id) => await load(ctx, userById, id)));
  if (users.includes(null)) throw new DomainError("NOT_FOUND", { field: "userIds" });
  const decisions = await Promise.all(
    ids.map(async (id) => canWriteTo(ctx.viewer, await writingFacts(ctx, id))),
  );
  decisions.forEach((decision, index) => {
    if (decision.allowed) return;
    const { code = "FORBIDDEN", permission } = decision;
    // What the viewer may not at all names nobody.
    if (permission || code === "MESSAGES_OFF") return allow(decision);
    const plain = new DomainError(code);
    const { nickname } = users[index]!;
    const text = { zh: `${nickname}：${plain.textIn("zh-CN")}`, en: `${nickname}: ${plain.textIn("en")}` };
    throw new DomainError(code, { field: "userIds", text });
  });
  return ids;
}

function tooMany(): DomainError {
  const zh = `群聊最多 ${ROOM_SEATS_MAX} 人，包括待接受的邀请`;
  const en = `A group chat has at most ${ROOM_SEATS_MAX} members, pending invitations included.`;
  return invalid("userIds", zh, en);
}

/** Invites members into a locked room. @emits notificationRaised, roomChanged */
async function addInvitations(ctx: Context, locked: LockedRoom, userIds: readonly number[]): Promise<void> {
  const { room, seats } = locked;
  const me = ctx.viewer.id;
  if (presentIds(seats).length + userIds.length > ROOM_SEATS_MAX) throw tooMany();
  const fresh = userIds.map((userId) => ({
    roomId: room.id,
    userId,
    state: SeatState.INVITED,
    invitedById: me,
    invitedAt: ctx.now,
    joinedAt: null,
    declinedAt: null,
    lastMessageId: room.lastMessageId,
    visibleAfter: room.lastMessageId,
    readUpTo: room.lastMessageId,
    unread: 1,
    isMuted: false,
  }));
  await ctx.db.upsert(RoomMember, fresh, ["roomId", "userId"]);
  for (const seat of fresh) seats.set(seat.userId, Object.assign(new RoomMember(), seat));
  await changeUnread(ctx, new Map(userIds.map((userId) => [userId, { room: 1 }])));
  const about = { kind: "room.invited", actorId: me, threadId: null, postId: null } as const;
  for (const userId of userIds)
    ctx.emit(notificationRaised({ ...about, userId, data: { roomId: room.id, roomName: room.name } }));
  announceChange(ctx, locked);
}

/**
 * Creates a room that the viewer owns, and invites members. The same key creates it once.
 * @emits notificationRaised, roomChanged, roomMessageSent
 * @throws {DomainError} INVALID_PARAMETER for name and number; STOP_WORD; NOT_FOUND for an unknown member; CANNOT_MESSAGE_SELF;
 *   MESSAGES_OFF; FORBIDDEN without `dialog.create`; BLOCKED_BY_YOU, BLOCKED_YOU, MESSAGES_REFUSED; RATE_LIMITED.
 */
export const createRoom = verb({
  name: "createRoom",
  who: "member",
  rate: "message",
  publishes: true,
  async run(ctx: Context, input: CreateRoomInput): Promise<RoomView> {
    const name = await checkRoomName(ctx, input.name);
    const userIds = await checkInvitees(ctx, input.userIds);
    const me = ctx.viewer.id;
    const clientKey = input.clientKey || null;

    const roomId = await inTransaction(ctx, async (ctx) => {
      await lockUnread(ctx, [me, ...userIds]);
      const existing = clientKey && (await findByClientKey(ctx, me, clientKey));
      if (existing && existing.roomId !== null) return existing.roomId;
      await checkOwnedRooms(ctx, me, "name");
      const fields = { name, ownerId: me, memberCount: 1, lastMessageId: 0, createdAt: ctx.now };
      const id = await insert(ctx, Room, fields);
      const room = Object.assign(new Room(), fields, { id });
      const seat = {
        roomId: id,
        userId: me,
        state: SeatState.JOINED,
        invitedById: null,
        invitedAt: ctx.now,
        joinedAt: ctx.now,
        declinedAt: null,
      };
      const unread = { lastMessageId: 0, visibleAfter: 0, readUpTo: 0, unread: 0, isMuted: false };
      await insert(ctx, RoomMember, { ...seat, ...unread });
      const locked = { room, seats: new Map([[me, Object.assign(new RoomMember(), seat, unread)]]) };
      await addEvent(ctx, locked, me, { event: RoomEventKind.CREATED }, clientKey);
      await addInvitations(ctx, locked, userIds);
      return id;
    });
    return getRoom(ctx, roomId);
  },
});

/** Input of `inviteToRoom`. */
export interface RoomInvitation {
  readonly roomId: number;
  readonly userIds: readonly string[];
}

/**
 * Invites members to a room of the viewer; those who are in it or invited stay as they are.
 * @emits notificationRaised, roomChanged, roomMessageSent
 * @throws {DomainError} NOT_FOUND for rooms that the viewer has not joined; else like `createRoom`.
 */
export const inviteToRoom = verb({
  name: "inviteToRoom",
  who: "member",
  rate: "message",
  publishes: true,
  idempotent: true,
  async run(ctx: Context, { roomId, userIds: sources }: RoomInvitation): Promise<RoomView> {
    await getRoom(ctx, roomId);
    const userIds = await checkInvitees(ctx, sources);
    await inTransaction(ctx, async (ctx) => {
      const locked = await lockOwnRoom(ctx, roomId, userIds);
      const present = new Set(presentIds(locked.seats));
      const fresh = userIds.filter((userId) => !present.has(userId));
      if (fresh.length === 0) return;
      for (const userId of fresh) await checkDeclined(ctx, locked.seats.get(userId));
      for (const eventUserId of fresh)
        await addEvent(ctx, locked, ctx.viewer.id, { event: RoomEventKind.INVITED, eventUserId });
      await addInvitations(ctx, locked, fresh);
    });
    return getRoom(ctx, roomId);
  },
});

/** @throws {DomainError} INVALID_PARAMETER if a member declined an invitation of the viewer in the last 24 hours. */
async function checkDeclined(ctx: Context, seat: RoomMember | undefined): Promise<void> {
  if (!seat?.declinedAt || seat.invitedById !== ctx.viewer.id) return;
  if (ctx.now.getTime() - seat.declinedAt.getTime() >= DECLINED_MS) return;
  const { nickname } = await getUser(ctx, seat.userId);
  throw invalid(
    "userIds",
    `${nickname}拒绝了你的邀请，24 小时后才能再次邀请`,
    `${nickname} declined your invitation. You can invite them again after 24 hours.`,
  );
}

/** Input of `answerRoomInvitation`. */
export interface RoomAnswer {
  readonly roomId: number;
  readonly accept: boolean;
}

/**
 * Accepts or declines an invitation; null after declining. Accepting again changes nothing.
 * @emits roomChanged; roomMessageSent after accepting
 * @throws {DomainError} NOT_FOUND without an invitation.
 */
export const answerRoomInvitation = verb({
  name: "answerRoomInvitation",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, { roomId, accept }: RoomAnswer): Promise<RoomView | null> {
    await getRoom(ctx, roomId);
    await inTransaction(ctx, async (ctx) => {
      const me = ctx.viewer.id;
      const locked = await lockRoom(ctx, roomId, [me]);
      const seat = locked.seats.get(me);
      if (accept && seat?.state === SeatState.JOINED) return;
      if (seat?.state !== SeatState.INVITED) throw new DomainError("NOT_FOUND");
      await changeUnread(ctx, new Map([[me, { room: -seat.unread }]]));
      await (accept ? join(ctx, locked, seat) : decline(ctx, locked, seat));
    });
    return accept ? getRoom(ctx, roomId) : null;
  },
});

async function join(ctx: Context, locked: LockedRoom, seat: RoomMember): Promise<void> {
  const { room, seats } = locked;
  const { lastMessageId } = room;
  const places = { lastMessageId, visibleAfter: lastMessageId, readUpTo: lastMessageId };
  const change = { ...places, state: SeatState.JOINED, joinedAt: ctx.now, unread: 0 };
  await ctx.db.update(RoomMember, { roomId: room.id, userId: seat.userId }, change);
  Object.assign(seat, change);
  await ctx.db.update(Room, { id: room.id }, { memberCount: joinedIds(seats).length });
  await addEvent(ctx, locked, seat.userId, { event: RoomEventKind.JOINED });
  announceChange(ctx, locked);
}

async function decline(ctx: Context, locked: LockedRoom, seat: RoomMember): Promise<void> {
  const change = { state: SeatState.DECLINED, declinedAt: ctx.now, unread: 0 };
  await ctx.db.update(RoomMember, { roomId: locked.room.id, userId: seat.userId }, change);
  Object.assign(seat, change);
  announceChange(ctx, locked, [seat.userId]);
}
