import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId, parseOptionalId } from "../../core/ids.ts";
import { chain, load } from "../../core/loaders.ts";
import { PAGE_DEFAULT } from "../../core/paging.ts";
import { Attachment } from "../attachments/attachment.entity.ts";
import { User } from "../users/user.entity.ts";
import { userById } from "../users/user.loaders.ts";
import { Dialog, Message } from "./message.entity.ts";
import { SendMessageInput } from "./message.input.ts";
import { getDialog, listDialogs, listMessages, preloadDialogNeighbours } from "./message.list.service.ts";
import { messageById, peerReadUpTo, pictureById } from "./message.loaders.ts";
import { canWriteTo } from "./message.policy.ts";
import { deleteDialog, markDialogRead, sendMessage, writingFacts } from "./message.service.ts";
import { DialogConnection, MessageConnection } from "./message.view.ts";

/** GraphQL's view of private messages. */
@Resolver()
export class MessageResolver {
  @Query(() => DialogConnection, { description: "The viewer's dialogs, the last written to first." })
  async dialogs(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    const page = await listDialogs(ctx, { first, after });
    await preloadDialogNeighbours(ctx, page.nodes);
    return page;
  }

  @Query(() => Dialog, { description: "With one member; empty if nothing was written yet." })
  dialog(@Ctx() ctx: Context, @Arg("userId", () => ID, { description: "The other member." }) userId: string) {
    return getDialog(ctx, parseId(userId, "userId"));
  }

  @Mutation(() => Message, { description: "Sends a private message to one member." })
  sendMessage(
    @Ctx() ctx: Context,
    @Arg("input", () => SendMessageInput, { description: "All that is written, in one object." })
    input: SendMessageInput,
  ) {
    return sendMessage(ctx, input);
  }

  @Mutation(() => Dialog, { description: "Marks messages of a dialog as read." })
  markDialogRead(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "The other member." }) userId: string,
    @Arg("upTo", () => ID, {
      nullable: true,
      description: "Id of the newest message that was read; all without it.",
    })
    upTo?: string,
  ) {
    return markDialogRead(ctx, { userId: parseId(userId, "userId"), upTo: parseOptionalId(upTo, "upTo") });
  }

  @Mutation(() => Boolean, { description: "For the viewer alone." })
  deleteDialog(
    @Ctx() ctx: Context,
    @Arg("userId", () => ID, { description: "The other member, whose side stays." }) userId: string,
  ) {
    return deleteDialog(ctx, parseId(userId, "userId"));
  }
}

/** Fields of a dialog that are no columns. */
@Resolver(() => Dialog)
export class DialogFieldsResolver {
  @FieldResolver(() => ID, { description: "Id of the other member." })
  id(@Root() { peerId }: Dialog) {
    return String(peerId);
  }

  @FieldResolver(() => User, { description: "The other member." })
  peer(@Ctx() ctx: Context, @Root() { peerId }: Dialog) {
    return load(ctx, userById, peerId);
  }

  @FieldResolver(() => Message, { nullable: true, description: "The newest message; null before the first." })
  lastMessage(@Ctx() ctx: Context, @Root() { lastMessageId, deletedUpTo }: Dialog) {
    return lastMessageId > deletedUpTo ? load(ctx, messageById, lastMessageId) : null;
  }

  @FieldResolver(() => ID, {
    description: "The newest message that the other one has read; 0 before the first.",
  })
  async peerReadUpTo(@Ctx() ctx: Context, @Root() { peerId }: Dialog) {
    return String((await load(ctx, peerReadUpTo, peerId)) ?? 0);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "Why the viewer may not write now, as the code of the error; null if they may.",
  })
  async refusal(@Ctx() ctx: Context, @Root() { peerId }: Dialog) {
    return canWriteTo(ctx.viewer, await writingFacts(ctx, peerId)).code ?? null;
  }

  @FieldResolver(() => MessageConnection, {
    description: "Newest first; `since` gives only what came after a message.",
  })
  messages(
    @Ctx() ctx: Context,
    @Root() dialog: Dialog,
    @Arg("first", () => Int, { defaultValue: PAGE_DEFAULT }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
    @Arg("since", () => ID, { nullable: true, description: "Only messages behind the one with this id." })
    since?: string,
  ) {
    return listMessages(ctx, dialog, { first, after, since: parseOptionalId(since, "since") });
  }
}

/** Fields of a message that are no columns. */
@Resolver(() => Message)
export class MessageFieldsResolver {
  @FieldResolver(() => Boolean, { description: "True if the viewer wrote it." })
  isMine(@Ctx() ctx: Context, @Root() { authorId }: Message) {
    return authorId === ctx.viewer.id;
  }

  @FieldResolver(() => Boolean, {
    description: "Staff took it away because of a report: it has neither text nor picture.",
  })
  isRemoved(@Root() { removedAt }: Message) {
    return removedAt !== null;
  }

  @FieldResolver(() => Boolean, {
    description:
      "True in a group chat if the viewer blocks who wrote it: it has neither text nor picture. False in dialogs.",
  })
  isFromBlocked(@Root() { isFromBlocked }: Message) {
    return isFromBlocked ?? false;
  }

  @FieldResolver(() => User, { description: "Who wrote it." })
  author(@Ctx() ctx: Context, @Root() { authorId }: Message) {
    return load(ctx, userById, authorId);
  }

  @FieldResolver(() => Attachment, {
    nullable: true,
    description: "Picture that goes with it; null if none.",
  })
  picture(@Ctx() ctx: Context, @Root() { attachmentId }: Message) {
    return attachmentId === null ? null : chain(load(ctx, pictureById, attachmentId), (picture) => picture);
  }
}
