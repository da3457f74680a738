import { defineLoader } from "../../core/loaders.ts";
import { selectSeats } from "./room.sql.ts";
import type { RoomSeat } from "./room.entity.ts";

/** Loads the members of rooms by room, joined and invited; only for joined members. */
export const seatsOfRoom = defineLoader<number, RoomSeat[]>("seatsOfRoom", async (ctx, roomIds) => {
  const seats = new Map<number, RoomSeat[]>(roomIds.map((roomId) => [roomId, []]));
  for (const seat of await selectSeats(ctx, roomIds)) seats.get(seat.roomId)!.push(seat);
  return seats;
});
