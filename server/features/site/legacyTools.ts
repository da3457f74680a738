import type { Context } from "../../core/context.ts";
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

/** Pictures of emoji that the site offers: none, since editors write the characters. */
export function listEmojiForLegacy(): Promise<object[]> {
  return Promise.resolve([]);
}
