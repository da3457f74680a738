import "reflect-metadata";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import sharp from "sharp";
import { createApp } from "../../server/app.ts";
import { insertRows } from "../../server/transfer/import/rows.sql.ts";
import { Random } from "../../server/cli/demo/random.ts";
import { loadConfig } from "../../server/config.ts";
import type { Context } from "../../server/core/context.ts";
import { excerptOf, MARKDOWN_VERSION, renderMarkdown } from "../../server/core/markdown/markdown.ts";
import { row } from "../../server/core/sql.ts";
import { nameKey } from "../../server/core/text.ts";
import { inTransaction } from "../../server/core/transaction.ts";
import { UserStatus } from "../../server/core/viewer.ts";
import { locationOf, PEOPLE_FOLDER } from "../../server/features/attachments/storage.ts";
import { PresetGroup } from "../../server/features/groups/group.entity.ts";
import { ApprovalState, hotScoreOf } from "../../server/features/threads/thread.entity.ts";
import { planCommunity, type Plan, type Size } from "./community.ts";
import { growLists } from "./million.ts";
import { multiply } from "./multiply.ts";
import { indexMany, thenIndexed, type Indexed } from "./searchIndex.ts";
import { Writer, type Text } from "./texts.ts";

/** Characters of a thread's or reply's body, on average. */
const BODY_LENGTH = 400;
/** Replies of the long thread are short, as in threads where everybody adds a line. */
const LINE_LENGTH = 60;
/** Rows of one transaction. */
const ROWS_PER_COMMIT = 4000;
/** Pictures that members share, and their size in pixels. */
const [AVATARS, AVATAR_PX] = [50, 96];
/** Texts whose HTML is compared with the program's renderer. */
const CHECKED_TEXTS = 300;
const TEXT_SEED = 41;

/** Database to fill, and the size of the forum. */
export interface FillOptions {
  readonly dataDir: string;
  /** mysql://…, or undefined for SQLite in the data folder. */
  readonly databaseUrl?: string;
  readonly size: Size;
  tell(line: string): void;
}

/** Ids of the first row of each kind: the program's own first rows stay. */
interface First {
  readonly user: number;
  readonly category: number;
  readonly thread: number;
  readonly post: number;
}

/** Fills an empty forum through the program's own migrations, renderer and search index. */
export async function fill({ dataDir, databaseUrl, size, tell }: FillOptions): Promise<void> {
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: "warn" });
  const app = await createApp(config);
  try {
    const ctx = app.context();
    const next = async (table: string): Promise<number> =>
      Number((await row<{ last: number | null }>(ctx, `SELECT MAX(id) AS last FROM ${table}`))!.last ?? 0) +
      1;
    await drawAvatars(app.services.filesDir);
    const first: First = {
      user: await next("users"),
      category: await next("categories"),
      thread: await next("threads"),
      post: await next("posts"),
    };
    const plan = planCommunity(size, ctx.now.getTime());
    await writePeople(ctx, plan, size, first);
    const writer = new Writer(new Random(TEXT_SEED), renderMarkdown);
    for (let count = 0; count < CHECKED_TEXTS; count++) writer.check(writer.text(BODY_LENGTH));
    const tools = { writer, tell };
    // Rows that are written past the program are queued for no index; up to here it is up to date.
    await app.searchIndexer.indexAll();
    const write = async (): Promise<void> => {
      await writeThreads(ctx, plan, first, tools);
      await writeReplies(ctx, plan, first, tools);
      if (size.multiple) await multiply(ctx, size.multiple, tell);
    };
    await thenIndexed(ctx, tell, write);
    if (size.grow) await growLists(ctx, size.grow, tell);
  } finally {
    await app.close();
  }
}

interface Tools {
  readonly writer: Writer;
  tell(line: string): void;
}

async function writePeople(ctx: Context, plan: Plan, size: Size, first: First): Promise<void> {
  const threadCounts = new Int32Array(size.members);
  const postCounts = new Int32Array(size.members);
  const categoryCounts = new Int32Array(size.categories);
  for (const { author, category } of plan.threads) {
    threadCounts[author]!++;
    categoryCounts[category]!++;
  }
  for (const author of plan.replyAuthor) postCounts[author]!++;
  const members = Array.from({ length: size.members }, (_, index) => {
    const [username, nickname] = [
      `bench${index}`,
      index % 3 === 0 ? `Member ${index}`.replace(" ", "") : `会员${index}`,
    ];
    return {
      id: first.user + index,
      username,
      usernameKey: nameKey(username),
      nickname,
      nicknameKey: nameKey(nickname),
      // No password has this hash: these members sign in by sessions that the benchmark writes.
      passwordHash: "!",
      signature: index % 2 ? "好好学习，天天向上" : "",
      avatarUrl: index % 4 === 0 ? null : `/files/${PEOPLE_FOLDER}bench-${index % AVATARS}.webp`,
      backgroundUrl: null,
      groupId: PresetGroup.MEMBER,
      groupExpiresAt: null,
      status: UserStatus.NORMAL,
      statusReason: "",
      threadCount: threadCounts[index]!,
      postCount: postCounts[index]!,
      likedCount: 0,
      followCount: 0,
      fansCount: 0,
      createdAt: new Date(plan.threads[0]!.at - 86_400_000),
    };
  });
  // Five of twenty on the first level, each with three below it.
  const categories = Array.from({ length: size.categories }, (_, index) => ({
    id: first.category + index,
    name: `版块 ${index + 1}`,
    description: `第 ${index + 1} 个版块`,
    icon: "",
    sort: index + 1,
    parentId: index < size.categories / 4 ? null : first.category + (index % (size.categories / 4)),
    threadCount: categoryCounts[index]!,
    createdAt: new Date(plan.threads[0]!.at - 86_400_000),
  }));
  await inTransaction(ctx, async (ctx) => {
    await insertRows(ctx, "users", members);
    await insertRows(ctx, "categories", categories);
  });
}

