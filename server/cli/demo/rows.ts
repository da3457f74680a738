import type { Context, SqlValue } from "../../core/context.ts";
import { UploadKind } from "../../features/attachments/attachment.entity.ts";
import { prepareContent, type Content } from "../../features/threads/content/content.service.ts";
import { ApprovalState, hotScoreOf, posterIdsText } from "../../features/threads/thread.entity.ts";
import { SECTIONS, type Plan, type PlannedPost, type PlannedThread } from "./plan.ts";
import { FILES_PATH, type DrawnPicture } from "./uploads.ts";

/** The first free id of each table. */
export interface Numbers {
  readonly users: number;
  readonly groups: number;
  readonly categories: number;
  readonly threads: number;
  readonly posts: number;
  readonly attachments: number;
}

type Row = Readonly<Record<string, SqlValue>>;

/** Counters of a member's profile. */
export interface PersonCounts {
  threadCount: number;
  postCount: number;
  likedCount: number;
}

/** A text to be found by searching. */
export interface Searchable {
  readonly threadId: number;
  readonly postId: number | null;
  readonly title: string;
  readonly body: string;
}

/** All rows of threads and what hangs on them, tables in the order in which they may be written. */
export interface ContentRows {
  readonly tables: readonly { readonly table: string; readonly rows: readonly Row[] }[];
  readonly texts: readonly Searchable[];
  readonly postCount: number;
  readonly threadsOfBoard: ReadonlyMap<string, number>;
  readonly peopleCounts: readonly PersonCounts[];
}

const BOARDS = SECTIONS.flatMap((section) => section.boards);

/** A reply or comment with the place that it gets. */
interface Placed {
  readonly post: PlannedPost;
  readonly thread: number;
  readonly parent: Placed | null;
  readonly number: number | null;
  id: number;
}

/** Turns the plan into rows whose kept counters agree with each other. */
export async function rowsOfThreads(
  ctx: Context,
  plan: Plan,
  pictures: ReadonlyMap<number, readonly DrawnPicture[]>,
  numbers: Numbers,
): Promise<ContentRows> {
  const peopleCounts = plan.people.map((): PersonCounts => ({ threadCount: 0, postCount: 0, likedCount: 0 }));
  const threadsOfBoard = new Map<string, number>();
  const placed = placePosts(plan, numbers.posts);
  const texts: Searchable[] = [];
  const threads: Row[] = [];
  const posts: Row[] = [];
  for (const [index, thread] of plan.threads.entries()) {
    const drawn = pictures.get(index) ?? [];
    const shown = drawn.map(({ fileName, path }) => `![${fileName}](${FILES_PATH}${path})`);
    const body = [thread.body, ...shown].join("\n\n");
    threads.push(await threadRow(ctx, thread, index, body, numbers, drawn));
    texts.push({ threadId: numbers.threads + index, postId: null, title: thread.title, body });
    threadsOfBoard.set(thread.board.name, (threadsOfBoard.get(thread.board.name) ?? 0) + 1);
    const author = peopleCounts[thread.author]!;
    // What is anonymous counts on no profile: it would give its author away.
    if (thread.isAnonymous) continue;
    author.threadCount++;
    author.likedCount += likesOf(thread.likes, thread.author).length;
  }
  for (const each of placed) {
    const thread = plan.threads[each.thread]!;
    posts.push(await postRow(ctx, each, thread, numbers));
    texts.push({ threadId: numbers.threads + each.thread, postId: each.id, title: "", body: each.post.body });
    const author = peopleCounts[each.post.author]!;
    if (isAnonymous(each.post, thread)) continue;
    author.postCount++;
    author.likedCount += likesOf(each.post.likes, each.post.author).length;
  }
  const reactions = reactionRows(plan, placed, numbers, ctx.now.getTime());
  const attachments = [...pictures]
    .flatMap(([index, set]) => set.map((picture, sort) => ({ index, picture, sort })))
    .map((each, place) => attachmentRow(plan.threads[each.index]!, each, numbers, place));
  return {
    tables: [
      { table: "threads", rows: threads },
      { table: "posts", rows: posts },
      ...reactions,
      { table: "attachments", rows: attachments },
    ],
    texts,
    postCount: posts.length,
    threadsOfBoard,
    peopleCounts,
  };
}

/** Gives replies and comments their ids in the order in which they were written. */
function placePosts(plan: Plan, firstId: number): Placed[] {
  const placed: Placed[] = [];
  for (const [thread, { posts }] of plan.threads.entries()) {
    for (const [index, post] of posts.entries()) {
      const reply: Placed = { post, thread, parent: null, number: index + 1, id: 0 };
      placed.push(
        reply,
        ...post.comments.map((comment) => ({ post: comment, thread, parent: reply, number: null, id: 0 })),
      );
    }
  }
  placed.sort((one, other) => one.post.at - other.post.at);
  for (const [index, each] of placed.entries()) each.id = firstId + index;
  return placed;
}

