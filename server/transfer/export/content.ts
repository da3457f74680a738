import type { Attachment } from "../../features/attachments/attachment.entity.ts";
import type { Category } from "../../features/categories/category.entity.ts";
import type { Draft } from "../../features/drafts/draft.entity.ts";
import type { Dialog, DialogPair, Message } from "../../features/messages/message.entity.ts";
import type { Goods } from "../../features/goods/goods.entity.ts";
import type { Poll, PollOption, PollVote } from "../../features/polls/poll.entity.ts";
import type { PostMove } from "../../features/posts/moves/postMove.entity.ts";
import type { Post, PostLike } from "../../features/posts/post.entity.ts";
import type { BookmarkFolder } from "../../features/threads/bookmarks/bookmarkFolder.entity.ts";
import type { PaidContent } from "../../features/threads/paid/paidContent.entity.ts";
import type { ThreadFavorite, ThreadLike } from "../../features/threads/reactions/reaction.entity.ts";
import { ApprovalState, type Thread } from "../../features/threads/thread.entity.ts";
import type { Topic } from "../../features/topics/topic.entity.ts";
import type { Watch } from "../../features/watches/watch.entity.ts";
import type { Room, RoomMember } from "../../features/rooms/room.entity.ts";
import { recordsOf } from "./reader.ts";
import { table } from "./snapshot.ts";

const approvalOf = (state: number) => ApprovalState[state] as keyof typeof ApprovalState;