async function writeThreads(ctx: Context, plan: Plan, first: First, { writer, tell }: Tools): Promise<void> {
  await inParts(ctx, plan.threads.length, { table: "threads", kind: "thread", tell }, (place) => {
    const planned = plan.threads[place]!;
    const [id, title, text] = [first.thread + place, writer.title(), writer.text(BODY_LENGTH)];
    const createdAt = new Date(planned.at);
    const views = planned.replies * 13 + (place % 97);
    return {
      id,
      categoryId: first.category + planned.category,
      authorId: first.user + planned.author,
      title,
      ...contentOf(text),
      excerpt: excerptOf(text.body),
      isAnonymous: false,
      isSticky: place % 9973 === 9972,
      isEssence: place % 50 === 0,
      hasImages: false,
      hasAttachments: false,
      approval: ApprovalState.APPROVED,
      visible: true,
      deletedAt: null,
      deletedById: null,
      postCount: planned.replies,
      lastNumber: planned.replies,
      viewCount: views,
      likeCount: 0,
      favoriteCount: 0,
      hotScore: hotScoreOf({ createdAt, postCount: planned.replies, likeCount: 0 }),
      longitude: null,
      latitude: null,
      address: "",
      location: "",
      createdAt,
      editedAt: null,
      lastPostedAt: new Date(planned.lastAt),
      lastPostedById: planned.lastAuthor === null ? null : first.user + planned.lastAuthor,
      revisionCount: 0,
    };
  });
}

async function writeReplies(ctx: Context, plan: Plan, first: First, { writer, tell }: Tools): Promise<void> {
  const numbers = new Int32Array(plan.threads.length);
  await inParts(ctx, plan.replyThread.length, { table: "posts", kind: "post", tell }, (place) => {
    const thread = plan.replyThread[place]!;
    const [id, threadId] = [first.post + place, first.thread + thread];
    const text = writer.text(thread === plan.longThread ? LINE_LENGTH : BODY_LENGTH);
    return {
      id,
      threadId,
      number: ++numbers[thread]!,
      parentId: null,
      replyToPostId: null,
      authorId: first.user + plan.replyAuthor[place]!,
      isAnonymous: false,
      ...contentOf(text),
      hasAttachments: false,
      approval: ApprovalState.APPROVED,
      visible: true,
      deletedAt: null,
      deletedById: null,
      likeCount: 0,
      commentCount: 0,
      createdAt: new Date(plan.replyAt[place]!),
      editedAt: null,
    };
  });
}

/** Plain squares, each of its own colour. */
async function drawAvatars(filesDir: string): Promise<void> {
  for (let index = 0; index < AVATARS; index++) {
    const file = locationOf(filesDir, `${PEOPLE_FOLDER}bench-${index}.webp`);
    const background = { r: (index * 37) % 256, g: (index * 91) % 256, b: 128 };
    await mkdir(dirname(file), { recursive: true });
    await sharp({ create: { width: AVATAR_PX, height: AVATAR_PX, channels: 3, background } }).toFile(file);
  }
}

function contentOf({ body, html }: Text) {
  return { body, bodyHtml: html, markdownVersion: MARKDOWN_VERSION };
}

type Row = Parameters<typeof insertRows>[2][number] & Indexed;

interface Target {
  readonly table: string;
  /** As what the rows are found. */
  readonly kind: "thread" | "post";
  tell(line: string): void;
}

/** Writes many rows, some thousand per transaction, each made when its turn comes. */
async function inParts(
  ctx: Context,
  count: number,
  target: Target,
  make: (place: number) => Row,
): Promise<void> {
  const { table, kind, tell } = target;
  const began = performance.now();
  for (let from = 0; from < count; from += ROWS_PER_COMMIT) {
    const rows: Row[] = [];
    for (let place = from; place < Math.min(count, from + ROWS_PER_COMMIT); place++) rows.push(make(place));
    await inTransaction(ctx, async (ctx) => {
      await insertRows(ctx, table, rows);
      await indexMany(ctx, kind, rows);
    });
    if ((from / ROWS_PER_COMMIT) % 20 === 19) tell(`${table}: ${from + ROWS_PER_COMMIT} of ${count}`);
  }
  tell(`${table}: ${count} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}
