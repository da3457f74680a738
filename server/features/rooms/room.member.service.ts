import type { Context } from "../../core/context.ts";
import { DomainError } from "../../core/errors.ts";
import type { ErasureHook } from "../../core/hooks.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow } from "../../core/viewer.ts";
import { changeUnread } from "../unread/unread.service.ts";
import { Room, RoomEventKind, RoomMember, SeatState, type RoomView } from "./room.entity.ts";
import { checkOwnedRooms, checkRoomName } from "./room.invitation.service.ts";
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
import { canManageRoom } from "./room.policy.ts";
import { deleteBareRoom, deleteRoomMessages, emptyRooms } from "./room.sql.ts";

/** Messages of a room without members that are deleted in one transaction. */
const DELETED_AT_ONCE = 1000;
/** Rooms without members that one run of the job looks at. */
const ROOMS_PER_RUN = 20;

/** Renames a room of the viewer. @emits roomChanged, roomMessageSent @throws {DomainError} NOT_FOUND; FORBIDDEN; INVALID_PARAMETER; STOP_WORD. */
export const renameRoom = verb({
  name: "renameRoom",
  who: "member",
  rate: "edit",
  publishes: true,
  idempotent: true,
  async run(ctx: Context, input: { readonly roomId: number; readonly name: string }): Promise<RoomView> {
    const { roomId } = input;
    allow(canManageRoom(ctx.viewer, await getRoom(ctx, roomId)));
    const name = await checkRoomName(ctx, input.name);
    await inTransaction(ctx, async (ctx) => {
      const locked = await lockOwnRoom(ctx, roomId);
      allow(canManageRoom(ctx.viewer, locked.room));
      if (locked.room.name === name) return;
      await ctx.db.update(Room, { id: roomId }, { name });
      await addEvent(ctx, locked, ctx.viewer.id, { event: RoomEventKind.RENAMED, eventName: name });
      announceChange(ctx, locked);
    });
    return getRoom(ctx, roomId);
  },
});

/** Input of commands about a member of a room. */
export interface RoomMemberRef {
  readonly roomId: number;
  readonly userId: number;
}

/** Removes a member or an invitation from a room of the viewer. @emits roomChanged, roomMessageSent @throws {DomainError} NOT_FOUND; FORBIDDEN. */
export const removeFromRoom = verb({
  name: "removeFromRoom",
  who: "member",
  rate: "edit",
  run: (ctx: Context, { roomId, userId }: RoomMemberRef): Promise<RoomView> =>
    inTransaction(ctx, async (ctx) => {
      const locked = await lockOwnRoom(ctx, roomId);
      allow(canManageRoom(ctx.viewer, locked.room));
      const seat = locked.seats.get(userId);
      if (!seat || seat.state === SeatState.DECLINED || userId === ctx.viewer.id)
        throw new DomainError("NOT_FOUND", { field: "userId" });
      await removeSeat(ctx, locked, seat);
      const event = { event: RoomEventKind.REMOVED, eventUserId: userId };
      if (seat.state === SeatState.JOINED) await addEvent(ctx, locked, ctx.viewer.id, event);
      announceChange(ctx, locked, [userId]);
      return getRoom(ctx, roomId);
    }),
});

/** Gives a room of the viewer to another member. @emits roomChanged, roomMessageSent @throws {DomainError} NOT_FOUND; FORBIDDEN; INVALID_PARAMETER. */
export const giveRoom = verb({
  name: "giveRoom",
  who: "member",
  rate: "edit",
  run: (ctx: Context, { roomId, userId }: RoomMemberRef): Promise<RoomView> =>
    inTransaction(ctx, async (ctx) => {
      const locked = await lockOwnRoom(ctx, roomId);
      allow(canManageRoom(ctx.viewer, locked.room));
      if (locked.seats.get(userId)?.state !== SeatState.JOINED || userId === ctx.viewer.id)
        throw new DomainError("NOT_FOUND", { field: "userId" });
      await checkOwnedRooms(ctx, userId, "userId");
      await setOwner(ctx, locked, userId);
      announceChange(ctx, locked);
      return getRoom(ctx, roomId);
    }),
});

