import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { load, preload } from "../../../core/loaders.ts";
import { LegacyPage, legacyAddress, legacyPage, legacyTime } from "../../../core/rest.ts";
import { allow } from "../../../core/viewer.ts";
import { userById } from "../../users/user.loaders.ts";
import { readLikers } from "../reactions/reaction.sql.ts";
import { viewThread } from "../thread.service.ts";
import type { LegacyLikerList } from "./legacy.input.ts";
import { LIKED, TOM_FILES, TOM_IMAGES, timeSince } from "./legacyThread.ts";

const PER_PAGE = 10;
/** Lists of people by number: all, who like the thread, who paid for it. Who paid is told to nobody here. */
const [ALL, LIKERS, PAYERS] = [0, 1, 2];

/** Lists who likes a thread, the last first (legacy-facts 3.5). */
export async function listLikersForLegacy(ctx: Context, input: LegacyLikerList): Promise<LegacyPage> {
  const type = input.type ?? ALL;
  if (![ALL, LIKERS, PAYERS].includes(type))
    throw invalid("type", "type 须为 0、1 或 2", "type is 0, 1 or 2.");
  const thread = await viewThread(ctx, input.threadId);
  allow(ctx.viewer.check("user.view"));
  const request = legacyPage(input, PER_PAGE);
  const passed = (request.page - 1) * request.perPage;
  const likes = type === PAYERS ? [] : await readLikers(ctx, thread.id, request.perPage, passed);
  await preload(
    ctx,
    userById,
    likes.map(({ userId }) => Number(userId)),
  );
  const list = await Promise.all(
    likes.map(async ({ userId, createdAt }) => {
      const user = await load(ctx, userById, Number(userId));
      const at = new Date(createdAt);
      return {
        userId: Number(userId),
        type: LIKED,
        nickname: user?.nickname ?? "",
        avatar: legacyAddress(ctx, user?.avatarUrl),
        createdAt: legacyTime(at),
        passedAt: timeSince(at, ctx.now),
      };
    }),
  );
  const likeCount = thread.likeCount;
  const data = { allCount: likeCount, likeCount, rewardCount: 0, raidCount: 0, list };
  return new LegacyPage(data, request, list.length, type === PAYERS ? 0 : likeCount);
}

/** Kinds of content by which lists of threads can be narrowed (legacy-facts 3.5). */
export function listTypesForLegacy(): Promise<object[]> {
  return Promise.resolve([
    { name: "图片", type: TOM_IMAGES },
    { name: "文件附件", type: TOM_FILES },
  ]);
}
