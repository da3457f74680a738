import type { Context } from "../../core/context.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { PAGE_MAX } from "../../core/paging.ts";
import { viewCategory } from "../categories/category.service.ts";
import { getPost } from "../posts/post.service.ts";
import { getThread } from "../threads/thread.service.ts";
import { viewUser } from "../users/user.service.ts";

const READERS: Readonly<Record<string, (ctx: Context, id: number) => Promise<object>>> = {
  Thread: getThread,
  Post: async (ctx, id) => (await getPost(ctx, id)).post,
  User: viewUser,
  Category: viewCategory,
};

/** Refusals that mean that a thing is not there for the viewer. */
const NOT_THERE: ReadonlySet<string> = new Set(["NOT_FOUND", "FORBIDDEN", "LOGIN_REQUIRED"]);

/** Reads a thing by its global id; null if it is not there for the viewer. @throws {DomainError} INVALID_PARAMETER */
export async function findNode(ctx: Context, globalId: string): Promise<object | null> {
  const [, type = "", id = ""] = /^([A-Z][A-Za-z]+):(\d{1,16})$/.exec(globalId) ?? [];
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!read)
    throw invalid(
      "id",
      "全局 ID 的格式为 Thread:12",
      "A global id is a type and a number, such as Thread:12.",
    );
  try {
    return await read(ctx, parseId(id));
  } catch (error) {
    if (error instanceof DomainError && NOT_THERE.has(error.code)) return null;
    throw error;
  }
}

/** Reads several things, in the order of their ids. @throws {DomainError} INVALID_PARAMETER also for more than 100. */
export function findNodes(ctx: Context, globalIds: readonly string[]): Promise<(object | null)[]> {
  if (globalIds.length > PAGE_MAX)
    throw invalid("ids", `最多 ${PAGE_MAX} 个`, `There may be at most ${PAGE_MAX} ids.`);
  return Promise.all(globalIds.map((id) => findNode(ctx, id)));
}
