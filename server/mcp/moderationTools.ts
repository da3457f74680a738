import { z } from "zod";
import type { CategoryPermission } from "../core/permissions.ts";
import { inLine, quoted } from "../ssr/texts/memberText.ts";
import { timeOf } from "../ssr/texts/threadMarkdown.ts";
import { listAnswer, nameOf, type Named, type Page } from "./rows.ts";
import { after, CHANGES, defineTool, first, id, READS, reason, shortened, type Tool } from "./tool.ts";

const STATE = "id isDeleted approval";
const HIDES: readonly CategoryPermission[] = ["thread.hide", "thread.hidePosts"];

interface State {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly approval: string;
}

interface ReviewItem {
  readonly key: string;
  readonly kind: string;
  readonly createdAt: string;
  readonly stopWords: readonly string[];
  readonly thread: {
    readonly id: string;
    readonly title: string;
    readonly body: string;
    readonly author: Named | null;
  } | null;
  readonly post: { readonly id: string; readonly body: string; readonly author: Named | null } | null;
  readonly report: { readonly id: string; readonly reason: string; readonly detail: string } | null;
}

/** Longest text in the queue, in characters. */
const QUEUED_MAX = 2_000;

const listReviewQueue = defineTool({
  name: "list_review_queue",
  title: "List what waits for a moderator",
  description: "Lists threads and replies that wait for approval, and reports, the oldest first.",
  query: "reviewQueue",
  needs: HIDES,
  input: z.object({ kind: z.enum(["THREAD", "POST", "REPORT"]).optional(), first, after }),
  annotations: READS,
  document: `query McpReviewQueue($kind: ReviewKind, $first: Int!, $after: String) {
    reviewQueue(kind: $kind, first: $first, after: $after) {
      nodes {
        key kind createdAt stopWords
        thread { id title body author { id nickname } } post { id body author { id nickname } } report { id reason detail }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`,
  variables: (input) => input,
  answer: ({ reviewQueue }: { reviewQueue: Page<ReviewItem> }) => {
    const nodes = reviewQueue.nodes.map(({ thread, post, ...item }) => ({
      ...item,
      thread: thread && { ...thread, ...shortened(thread.body, QUEUED_MAX) },
      post: post && { ...post, ...shortened(post.body, QUEUED_MAX) },
    }));
    return listAnswer(
      "items",
      { ...reviewQueue, nodes },
      ({ key, kind, createdAt, thread, post, report }) => {
        const facts = [
          `key \`${key}\``,
          kind,
          timeOf(createdAt),
          ...(thread ? [`thread ${thread.id} "${inLine(thread.title)}"`] : []),
          ...(post ? [`post ${post.id}`] : []),
          `by ${nameOf((post ?? thread)?.author ?? null)}`,
          ...(report ? [`reported: ${report.reason}`] : []),
        ];
        const texts = [post?.body ?? thread?.body ?? "", report?.detail ?? ""].filter(Boolean).join("\n\n");
        return `- ${facts.join(" · ")}\n\n${quoted(texts, "  ")}\n`;
      },
    );
  },
});

const decideReview = defineTool({
  name: "decide_review",
  title: "Decide about what waits",
  description: "Approves, refuses or deletes an item of the review queue, as the member may.",
  command: "decideReview",
  needs: HIDES,
  input: z.object({
    key: z.string().min(1).max(100).describe("Key of the item, from `list_review_queue`."),
    decision: z.enum(["APPROVE", "REFUSE", "DELETE"]),
    reason,
  }),
  annotations: CHANGES,
  document: `mutation McpDecideReview($input: DecideReviewInput!) { decideReview(input: $input) }`,
  variables: (input) => ({ input }),
  answer: (_data: { decideReview: boolean }, _place, { key, decision }) => ({
    text: `Decided: ${decision}.`,
    data: { key, decision },
  }),
});

interface Change {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly command: string;
  readonly needs: readonly CategoryPermission[];
}

const OF = { thread: "threadId", post: "postId" } as const;

/** Declares a tool that deletes a thread or a reply. */
function deletion(of: keyof typeof OF, change: Change): Tool {
  const { command } = change;
  return defineTool({
    ...change,
    input: z.object({ id: id(`The ${of}.`), reason }),
    annotations: CHANGES,
    document: `mutation Mcp_${command}($id: ID!, $reason: String) { ${command}(${OF[of]}: $id, reason: $reason) { ${STATE} } }`,
    variables: (input) => input,
    answer: (data: Record<string, State>) => stateAnswer(of, data[command]!),
  });
}

