import type { Context } from "../../core/context.ts";
import { listEmojis } from "../../core/legacyEmoji.ts";
import { legacyRowTime } from "../../core/rest.ts";
import { isOffered, type Permission } from "../../core/permissions.ts";

/** Tools of the old editor by their names, with the permission that each needs. */
const TOOLS = {
  insertImage: "thread.insertImage",
  insertVideo: "thread.insertVideo",
  insertAudio: "thread.insertAudio",
  insertAttachment: "thread.insertAttachment",
  insertGoods: "thread.insertGoods",
  insertPay: "thread.insertPay",
  insertReward: "thread.insertReward",
  insertRedPacket: "thread.insertRedPacket",
  insertPosition: "thread.insertPosition",
  insertVote: "thread.insertVote",
  allowAnonymous: "thread.allowAnonymous",
} as const satisfies Readonly<Record<string, Permission>>;

/** A tool as old clients read it. */
interface LegacyTool {
  readonly enable: boolean;
  readonly desc: string;
}

/** The tools of the old editor that the viewer may use (legacy-facts 3.2). */
export function listToolsForLegacy({ viewer }: Context): Promise<Readonly<Record<string, LegacyTool>>> {
  const tool = (enable: boolean): LegacyTool => ({ enable, desc: enable ? "" : "您没有权限" });
  const may = (permission: Permission): boolean =>
    viewer.isMember && isOffered(permission) && viewer.may(permission);
  return Promise.resolve({
    createThread: tool(viewer.isMember && viewer.mayAnywhere("createThread")),
    ...Object.fromEntries(Object.entries(TOOLS).map(([name, permission]) => [name, tool(may(permission))])),
  });
}

/** Time of every row: the list comes with the program. */
const LISTED_AT = legacyRowTime(new Date(0));

/** Emojis that old clients offer beside a text; the code that they write is the character (legacy-facts 3.2). */
export function listEmojiForLegacy(): Promise<object[]> {
  return Promise.resolve(
    listEmojis().map(({ character: code, url }, index) => ({
      id: index + 1,
      category: "emoji",
      url,
      code,
      order: index,
      createdAt: LISTED_AT,
      updatedAt: LISTED_AT,
    })),
  );
}
