import type { Context } from "../../core/context.ts";
import { row, run } from "../../core/sql.ts";
import { nameKey } from "../../core/text.ts";
import { inTransaction } from "../../core/transaction.ts";
import { PEOPLE_FOLDER } from "../../features/attachments/storage.ts";
import { invalidateCategories } from "../../features/categories/category.service.ts";
import { recordBulk } from "../../features/changes/record.service.ts";
import { PresetGroup } from "../../features/groups/group.entity.ts";
import { invalidateGroups } from "../../features/groups/group.service.ts";
import { PRESET_GROUPS } from "../../features/groups/presets.ts";
import { invalidateSettings } from "../../features/settings/setting.service.ts";
import { UserStatus } from "../../core/viewer.ts";
import { queueForSearch } from "../../features/search/index/index.service.ts";
import { hotScoreOf } from "../../features/threads/thread.entity.ts";
import { relinkTopics } from "../../features/threads/topics/topicLink.service.ts";
import { dateTopicsByThreads } from "../../features/topics/topicCounts.sql.ts";
import { HOST_NAME } from "../../features/users/user.entity.ts";
import { insertRows } from "../../transfer/import/rows.sql.ts";
import type { Role } from "./people.ts";
import { drawAvatar } from "./pictures.ts";
import { SECTIONS, type Plan } from "./plan.ts";
import { Random } from "./random.ts";
import { faceOfSite } from "./face.ts";
import { rowsOfThreads, type Numbers, type Searchable } from "./rows.ts";
import { drawPictures, FILES_PATH, putFile } from "./uploads.ts";

const DAY_MS = 86_400_000;
const AVATAR_SEED = 7;
/** Members joined in the half year before the first thread. */
const JOINED_BEFORE_DAYS = 360;
const MODERATING = [
  "thread.edit",
  "thread.hide",
  "thread.hidePosts",
  "thread.essence",
  "thread.sticky",
  "thread.insertVote",
];

/** Parameters of writing the community, besides the plan. */
export interface WriteOptions {
  /** 1 for the first community on this forum; later ones get the number behind their names. */
  readonly round: number;
  readonly passwordHash: string;
  tell(line: string): void;
}

/** Writes the demo community in one transaction; pictures are drawn and texts rendered before it. */
export async function writeCommunity(ctx: Context, plan: Plan, options: WriteOptions): Promise<void> {
  const { tell } = options;
  tell("drawing pictures …");
  const avatars = await drawAvatars(ctx, plan, options.round);
  const pictures = await drawPictures(ctx, plan, options.round);
  const face = await faceOfSite(ctx);
  tell("rendering texts …");
  const numbers = await nextNumbers(ctx);
  const content = await rowsOfThreads(ctx, plan, pictures, numbers);
  tell("writing rows …");
  await inTransaction(ctx, async (ctx) => {
    const groupIds = await writeGroups(ctx, numbers);
    const users = userRows(ctx, plan, options, { avatars, groupIds, numbers, counts: content.peopleCounts });
    await insertRows(ctx, "users", users);
    await insertRows(ctx, "follows", followRows(ctx, plan, numbers));
    await insertRows(ctx, "categories", categoryRows(ctx, numbers, content.threadsOfBoard));
    await insertRows(ctx, "settings", face);
    for (const { table, rows } of content.tables) await insertRows(ctx, table, rows);
    await indexTexts(ctx, content.texts);
    await recordBulk(ctx, content.texts);
    for (const { threadId, postId, body } of content.texts) {
      if (postId === null && body.includes("#")) await relinkTopics(ctx, threadId);
    }
    await dateTopicsByThreads(ctx);
    await ageWelcome(ctx, plan);
    for (const { id } of users) await queueForSearch(ctx, { userId: id });
  });
  invalidateSettings(ctx);
  invalidateGroups(ctx);
  invalidateCategories(ctx.services);
  tell(
    `${plan.people.length} members, ${plan.threads.length} threads, ${content.postCount} replies and comments, ${[...pictures.values()].flat().length} pictures`,
  );
}

/** Makes the first thread of the installation as old as the community, so that it is not the newest one. */
async function ageWelcome(ctx: Context, plan: Plan): Promise<void> {
  const at = new Date((plan.threads[0]?.at ?? ctx.now.getTime()) - DAY_MS);
  await run(
    ctx,
    "UPDATE threads SET createdAt = ?, lastPostedAt = ?, hotScore = ? WHERE authorId = (SELECT u.id FROM users u WHERE u.nickname = ?) AND postCount = 0",
    [at, at, hotScoreOf({ createdAt: at, postCount: 0, likeCount: 0 }), HOST_NAME],
  );
}

async function indexTexts(ctx: Context, texts: readonly Searchable[]): Promise<void> {
  for (const { threadId, postId } of texts)
    await queueForSearch(ctx, postId === null ? { threadId } : { postId });
}