/** Readers of what members write, and of their marks on it. */
export const CONTENT = {
  categories: recordsOf("categories").eachRow(table<Category>("categories", "id"), (row) => ({
    id: row.int("id"),
    name: row.text("name"),
    description: row.text("description"),
    icon: row.text("icon"),
    color: row.text("color"),
    sort: row.int("sort"),
    parentId: row.intOrNull("parentId"),
    createdAt: row.time("createdAt"),
  })),

  topics: recordsOf("topics").eachRow(table<Topic>("topics", "id"), (row) => ({
    id: row.int("id"),
    name: row.text("name"),
    isRecommended: row.flag("isRecommended"),
    viewCount: row.int("viewCount"),
    deletedAt: row.timeOrNull("deletedAt"),
    mergedIntoId: row.intOrNull("mergedIntoId"),
    createdAt: row.time("createdAt"),
  })),

  attachments: recordsOf("attachments").eachRow(table<Attachment>("attachments", "id"), (row) => ({
    id: row.int("id"),
    memberId: row.int("userId"),
    kind: row.text("kind"),
    path: row.text("path"),
    thumbPath: row.textOrNull("thumbPath"),
    name: row.text("fileName"),
    bytes: row.int("fileSize"),
    mimeType: row.text("mimeType"),
    width: row.intOrNull("width"),
    height: row.intOrNull("height"),
    threadId: row.intOrNull("threadId"),
    postId: row.intOrNull("postId"),
    sort: row.int("sort"),
    isPaid: row.flag("isPaid"),
    createdAt: row.time("createdAt"),
  })),

  threads: recordsOf("threads").eachWithChildren(
    table<Thread>("threads", "id"),
    table<PaidContent>("paid_contents", "threadId"),
    (row, [whole]) => ({
      id: row.int("id"),
      categoryId: row.int("categoryId"),
      authorId: row.int("authorId"),
      title: row.text("title"),
      // The row of a thread that is sold has the free part only.
      body: whole?.text("body") ?? row.text("body"),
      priceCents: row.int("priceCents"),
      freePercent: row.int("freePercent"),
      attachmentPriceCents: row.int("attachmentPriceCents"),
      isAnonymous: row.flag("isAnonymous"),
      isSticky: row.flag("isSticky"),
      stickyUntil: row.timeOrNull("stickyUntil"),
      isEssence: row.flag("isEssence"),
      lockedAt: row.timeOrNull("lockedAt"),
      lockReason: row.textOrNull("lockReason"),
      closesAt: row.timeOrNull("closesAt") ?? undefined,
      closesAfterDays: row.intOrNull("closesAfterDays") ?? undefined,
      slowModeSeconds: row.int("slowModeSeconds") || undefined,
      approval: approvalOf(row.int("approval")),
      deletedAt: row.timeOrNull("deletedAt"),
      deletedById: row.intOrNull("deletedById"),
      mergedIntoId: row.intOrNull("mergedIntoId"),
      solutionId: row.intOrNull("solutionId"),
      movedNumber: row.int("movedNumber"),
      viewCount: row.int("viewCount"),
      longitude: row.numberOrNull("longitude"),
      latitude: row.numberOrNull("latitude"),
      address: row.text("address"),
      location: row.text("location"),
      createdAt: row.time("createdAt"),
      editedAt: row.timeOrNull("editedAt"),
    }),
  ),

  posts: recordsOf("posts").eachRow(table<Post>("posts", "id"), (row) => ({
    id: row.int("id"),
    threadId: row.int("threadId"),
    number: row.intOrNull("number"),
    parentId: row.intOrNull("parentId"),
    replyToPostId: row.intOrNull("replyToPostId"),
    authorId: row.int("authorId"),
    body: row.text("body"),
    isAnonymous: row.flag("isAnonymous"),
    approval: approvalOf(row.int("approval")),
    deletedAt: row.timeOrNull("deletedAt"),
    deletedById: row.intOrNull("deletedById"),
    createdAt: row.time("createdAt"),
    editedAt: row.timeOrNull("editedAt"),
  })),

  postMoves: recordsOf("postMoves").eachRow(table<PostMove>("post_moves", "threadId", "number"), (row) => ({
    threadId: row.int("threadId"),
    number: row.int("number"),
    postId: row.intOrNull("postId"),
    toThreadId: row.intOrNull("toThreadId"),
  })),

  threadReactions: recordsOf("threadReactions").eachRow(
    table<ThreadLike>("thread_likes", "threadId", "userId"),
    (row) => ({
      threadId: row.int("threadId"),
      memberId: row.int("userId"),
      reaction: row.text("reaction"),
      createdAt: row.time("createdAt"),
    }),
  ),

  postReactions: recordsOf("postReactions").eachRow(
    table<PostLike>("post_likes", "postId", "userId"),
    (row) => ({
      postId: row.int("postId"),
      memberId: row.int("userId"),
      reaction: row.text("reaction"),
      createdAt: row.time("createdAt"),
    }),
  ),

  bookmarkFolders: recordsOf("bookmarkFolders").eachRow(
    table<BookmarkFolder>("bookmark_folders", "id"),
    (row) => ({
      id: row.int("id"),
      memberId: row.int("userId"),
      name: row.text("name"),
      position: row.int("position"),
      createdAt: row.time("createdAt"),
    }),
  ),

  favorites: recordsOf("favorites").eachRow(
    table<ThreadFavorite>("thread_favorites", "threadId", "userId"),
    (row) => ({
      threadId: row.int("threadId"),
      memberId: row.int("userId"),
      createdAt: row.time("createdAt"),
      note: row.text("note") || undefined,
      folderId: row.intOrNull("folderId") ?? undefined,
      remindAt: row.timeOrNull("remindAt") ?? undefined,
    }),
  ),

  watches: recordsOf("watches").eachRow(table<Watch>("watches", "userId", "target", "targetId"), (row) => ({
    memberId: row.int("userId"),
    target: row.text("target"),
    targetId: row.int("targetId"),
    level: row.text("level"),
    changedAt: row.time("changedAt"),
  })),

  dialogs: recordsOf("dialogs").eachWithChildren(
    table<DialogPair>("dialogs", "id"),
    table<Dialog>("dialog_sides", "dialogId", "userId"),
    (row, sides) => ({
      id: row.int("id"),
      lowMemberId: row.int("lowUserId"),
      highMemberId: row.int("highUserId"),
      createdAt: row.time("createdAt"),
      sides: sides.map((side) => ({
        memberId: side.int("userId"),
        readUpTo: side.int("readUpTo"),
        deletedUpTo: side.int("deletedUpTo"),
      })),
    }),
  ),

  rooms: recordsOf("rooms").eachWithChildren(
    table<Room>("rooms", "id"),
    table<RoomMember>("room_members", "roomId", "userId"),
    (row, seats) => ({
      id: row.int("id"),
      name: row.text("name"),
      ownerId: row.int("ownerId"),
      createdAt: row.time("createdAt"),
      members: seats.map((seat) => ({
        memberId: seat.int("userId"),
        state: seat.text("state"),
        invitedById: seat.intOrNull("invitedById"),
        invitedAt: seat.time("invitedAt"),
        joinedAt: seat.timeOrNull("joinedAt"),
        declinedAt: seat.timeOrNull("declinedAt"),
        lastMessageId: seat.int("lastMessageId"),
        visibleAfter: seat.int("visibleAfter"),
        readUpTo: seat.int("readUpTo"),
        isMuted: seat.flag("isMuted"),
      })),
    }),
  ),

  messages: recordsOf("messages").eachRow(table<Message>("messages", "id"), (row) => ({
    id: row.int("id"),
    dialogId: row.intOrNull("dialogId"),
    roomId: row.intOrNull("roomId") ?? undefined,
    event: row.textOrNull("event") ?? undefined,
    eventMemberId: row.intOrNull("eventUserId") ?? undefined,
    eventName: row.textOrNull("eventName") ?? undefined,
    authorId: row.int("authorId"),
    body: row.text("body"),
    attachmentId: row.intOrNull("attachmentId"),
    createdAt: row.time("createdAt"),
    removedAt: row.timeOrNull("removedAt"),
    removedById: row.intOrNull("removedById"),
  })),

  polls: recordsOf("polls").eachRow(table<Poll>("polls", "id"), (row) => ({
    id: row.int("id"),
    threadId: row.int("threadId"),
    title: row.text("title"),
    kind: row.text("kind"),
    isSecret: row.flag("isSecret"),
    resultsVisible: row.text("resultsVisible"),
    endsAt: row.timeOrNull("endsAt"),
    namelessVoterCount: row.int("namelessVoterCount"),
    createdAt: row.time("createdAt"),
  })),

  pollOptions: recordsOf("pollOptions").eachRow(table<PollOption>("poll_options", "id"), (row) => ({
    id: row.int("id"),
    pollId: row.int("pollId"),
    position: row.int("position"),
    text: row.text("text"),
    namelessCount: row.int("namelessCount"),
  })),

  pollVotes: recordsOf("pollVotes").eachRow(
    table<PollVote>("poll_votes", "pollId", "userId", "place"),
    (row) => ({
      pollId: row.int("pollId"),
      memberId: row.int("userId"),
      place: row.int("place"),
      optionId: row.int("optionId"),
      votedAt: row.time("votedAt"),
    }),
  ),

  goods: recordsOf("goods").eachRow(table<Goods>("goods", "id"), (row) => ({
    id: row.int("id"),
    threadId: row.int("threadId"),
    title: row.text("title"),
    url: row.text("url"),
    priceCents: row.intOrNull("priceCents"),
    shopName: row.text("shopName"),
    imageId: row.intOrNull("imageId"),
    createdAt: row.time("createdAt"),
  })),

  drafts: recordsOf("drafts").eachRow(table<Draft>("drafts", "id"), (row) => ({
    id: row.int("id"),
    memberId: row.int("userId"),
    threadId: row.intOrNull("threadId"),
    categoryId: row.intOrNull("categoryId"),
    title: row.text("title"),
    body: row.text("body"),
    isAnonymous: row.flag("isAnonymous"),
    priceCents: row.int("priceCents"),
    freePercent: row.int("freePercent"),
    attachmentPriceCents: row.int("attachmentPriceCents"),
    attachmentIds: row.text("fileIds").split(",").filter(Boolean).map(Number),
    gifts: row.text("giftsJson"),
    poll: row.text("pollJson"),
    goods: row.text("goodsJson"),
    createdAt: row.time("createdAt"),
    updatedAt: row.time("updatedAt"),
  })),
};
