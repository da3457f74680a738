import { run } from "../../server/core/sql.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Callers that the matrix tells apart. */
export const ROLES = ["guest", "member", "limited", "author", "moderator", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Permissions that reading needs, and no others. */
const READING = ["viewThreads", "thread.viewPosts", "user.view"];

/** A corner of the forum that one question is asked about; made anew for each, since questions change it. */
export interface Scene {
  readonly people: Readonly<Record<Role, Person>>;
  /** Somebody else altogether. */
  readonly other: Person;
  readonly categoryId: string;
  readonly threadId: string;
  readonly postId: string;
  /** Named by the thread. */
  readonly topicId: string;
  /** Deleted by their author. */
  readonly deletedThreadId: string;
  readonly deletedPostId: string;
}

/** The people of the matrix; they stay the same for all questions. */
export async function inviteEverybody(
  forum: Forum,
): Promise<
  Omit<Scene, "categoryId" | "threadId" | "postId" | "topicId" | "deletedThreadId" | "deletedPostId">
> {
  const people: Record<Role, Person> = {
    guest: forum.visitor(),
    member: await forum.member(),
    limited: await forum.join(await forum.group(READING)),
    author: await forum.member(),
    moderator: await forum.moderator(),
    admin: await forum.admin(),
  };
  return { people, other: await forum.member() };
}

const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id topics { id } } }`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;

/** Publishes and replies in the author's name. */
export async function setScene(
  forum: Forum,
  cast: Awaited<ReturnType<typeof inviteEverybody>>,
): Promise<Scene> {
  const { author } = cast.people;
  const categoryId = await forum.categoryId();
  const publish = async (): Promise<{ id: string; topics: { id: string }[] }> => {
    const input = { categoryId, title: "Of the author", body: "Canary of the author #canary#" };
    return (await author.graphql(PUBLISH, { input })).publishThread;
  };
  const reply = async (threadId: string): Promise<string> =>
    (await author.graphql(REPLY, { input: { threadId, body: "A reply of the author" } })).replyToThread
      .id as string;
  const {
    id: threadId,
    topics: [topic],
  } = await publish();
  const postId = await reply(threadId);
  const deletedPostId = await reply(threadId);
  const { id: deletedThreadId } = await publish();
  await author.graphql(`mutation ($id: ID!) { deleteThread(threadId: $id) { id } }`, { id: deletedThreadId });
  await author.graphql(`mutation ($id: ID!) { deletePost(postId: $id) { id } }`, { id: deletedPostId });
  return { ...cast, categoryId, threadId, postId, topicId: topic!.id, deletedThreadId, deletedPostId };
}

/** Takes a thread or reply out of sight until somebody approves it. */
export function holdBack(forum: Forum, table: "threads" | "posts", id: string): Promise<unknown> {
  return forum.write((ctx) =>
    run(ctx, `UPDATE ${table} SET approval = 0, visible = 0 WHERE id = ?`, [Number(id)]),
  );
}
