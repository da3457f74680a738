import { Field, ObjectType } from "type-graphql";
import { connectionType } from "../../core/paging.ts";
import type { Message } from "../messages/message.entity.ts";
import { RoomEventKind, RoomView } from "./room.entity.ts";

/** Something that happened in a room. */
@ObjectType("RoomEvent", {
  simpleResolvers: true,
  description: "Something that happened in a group chat; the author of the message did it.",
})
export class RoomEvent {
  @Field(() => RoomEventKind, { description: "The thing that happened." })
  kind!: RoomEventKind;

  @Field(() => String, { nullable: true, description: "The new name; null unless it was renamed." })
  name!: string | null;

  readonly userId!: number | null;
}

/** Rooms by pages. */
export const RoomConnection = connectionType("Room", () => RoomView);

/** Gives the event that a message records; null for messages that members wrote. */
export function roomEventOf({ event, eventUserId, eventName }: Message): RoomEvent | null {
  if (event === null) return null;
  return Object.assign(new RoomEvent(), { kind: event, userId: eventUserId, name: eventName });
}
