import type { Feature } from "../../core/feature.ts";
import { Room, RoomMember } from "./room.entity.ts";
import { roomJobs } from "./room.jobs.ts";
import { eraseRoomSeats } from "./room.member.service.ts";
import {
  RoomEventFieldsResolver,
  RoomFieldsResolver,
  RoomMessageResolver,
  RoomResolver,
  RoomSeatFieldsResolver,
} from "./room.resolver.ts";

/** Group chats of up to fifty members. */
export const rooms: Feature = {
  name: "rooms",
  entities: [Room, RoomMember],
  resolvers: [
    RoomResolver,
    RoomFieldsResolver,
    RoomSeatFieldsResolver,
    RoomEventFieldsResolver,
    RoomMessageResolver,
  ],
  jobs: roomJobs,
  erasureHooks: [eraseRoomSeats],
};