/** Declares a tool that restores a thread or a reply. */
function restoration(of: keyof typeof OF, change: Change): Tool {
  const { command } = change;
  return defineTool({
    ...change,
    input: z.object({ id: id(`The ${of}.`) }),
    annotations: CHANGES,
    document: `mutation Mcp_${command}($id: ID!) { ${command}(${OF[of]}: $id) { ${STATE} } }`,
    variables: (input) => input,
    answer: (data: Record<string, State>) => stateAnswer(of, data[command]!),
  });
}

/** Declares a tool that approves a thread or a reply, or takes the approval away. */
function approval(of: keyof typeof OF, change: Change): Tool {
  const { command } = change;
  return defineTool({
    ...change,
    input: z.object({
      id: id(`The ${of}.`),
      approval: z.enum(["APPROVED", "PENDING", "IGNORED"]).describe("IGNORED is a refusal."),
      reason,
    }),
    annotations: CHANGES,
    document: `mutation Mcp_${command}($id: ID!, $approval: ApprovalState!, $reason: String) {
      ${command}(${OF[of]}: $id, approval: $approval, reason: $reason) { ${STATE} }
    }`,
    variables: (input) => input,
    answer: (data: Record<string, State>) => stateAnswer(of, data[command]!),
  });
}

function stateAnswer(of: keyof typeof OF, state: State) {
  const words = `${state.isDeleted ? "deleted" : "not deleted"}, ${state.approval}`;
  return { text: `The ${of} ${state.id} is now ${words}.`, data: { [of]: state } };
}

const lockThread = defineTool({
  name: "lock_thread",
  title: "Close a thread to replies",
  description: "Closes a thread to replies, or opens it again.",
  command: "setThreadLocked",
  needs: ["thread.edit"],
  input: z.object({
    id: id("The thread."),
    locked: z.boolean().describe("True closes it, false opens it again."),
    reason: reason.describe("Reason, which readers see."),
  }),
  annotations: CHANGES,
  document: `mutation McpLockThread($id: ID!, $locked: Boolean!, $reason: String) {
    setThreadLocked(threadId: $id, locked: $locked, reason: $reason) { id lockedAt lockReason }
  }`,
  variables: (input) => input,
  answer: ({ setThreadLocked: thread }: { setThreadLocked: { id: string; lockedAt: string | null } }) => ({
    text: `The thread ${thread.id} is now ${thread.lockedAt === null ? "open" : "closed"} to replies.`,
    data: { thread },
  }),
});

/** Tools of moderators; authors delete and restore what is theirs by some of them. */
export const MODERATION_TOOLS: readonly Tool[] = [
  listReviewQueue,
  decideReview,
  approval("thread", {
    name: "set_thread_approval",
    title: "Approve or refuse a thread",
    description: "Approves a thread, refuses it, or lets it wait again.",
    command: "setThreadApproval",
    needs: ["thread.hide"],
  }),
  approval("post", {
    name: "set_post_approval",
    title: "Approve or refuse a reply",
    description: "Approves a reply or a comment, refuses it, or lets it wait again.",
    command: "setPostApproval",
    needs: ["thread.hidePosts"],
  }),
  lockThread,
  deletion("thread", {
    name: "delete_thread",
    title: "Delete a thread",
    description: "Deletes a thread; `restore_thread` brings it back.",
    command: "deleteThread",
    needs: ["thread.hide", "thread.hideOwnThreadOrPost"],
  }),
  restoration("thread", {
    name: "restore_thread",
    title: "Restore a thread",
    description: "Restores a thread that was deleted.",
    command: "restoreThread",
    needs: ["thread.hide", "thread.hideOwnThreadOrPost"],
  }),
  deletion("post", {
    name: "delete_post",
    title: "Delete a reply",
    description: "Deletes a reply or a comment; `restore_post` brings it back.",
    command: "deletePost",
    needs: ["thread.hidePosts", "thread.hideOwnThreadOrPost"],
  }),
  restoration("post", {
    name: "restore_post",
    title: "Restore a reply",
    description: "Restores a reply or a comment that was deleted.",
    command: "restorePost",
    needs: ["thread.hidePosts", "thread.hideOwnThreadOrPost"],
  }),
];
