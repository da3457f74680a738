import { mayPublish, mustBeMember, no, YES, type Decision, type Viewer } from "../../core/viewer.ts";
import { canWriteMessages } from "../messages/message.policy.ts";
import { SeatState, type Room, type RoomMember } from "./room.entity.ts";

/** Rules about group chats. Policies are pure: no database, no clock, no exceptions. */

/** Joined members use a room; to others, staff included, it does not exist. */
export function canUseRoom(viewer: Viewer, seat: RoomMember | null | undefined): Decision {
  if (!viewer.isMember) return mustBeMember(viewer);
  return seat?.userId === viewer.id && seat.state === SeatState.JOINED ? YES : no("NOT_FOUND");
}

/** The owner names a room, removes its members and gives it to another. */
export function canManageRoom(viewer: Viewer, room: Pick<Room, "ownerId">): Decision {
  return room.ownerId === viewer.id ? YES : no("FORBIDDEN");
}

/** Joined members write in a room under the same switches and permission as in dialogs. */
export function canWriteInRoom(viewer: Viewer, isJoined: boolean, isOpen: boolean): Decision {
  if (!isJoined) return no("NOT_FOUND");
  const writing = canWriteMessages(viewer, isOpen);
  return writing.allowed ? mayPublish(viewer) : writing;
}