/** Nobody likes their own words. */
function likesOf(likes: readonly number[], author: number): readonly number[] {
  return likes.filter((person) => person !== author);
}

function isAnonymous(post: PlannedPost, thread: PlannedThread): boolean {
  return thread.isAnonymous && post.author === thread.author;
}

function renditionOf({ bodyHtml, markdownVersion, excerpt, plainText }: Content) {
  return { bodyHtml, markdownVersion, excerpt, plainText };
}

async function threadRow(
  ctx: Context,
  thread: PlannedThread,
  index: number,
  source: string,
  numbers: Numbers,
  drawn: readonly DrawnPicture[],
): Promise<Row> {
  const pictures = new Map(drawn.map((picture) => [FILES_PATH + picture.path, picture]));
  const content = await prepareContent(ctx, source, { newTopics: true, pictures });
  const createdAt = new Date(thread.at);
  const last = thread.posts.reduce<PlannedPost | null>(
    (newest, post) => (!newest || post.at >= newest.at ? post : newest),
    null,
  );
  const postCount = thread.posts.length;
  const likeCount = likesOf(thread.likes, thread.author).length;
  return {
    id: numbers.threads + index,
    categoryId: numbers.categories + SECTIONS.length + BOARDS.indexOf(thread.board),
    authorId: numbers.users + thread.author,
    title: thread.title,
    body: content.body,
    ...renditionOf(content),
    isAnonymous: thread.isAnonymous,
    isSticky: thread.isSticky,
    isEssence: thread.isEssence,
    hasImages: drawn.length > 0,
    hasAttachments: false,
    approval: ApprovalState.APPROVED,
    visible: true,
    deletedAt: null,
    deletedById: null,
    postCount,
    lastNumber: postCount,
    viewCount: thread.views,
    likeCount,
    favoriteCount: thread.favorites.length,
    hotScore: hotScoreOf({ createdAt, postCount, likeCount }),
    longitude: null,
    latitude: null,
    address: "",
    location: "",
    createdAt,
    editedAt: null,
    lastPostedAt: new Date(last?.at ?? thread.at),
    lastPostedById: last && !isAnonymous(last, thread) ? numbers.users + last.author : null,
    lastPosterIds: posterIdsText(
      thread.posts
        .filter((post) => !isAnonymous(post, thread))
        .map(({ author }) => numbers.users + author)
        .reverse(),
    ),
    revisionCount: 0,
  };
}

async function postRow(ctx: Context, placed: Placed, thread: PlannedThread, numbers: Numbers): Promise<Row> {
  const { post, parent, number, id } = placed;
  const content = await prepareContent(ctx, post.body);
  return {
    id,
    threadId: numbers.threads + placed.thread,
    number,
    parentId: parent?.id ?? null,
    replyToPostId: null,
    authorId: numbers.users + post.author,
    isAnonymous: isAnonymous(post, thread),
    body: content.body,
    ...renditionOf(content),
    hasAttachments: false,
    approval: ApprovalState.APPROVED,
    visible: true,
    deletedAt: null,
    deletedById: null,
    likeCount: likesOf(post.likes, post.author).length,
    commentCount: post.comments.length,
    createdAt: new Date(post.at),
    editedAt: null,
  };
}

function reactionRows(plan: Plan, placed: readonly Placed[], numbers: Numbers, now: number) {
  /** People like things some time after they appeared, one after the other. */
  const soonAfter = (at: number, index: number): Date =>
    new Date(Math.min(now, at + (index + 1) * 17 * 60_000));
  const ofThreads = (peopleOf: (thread: PlannedThread) => readonly number[]): Row[] =>
    plan.threads.flatMap((thread, index) =>
      peopleOf(thread).map((person, order) => ({
        threadId: numbers.threads + index,
        userId: numbers.users + person,
        createdAt: soonAfter(thread.at, order),
      })),
    );
  const ofPosts = placed.flatMap(({ post, id }) =>
    likesOf(post.likes, post.author).map((person, order) => ({
      postId: id,
      userId: numbers.users + person,
      createdAt: soonAfter(post.at, order),
    })),
  );
  return [
    { table: "thread_likes", rows: ofThreads((thread) => likesOf(thread.likes, thread.author)) },
    { table: "thread_favorites", rows: ofThreads((thread) => thread.favorites) },
    { table: "post_likes", rows: ofPosts },
  ];
}

function attachmentRow(
  thread: PlannedThread,
  { index, picture, sort }: { index: number; picture: DrawnPicture; sort: number },
  numbers: Numbers,
  place: number,
): Row {
  return {
    id: numbers.attachments + place,
    userId: numbers.users + thread.author,
    kind: UploadKind.IMAGE,
    ...picture,
    mimeType: "image/webp",
    threadId: numbers.threads + index,
    postId: null,
    sort,
    createdAt: new Date(thread.at),
  };
}
