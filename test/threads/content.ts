import type { Person } from "../support/person.ts";

/** Documents and short ways that the stories about threads, replies and categories share. */

const THREAD_FIELDS = `
  id title body bodyHtml excerpt isAnonymous isDeleted isSticky isEssence approval types
  postCount lastNumber viewCount likeCount favoriteCount revisionCount createdAt lastPostedAt editedAt
  author { id nickname } lastPostedBy { id } category { id name threadCount }
  viewerHasLiked viewerHasFavorited viewerCanLike viewerCanFavorite viewerCanReply viewerCanEdit viewerCanDelete
  viewerCanRestore viewerCanSetSticky viewerCanSetEssence viewerCanApprove`;
const POST_FIELDS = `
  id number threadId parentId body bodyHtml isDeleted approval likeCount commentCount isThreadAuthor
  author { id } replyTo { id } viewerHasLiked viewerCanLike viewerCanEdit viewerCanDelete viewerCanRestore`;

/** A thread as the tests look at it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are what a test asserts, not what it trusts
export type Seen = any;

/** Publishes a thread. */
export async function publish(person: Person, input: object): Promise<Seen> {
  const document = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { ${THREAD_FIELDS} } }`;
  return (await person.graphql(document, { input: { title: "Hello", body: "First!", ...input } }))
    .publishThread;
}

/** Replies to a thread, or comments on a reply. */
export async function reply(person: Person, threadId: string, input: object = {}): Promise<Seen> {
  const document = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { ${POST_FIELDS} } }`;
  return (await person.graphql(document, { input: { threadId, body: "Me too.", ...input } })).replyToThread;
}

/** Reads a thread. */
export async function see(person: Person, id: string): Promise<Seen> {
  return (await person.graphql(`query ($id: ID!) { thread(id: $id) { ${THREAD_FIELDS} } }`, { id })).thread;
}

/** Reads one reply. */
export async function seePost(person: Person, id: string): Promise<Seen> {
  return (await person.graphql(`query ($id: ID!) { post(id: $id) { ${POST_FIELDS} } }`, { id })).post;
}

/** Reads a page of replies with their first comments. */
export async function seePosts(person: Person, id: string, args = "first: 20"): Promise<Seen> {
  const document = `query ($id: ID!) { thread(id: $id) { posts(${args}) {
    nodes { ${POST_FIELDS} firstComments { ${POST_FIELDS} } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`;
  return (await person.graphql(document, { id })).thread.posts;
}

/** Reads a list of threads. */
export async function list(person: Person, variables: object = {}): Promise<Seen> {
  const document = `query ($categoryId: ID, $sort: ThreadSort! = NEWEST, $filter: ThreadFilter, $first: Int! = 100, $after: String) {
    threads(categoryId: $categoryId, sort: $sort, filter: $filter, first: $first, after: $after) {
      nodes { ${THREAD_FIELDS} } pageInfo { hasNextPage endCursor } } }`;
  return (await person.graphql(document, variables)).threads;
}

/** Ids of a list of threads. */
export async function listIds(person: Person, variables: object = {}): Promise<string[]> {
  return (await list(person, variables)).nodes.map(({ id }: { id: string }) => id);
}

/** Calls a mutation that takes scalars: `act(ada, "setThreadLiked", { threadId: "ID!", liked: "Boolean!" }, {…})`. */
export async function act(person: Person, name: string, values: Record<string, unknown>): Promise<Seen> {
  const typeOf = (key: string): string =>
    key.endsWith("Id") || key === "id" ? "ID!" : key === "approval" ? "ApprovalState!" : "Boolean!";
  const keys = Object.keys(values);
  const declared = keys.map((key) => `$${key}: ${typeOf(key)}`).join(", ");
  const passed = keys.map((key) => `${key}: $${key}`).join(", ");
  const fields = name.endsWith("Post") || name.startsWith("setPost") ? POST_FIELDS : THREAD_FIELDS;
  return (await person.graphql(`mutation (${declared}) { ${name}(${passed}) { ${fields} } }`, values))[name];
}

/** Creates a category as an administrator. */
export async function createCategory(admin: Person, name: string, parentId?: string): Promise<string> {
  const document = `mutation ($input: CategoryInput!) { createCategory(input: $input) { id } }`;
  return (await admin.graphql(document, { input: { name, parentId } })).createCategory.id;
}

/** Reads the counts of a member's profile. */
export async function countsOf(person: Person, id: number): Promise<Seen> {
  return (
    await person.graphql(`query ($id: ID!) { user(id: $id) { threadCount postCount likedCount } }`, { id })
  ).user;
}
