import { ArrayMaxSize } from "class-validator";
import { Field, ID, InputType } from "type-graphql";
import { MaxCharacters } from "../../core/validation.ts";
import { CLIENT_KEY_MAX } from "../messages/message.entity.ts";
import { ROOM_NAME_MAX, ROOM_SEATS_MAX } from "./room.entity.ts";

/** A room to create, with those to invite. */
@InputType("CreateRoomInput", { description: "A group chat to create." })
export class CreateRoomInput {
  @Field(() => String, { description: "1 to 50 characters." })
  @MaxCharacters(ROOM_NAME_MAX)
  name!: string;

  @Field(() => [ID], { description: "Members to invite, 1 to 49." })
  @ArrayMaxSize(ROOM_SEATS_MAX - 1)
  userIds!: string[];

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: sending the same again creates it once.",
  })
  @MaxCharacters(CLIENT_KEY_MAX)
  clientKey?: string | null;
}

/** A message to send to a room: a text, a picture, or both. */
@InputType("SendRoomMessageInput", { description: "A message to a group chat." })
export class SendRoomMessageInput {
  @Field(() => ID, { description: "To which room." })
  roomId!: string;

  @Field(() => String, { defaultValue: "", description: "Plain text, at most 450 characters." })
  body!: string;

  @Field(() => ID, { nullable: true, description: "A picture that the viewer has uploaded." })
  attachmentId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Chosen by the client: sending the same again stores it once.",
  })
  @MaxCharacters(CLIENT_KEY_MAX)
  clientKey?: string | null;
}