async function setOwner(ctx: Context, locked: LockedRoom, ownerId: number): Promise<void> {
  const formerId = locked.room.ownerId;
  await ctx.db.update(Room, { id: locked.room.id }, { ownerId });
  locked.room.ownerId = ownerId;
  await addEvent(ctx, locked, formerId, { event: RoomEventKind.OWNER, eventUserId: ownerId });
}

/** Deletes a seat of a locked room and subtracts what was unread in it. */
async function removeSeat(ctx: Context, { room, seats }: LockedRoom, seat: RoomMember): Promise<void> {
  const { userId, unread, isMuted } = seat;
  await ctx.db.delete(RoomMember, { roomId: room.id, userId });
  seats.delete(userId);
  if (!isMuted) await changeUnread(ctx, new Map([[userId, { room: -unread }]]));
  if (seat.state === SeatState.JOINED)
    await ctx.db.update(Room, { id: room.id }, { memberCount: joinedIds(seats).length });
}

/**
 * Leaves a room. The owner is followed by who joined first; with its last member the room is deleted.
 * @emits roomChanged, roomMessageSent
 * @throws {DomainError} NOT_FOUND.
 */
export const leaveRoom = verb({
  name: "leaveRoom",
  who: "member",
  rate: "edit",
  run: (ctx: Context, roomId: number): Promise<boolean> =>
    inTransaction(ctx, async (ctx) => {
      const locked = await lockOwnRoom(ctx, roomId);
      await leave(ctx, locked, locked.seats.get(ctx.viewer.id)!);
      return true;
    }),
});

async function leave(ctx: Context, locked: LockedRoom, seat: RoomMember): Promise<void> {
  const { room, seats } = locked;
  const { userId } = seat;
  await removeSeat(ctx, locked, seat);
  const followers = [...seats.values()]
    .filter(({ state }) => state === SeatState.JOINED)
    .sort((a, b) => a.joinedAt!.getTime() - b.joinedAt!.getTime() || a.userId - b.userId);
  const follower = followers[0];
  if (!follower) return dissolve(ctx, locked, userId);
  await addEvent(ctx, locked, userId, { event: RoomEventKind.LEFT });
  if (room.ownerId === userId) await setOwner(ctx, locked, follower.userId);
  announceChange(ctx, locked, [userId]);
}

/** Withdraws the invitations of a room without members, and deletes it. */
async function dissolve(ctx: Context, locked: LockedRoom, lastId: number): Promise<void> {
  const { room, seats } = locked;
  const invitedIds = presentIds(seats);
  await ctx.db.delete(RoomMember, { roomId: room.id });
  await changeUnread(ctx, new Map(invitedIds.map((userId) => [userId, { room: -1 }])));
  seats.clear();
  announceChange(ctx, locked, [...invitedIds, lastId]);
  await deletePart(ctx, room.id);
}

/** Deletes messages of a room without members, and the room with the last of them. Messages of reports stay. */
async function deletePart(ctx: Context, roomId: number): Promise<void> {
  const deleted = await deleteRoomMessages(ctx, roomId, DELETED_AT_ONCE);
  if (deleted < DELETED_AT_ONCE) await deleteBareRoom(ctx, roomId);
}

/** Deletes what is left of rooms without members, some at a time. */
export async function deleteEmptyRooms(ctx: Context): Promise<void> {
  for (const roomId of await emptyRooms(ctx, ROOMS_PER_RUN))
    await inTransaction(ctx, (ctx) => deletePart(ctx, roomId));
}

/** Takes a member whose account is erased out of all rooms, as if they had left, and out of invitations. */
export const eraseRoomSeats: ErasureHook = {
  name: "rooms.seats",
  async erase(ctx, userId) {
    const seats = await ctx.db.findBy(RoomMember, { userId });
    for (const { roomId } of seats)
      await inTransaction(ctx, async (ctx) => {
        const locked = await lockRoom(ctx, roomId, [userId]);
        const seat = locked.seats.get(userId);
        if (seat?.state === SeatState.JOINED) return leave(ctx, locked, seat);
        if (seat) await removeSeat(ctx, locked, seat);
        announceChange(ctx, locked, [userId]);
      });
  },
};