/** The first free id of each table: ids are given here, so that rows can name each other before they exist. */
async function nextNumbers(ctx: Context): Promise<Numbers> {
  const next = async (table: string): Promise<number> =>
    Number((await row<{ last: number | null }>(ctx, `SELECT MAX(id) AS last FROM \`${table}\``))!.last ?? 0) +
    1;
  return {
    users: await next("users"),
    groups: await next("groups"),
    categories: await next("categories"),
    threads: await next("threads"),
    posts: await next("posts"),
    attachments: await next("attachments"),
  };
}

async function drawAvatars(ctx: Context, plan: Plan, round: number): Promise<(string | null)[]> {
  const random = new Random(AVATAR_SEED);
  const urls: (string | null)[] = [];
  for (const [index] of plan.people.entries()) {
    // Some never choose a picture; their letter is shown instead.
    const path = random.chance(0.25) ? null : `${PEOPLE_FOLDER}demo${round}/${index + 1}.webp`;
    if (path) putFile(ctx, path, await drawAvatar(random));
    urls.push(path && `${FILES_PATH}${path}`);
  }
  return urls;
}

async function writeGroups(ctx: Context, numbers: Numbers): Promise<Readonly<Record<Role, number>>> {
  const existing = await row<{ id: number }>(ctx, "SELECT g.id FROM `groups` g WHERE g.name = ?", ["版主"]);
  const moderators = existing?.id ?? numbers.groups;
  if (!existing) {
    const group = {
      id: moderators,
      name: "版主",
      color: "#0f766e",
      icon: "",
      isDisplay: true,
      isDefault: false,
      createdAt: ctx.now,
    };
    await insertRows(ctx, "groups", [group]);
    const grants = [...PRESET_GROUPS.find(({ id }) => id === PresetGroup.MEMBER)!.grants, ...MODERATING];
    await insertRows(
      ctx,
      "group_permissions",
      grants.map((permission) => ({ groupId: moderators, permission })),
    );
  }
  const { ADMIN, MEMBER, TRIAL, BANNED } = PresetGroup;
  return { admin: ADMIN, moderator: moderators, member: MEMBER, trial: TRIAL, banned: BANNED };
}

interface PeopleDetails {
  readonly avatars: readonly (string | null)[];
  readonly groupIds: Readonly<Record<Role, number>>;
  readonly numbers: Numbers;
  readonly counts: readonly { threadCount: number; postCount: number; likedCount: number }[];
}

function userRows(ctx: Context, plan: Plan, options: WriteOptions, details: PeopleDetails) {
  const { avatars, groupIds, numbers, counts } = details;
  const suffix = options.round === 1 ? "" : String(options.round);
  const first = plan.threads[0]?.at ?? ctx.now.getTime();
  return plan.people.map((person, index) => {
    const username = `${person.username}${suffix}`;
    const nickname = `${person.nickname}${suffix}`;
    const ageMs = ((plan.people.length - index) / plan.people.length) * (JOINED_BEFORE_DAYS - 180) * DAY_MS;
    return {
      id: numbers.users + index,
      username,
      usernameKey: nameKey(username),
      nickname,
      nicknameKey: nameKey(nickname),
      passwordHash: options.passwordHash,
      signature: person.signature,
      avatarUrl: avatars[index] ?? null,
      backgroundUrl: null,
      groupId: groupIds[person.role],
      groupExpiresAt: null,
      status: person.role === "banned" ? UserStatus.BANNED : UserStatus.NORMAL,
      statusReason: person.role === "banned" ? "多次人身攻击" : "",
      ...counts[index]!,
      followCount: plan.follows.filter(([from]) => from === index).length,
      fansCount: plan.follows.filter(([, to]) => to === index).length,
      createdAt: new Date(first - ageMs),
      updatedAt: new Date(first - ageMs),
    };
  });
}

function followRows(ctx: Context, plan: Plan, numbers: Numbers) {
  const pairs = new Set(plan.follows.map(([from, to]) => `${from} ${to}`));
  return plan.follows.map(([from, to], index) => ({
    fromUserId: numbers.users + from,
    toUserId: numbers.users + to,
    isMutual: pairs.has(`${to} ${from}`),
    createdAt: new Date(
      ctx.now.getTime() - ((plan.follows.length - index) / plan.follows.length) * 100 * DAY_MS,
    ),
  }));
}

function categoryRows(ctx: Context, numbers: Numbers, threadsOfBoard: ReadonlyMap<string, number>) {
  let id = numbers.categories;
  const shared = { createdAt: ctx.now };
  const sections = SECTIONS.map((section, sort) => {
    const { name, description, icon, color } = section;
    return {
      section,
      row: {
        id: id++,
        name,
        description,
        icon,
        color,
        sort: sort + 1,
        parentId: null,
        threadCount: 0,
        ...shared,
      },
    };
  });
  const boards = sections.flatMap(({ section, row: parent }) =>
    section.boards.map(({ name, description, icon }, sort) => {
      const threadCount = threadsOfBoard.get(name) ?? 0;
      return {
        id: id++,
        name,
        description,
        icon,
        color: "",
        sort: sort + 1,
        parentId: parent.id,
        threadCount,
        ...shared,
      };
    }),
  );
  return [...sections.map((each) => each.row), ...boards];
}
