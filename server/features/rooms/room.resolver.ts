import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { load } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { Message } from "../messages/message.entity.ts";
import { areMessagesOpen } from "../messages/message.service.ts";
import { MessageConnection } from "../messages/message.view.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { CreateRoomInput, SendRoomMessageInput } from "./room.input.ts";
import { answerRoomInvitation, createRoom, inviteToRoom } from "./room.invitation.service.ts";
import {
  getRoom,
  lastMessageOf,
  listRoomMessages,
  listRooms,
  listSeats,
  preloadRoomNeighbours,
} from "./room.list.service.ts";
import { giveRoom, leaveRoom, removeFromRoom, renameRoom } from "./room.member.service.ts";
import { markRoomRead, muteRoom, sendRoomMessage } from "./room.message.service.ts";
import { canWriteInRoom } from "./room.policy.ts";
import { RoomSeat, RoomState, RoomView } from "./room.entity.ts";
import { RoomConnection, RoomEvent, roomEventOf } from "./room.view.ts";

const INPUT = "All that is written, in one object.";
const ROOM = "Id of the room.";
const MEMBER = "Id of the member.";

/** GraphQL's view of group chats. */
@Resolver()
export class RoomResolver {
  @Query(() => RoomConnection, {
    description:
      "Group chats that the viewer has joined or is invited to, newest message or invitation first.",
  })
  async rooms(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    const page = await listRooms(ctx, { first, after });
    await preloadRoomNeighbours(ctx, page.nodes);
    return page;
  }

  @Query(() => RoomView, { description: "One group chat that the viewer has joined or is invited to." })
  async room(@Ctx() ctx: Context, @Arg("id", () => ID, { description: ROOM }) id: string) {
    const room = await getRoom(ctx, parseId(id, "id"));
    await preloadRoomNeighbours(ctx, [room]);
    return room;
  }

  @Mutation(() => RoomView, {
    description: "Creates a group chat that the viewer owns, and invites members.",
  })
  createRoom(
    @Ctx() ctx: Context,
    @Arg("input", () => CreateRoomInput, { description: INPUT }) input: CreateRoomInput,
  ) {
    return createRoom(ctx, input);
  }

  @Mutation(() => RoomView, {
    description: "Every joined member may; those who are in it or invited stay as they are.",
  })
  inviteToRoom(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: ROOM }) id: string,
    @Arg("userIds", () => [ID], { description: "Members to invite." }) userIds: string[],
  ) {
    return inviteToRoom(ctx, { roomId: parseId(id, "id"), userIds });
  }

  @Mutation(() => RoomView, { nullable: true, description: "Joins or declines; null after declining." })
  answerRoomInvitation(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: ROOM }) id: string,
    @Arg("accept", () => Boolean, { description: "True to join, false to decline." }) accept: boolean,
  ) {
    return answerRoomInvitation(ctx, { roomId: parseId(id, "id"), accept });
  }

  @Mutation(() => Message, { description: "Sends a message to a group chat that the viewer has joined." })
  sendRoomMessage(
    @Ctx() ctx: Context,
    @Arg("input", () => SendRoomMessageInput, { description: INPUT }) input: SendRoomMessageInput,
  ) {
    return sendRoomMessage(ctx, input);
  }

  @Mutation(() => RoomView, { description: "Marks messages of a group chat as read." })
  markRoomRead(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: ROOM }) id: string,
    @Arg("messageId", () => ID, { description: "Id of the newest message that was read." }) messageId: string,
  ) {
    return markRoomRead(ctx, { roomId: parseId(id, "id"), upTo: parseId(messageId, "messageId") });
  }

  @Mutation(() => RoomView, { description: "For the viewer alone: a muted group chat counts in no total." })
  muteRoom(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: ROOM }) id: string,
    @Arg("isMuted", () => Boolean, { description: "True to mute, false to end that." }) isMuted: boolean,
  ) {
    return muteRoom(ctx, { roomId: parseId(id, "id"), isMuted });
  }

  @Mutation(() => RoomView, { description: "Only the owner may." })
  renameRoom(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: ROOM }) id: string,
    @Arg("name", () => String, { description: "1 to 50 characters." }) name: string,
  ) {
    return renameRoom(ctx, { roomId: parseId(id, "id"), name });
  }

  @Mutation(() => RoomView, {
    description: "Removes a member or withdraws an invitation; only the owner may.",
  })
  removeFromRoom(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: ROOM }) id: string,
    @Arg("userId", () => ID, { description: MEMBER }) userId: string,
  ) {
    return removeFromRoom(ctx, { roomId: parseId(id, "id"), userId: parseId(userId, "userId") });
  }

  @Mutation(() => RoomView, { description: "Makes another joined member the owner; only the owner may." })
  giveRoom(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: ROOM }) id: string,
    @Arg("userId", () => ID, { description: MEMBER }) userId: string,
  ) {
    return giveRoom(ctx, { roomId: parseId(id, "id"), userId: parseId(userId, "userId") });
  }

  @Mutation(() => Boolean, {
    description: "The owner is followed by who joined first; with its last member the group chat is deleted.",
  })
  leaveRoom(@Ctx() ctx: Context, @Arg("id", () => ID, { description: ROOM }) id: string) {
    return leaveRoom(ctx, parseId(id, "id"));
  }
}

