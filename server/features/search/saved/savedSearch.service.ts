import type { Context } from "../../../core/context.ts";
import { DomainError, invalid } from "../../../core/errors.ts";
import { parseId } from "../../../core/ids.ts";
import { cleanLine, limited, showsNothing } from "../../../core/text.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { verb } from "../../../core/verbs.ts";
import { allow, mustBeMember } from "../../../core/viewer.ts";
import { insert, lockById, type Values } from "../../../core/write.ts";
import { readNotificationsOf } from "../../notifications/inbox/notification.service.ts";
import { searchKeyOf } from "../../notifications/inbox/recipients/source.service.ts";
import { lockUser } from "../../users/userCounter.service.ts";
import { checkedQuery } from "../results/search.service.ts";
import { understand } from "../results/understanding.service.ts";
import { canonicalFilter, keyOfSearch } from "./savedFilter.ts";
import { SAVED_MAX, SAVED_NAME_MAX, SavedSearch } from "./savedSearch.entity.ts";
import type { SaveSearchInput, UpdateSavedSearchInput } from "./savedSearch.input.ts";

/** Lists the viewer's saved searches, newest first. @throws {DomainError} LOGIN_REQUIRED for visitors. */
export function listSavedSearches(ctx: Context): Promise<SavedSearch[]> {
  allow(mustBeMember(ctx.viewer));
  return ctx.db.find(SavedSearch, { where: { userId: ctx.viewer.id }, order: { id: "DESC" } });
}

function checkName(value: string): string {
  const name = limited(cleanLine(value), "name", SAVED_NAME_MAX);
  if (name === "" || showsNothing(name)) throw invalid("name", "名称不能为空", "The name must not be empty.");
  return name;
}

/** Locks an own saved search. @throws {DomainError} NOT_FOUND for missing ones and those of others alike. */
async function lockOwn(ctx: Context, id: number): Promise<SavedSearch> {
  const search = await lockById(ctx, SavedSearch, id);
  if (search?.userId !== ctx.viewer.id) throw new DomainError("NOT_FOUND");
  return search;
}

/**
 * Saves a search; what is published from now on is new in it. An equal one that was saved before takes the name, if there is
 * one, and the choice about notifications.
 * @throws {DomainError} INVALID_PARAMETER for query, filter, name, and if there are 30; NOT_FOUND for a hidden category.
 */
export const saveSearch = verb({
  name: "saveSearch",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, input: SaveSearchInput): Promise<SavedSearch> {
    const { filter, notifies } = input;
    const query = checkedQuery(input.query);
    const withinDays = input.withinDays ?? null;
    await understand(ctx, query, filter);
    const name = input.name == null ? null : checkName(input.name);
    const filterJson = canonicalFilter(filter);
    const key = { userId: ctx.viewer.id, searchKey: keyOfSearch(query, filterJson, withinDays) };
    return inTransaction(ctx, async (ctx) => {
      await lockUser(ctx, ctx.viewer.id);
      if (await ctx.db.existsBy(SavedSearch, key))
        await ctx.db.update(SavedSearch, key, { notifies, ...(name !== null && { name }) });
      else {
        await refuseTooMany(ctx);
        const times = { seenAt: ctx.now, checkedAt: ctx.now, nextCheckAt: ctx.now, createdAt: ctx.now };
        const search = { ...key, name: name ?? query, query, filterJson, withinDays, notifies };
        await insert(ctx, SavedSearch, { ...search, ...times });
      }
      return ctx.db.findOneByOrFail(SavedSearch, key);
    });
  },
});

async function refuseTooMany(ctx: Context): Promise<void> {
  if ((await ctx.db.countBy(SavedSearch, { userId: ctx.viewer.id })) < SAVED_MAX) return;
  throw invalid(
    "query",
    `最多保存 ${SAVED_MAX} 个搜索，请先删除不需要的`,
    `There are ${SAVED_MAX} saved searches at most. Delete one first.`,
  );
}

/** Renames a saved search or switches its notifications. @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for the name. */
export const updateSavedSearch = verb({
  name: "updateSavedSearch",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, input: UpdateSavedSearchInput): Promise<SavedSearch> {
    const id = parseId(input.id);
    const changes: Values<SavedSearch> = {
      ...(input.name != null && { name: checkName(input.name) }),
      ...(input.notifies != null && { notifies: input.notifies }),
    };
    await inTransaction(ctx, async (ctx) => {
      await lockOwn(ctx, id);
      if (Object.keys(changes).length > 0) await ctx.db.update(SavedSearch, { id }, changes);
    });
    return ctx.db.findOneByOrFail(SavedSearch, { id });
  },
});

/** Deletes a saved search and reads its notification. @throws {DomainError} NOT_FOUND */
export const deleteSavedSearch = verb({
  name: "deleteSavedSearch",
  who: "member",
  rate: "edit",
  idempotent: true,
  run(ctx: Context, { id }: { readonly id: number }): Promise<boolean> {
    return inTransaction(ctx, async (ctx) => {
      await lockOwn(ctx, id);
      await ctx.db.delete(SavedSearch, { id });
      await readNotificationsOf(ctx, searchKeyOf(id));
      return true;
    });
  },
});

/** Notes that the viewer sees the results of a saved search, which are no longer new. @throws {DomainError} NOT_FOUND */
export const openSavedSearch = verb({
  name: "openSavedSearch",
  who: "member",
  rate: "edit",
  idempotent: true,
  async run(ctx: Context, { id }: { readonly id: number }): Promise<SavedSearch> {
    await inTransaction(ctx, async (ctx) => {
      await lockOwn(ctx, id);
      await ctx.db.update(SavedSearch, { id }, { seenAt: ctx.now, newThreadCount: 0, newReplyCount: 0 });
      await readNotificationsOf(ctx, searchKeyOf(id));
    });
    return ctx.db.findOneByOrFail(SavedSearch, { id });
  },
});
