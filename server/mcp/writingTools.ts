import { z } from "zod";
import { ADDS, body, CHANGES, defineTool, id, idempotencyKey, type Tool, type ToolPlace } from "./tool.ts";

/** Longest title, in characters. */
const TITLE_MAX = 100;

const title = z.string().min(1).max(TITLE_MAX).describe("Title, at most 100 characters.");
const threadUrl = ({ publicUrl }: ToolPlace, threadId: string): string => `${publicUrl}/thread/${threadId}`;
const waiting = (approval: string): string =>
  approval === "APPROVED" ? "" : " It is seen by moderators until they have approved it.";

const saveDraft = defineTool({
  name: "save_draft",
  title: "Save a draft",
  description:
    "Saves a draft that the member finds in their editor: of a new thread, or of a reply if `thread_id` is given. Nobody else sees it.",
  command: "saveDraft",
  input: z.object({
    draft_id: id("The draft to save again; a new one without it.").optional(),
    version: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe("The version that was read, so that nothing newer is lost."),
    thread_id: id("The thread that is answered; none for a new thread.").optional(),
    category_id: id("The category of a new thread.").optional(),
    title: z.string().max(TITLE_MAX).default(""),
    body,
    idempotency_key: idempotencyKey,
  }),
  annotations: ADDS,
  document: `mutation McpSaveDraft($input: SaveDraftInput!) { saveDraft(input: $input) { id version updatedAt threadId title } }`,
  variables: ({ draft_id, version, thread_id, category_id, title, body }) => ({
    input: { id: draft_id, version, threadId: thread_id, categoryId: category_id, title, body },
  }),
  answer: ({ saveDraft: draft }: { saveDraft: { id: string; version: number } }) => ({
    text: `Saved as draft ${draft.id}, version ${draft.version}.`,
    data: { draft },
  }),
});

const publishThread = defineTool({
  name: "publish_thread",
  title: "Publish a thread",
  description:
    "Publishes a thread in the name of the member, for all who read the category. Ask the member before.",
  command: "publishThread",
  needs: ["createThread"],
  input: z.object({
    category_id: id("The category, from `list_categories`."),
    title,
    body,
    draft_id: id("The draft that it was, which is deleted.").optional(),
    is_anonymous: z.boolean().default(false).describe("Without the name of the member."),
    idempotency_key: idempotencyKey,
  }),
  annotations: ADDS,
  document: `mutation McpPublishThread($input: PublishThreadInput!) { publishThread(input: $input) { id title approval createdAt } }`,
  variables: ({ category_id, title, body, draft_id, is_anonymous }) => ({
    input: { categoryId: category_id, title, body, draftId: draft_id, isAnonymous: is_anonymous },
  }),
  answer: ({ publishThread: thread }: { publishThread: { id: string; approval: string } }, place) => {
    const url = threadUrl(place, thread.id);
    return {
      text: `Published as thread ${thread.id}: <${url}>.${waiting(thread.approval)}`,
      data: { thread: { ...thread, url } },
    };
  },
});

const replyToThread = defineTool({
  name: "reply_to_thread",
  title: "Reply to a thread",
  description:
    "Publishes a reply to a thread, or a comment on a reply, in the name of the member. Ask the member before.",
  command: "replyToThread",
  needs: ["thread.reply"],
  input: z.object({
    thread_id: id("The thread."),
    body,
    reply_to_post_id: id("The reply that is commented on; none for a reply of its own.").optional(),
    draft_id: id("The draft that it was, which is deleted.").optional(),
    idempotency_key: idempotencyKey,
  }),
  annotations: ADDS,
  document: `mutation McpReply($input: ReplyToThreadInput!) { replyToThread(input: $input) { id number approval createdAt threadId } }`,
  variables: ({ thread_id, body, reply_to_post_id, draft_id }) => ({
    input: { threadId: thread_id, body, replyToPostId: reply_to_post_id, draftId: draft_id },
  }),
  answer: (
    {
      replyToThread: post,
    }: { replyToThread: { id: string; number: number | null; approval: string; threadId: string } },
    place,
  ) => {
    const place_ = post.number === null ? "" : `?post=${post.number}#p${post.number}`;
    const url = threadUrl(place, post.threadId) + place_;
    return {
      text: `Published as post ${post.id}: <${url}>.${waiting(post.approval)}`,
      data: { post: { ...post, url } },
    };
  },
});

const markNotificationsRead = defineTool({
  name: "mark_notifications_read",
  title: "Mark notifications as read",
  description: "Marks notifications of the member as read.",
  command: "markNotificationsRead",
  input: z.object({ notification_ids: z.array(id("A notification.")).min(1).max(100) }),
  annotations: CHANGES,
  document: `mutation McpMarkRead($ids: [ID!]) { markNotificationsRead(ids: $ids) { count changedIds } }`,
  variables: ({ notification_ids }) => ({ ids: notification_ids }),
  answer: ({
    markNotificationsRead: marked,
  }: {
    markNotificationsRead: { count: number; changedIds: string[] };
  }) => ({
    text: `Marked as read: ${marked.count}.`,
    data: { ...marked },
  }),
});

/** Tools by which a member writes. */
export const WRITING_TOOLS: readonly Tool[] = [
  saveDraft,
  publishThread,
  replyToThread,
  markNotificationsRead,
];