/** Fields of a room that are no columns. */
@Resolver(() => RoomView)
export class RoomFieldsResolver {
  @FieldResolver(() => User, { description: "Who owns it." })
  owner(@Ctx() ctx: Context, @Root() { ownerId }: RoomView) {
    return load(ctx, userById, ownerId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "Who invited the viewer; null once they joined.",
  })
  invitedBy(@Ctx() ctx: Context, @Root() { state, invitedById }: RoomView) {
    return state === RoomState.INVITED && invitedById !== null ? load(ctx, userById, invitedById) : null;
  }

  @FieldResolver(() => ID, {
    description:
      "The newest message, or for an invitation the newest when it was sent: the place in the list.",
  })
  newestMessageId(@Root() { lastMessageId }: RoomView) {
    return String(lastMessageId);
  }

  @FieldResolver(() => Message, {
    nullable: true,
    description: "The newest message or event; null while invited.",
  })
  lastMessage(@Ctx() ctx: Context, @Root() room: RoomView) {
    return lastMessageOf(ctx, room);
  }

  @FieldResolver(() => [RoomSeat], {
    description:
      "Joined members, first who joined first, then invited ones; none while the viewer is only invited.",
  })
  members(@Ctx() ctx: Context, @Root() room: RoomView) {
    return listSeats(ctx, room);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Why the viewer may not write now, as the code of the error; null if they may.",
  })
  async refusal(@Ctx() ctx: Context, @Root() { state }: RoomView) {
    const isJoined = state === RoomState.JOINED;
    return canWriteInRoom(ctx.viewer, isJoined, await areMessagesOpen(ctx)).code ?? null;
  }

  @FieldResolver(() => MessageConnection, {
    description: "Since the viewer joined, newest first; `since` gives only what came after a message.",
  })
  messages(
    @Ctx() ctx: Context,
    @Root() room: RoomView,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("since", () => ID, { nullable: true, description: "Only messages behind the one with this id." })
    since?: string,
  ) {
    return listRoomMessages(ctx, room, { first, after, since: parseOptionalId(since, "since") });
  }
}

/** Fields of a seat that are no columns. */
@Resolver(() => RoomSeat)
export class RoomSeatFieldsResolver {
  @FieldResolver(() => User, { description: "The member." })
  user(@Ctx() ctx: Context, @Root() { userId }: RoomSeat) {
    return load(ctx, userById, userId);
  }
}

/** Fields of an event that are no columns. */
@Resolver(() => RoomEvent)
export class RoomEventFieldsResolver {
  @FieldResolver(() => User, { nullable: true, description: "To whom it happened, if not to the author." })
  user(@Ctx() ctx: Context, @Root() { userId }: RoomEvent) {
    return userId === null ? null : load(ctx, userById, userId);
  }
}

/** The field of messages that only those of rooms have. */
@Resolver(() => Message)
export class RoomMessageResolver {
  @FieldResolver(() => RoomEvent, {
    nullable: true,
    description: "The event in a group chat that it records; null for what members wrote.",
  })
  roomEvent(@Root() message: Message) {
    return roomEventOf(message);
  }
}
