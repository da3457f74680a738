import { In } from "typeorm";
import type { Context } from "../../../../core/context.ts";
import { DomainError } from "../../../../core/errors.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../../../core/paging.ts";
import { noteChange } from "../../../../core/audit.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { verb } from "../../../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../../../core/viewer.ts";
import { defineLoader } from "../../../../core/loaders.ts";
import { ChannelAddress } from "../addresses/address.entity.ts";
import { Dispatch, DispatchState } from "./dispatch.entity.ts";
import { dispatchesBefore, type DispatchFilter } from "./dispatch.sql.ts";

/** Lists the delivery log, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listDispatches(
  ctx: Context,
  filter: DispatchFilter,
  { first, after }: PageRequest,
): Promise<Connection<Dispatch>> {
  allow(mustBeAdmin(ctx.viewer));
  checkFirst(first);
  const below = after
    ? (decodeCursor("notificationDispatches", after, ["number"])[0] as number)
    : Number.MAX_SAFE_INTEGER;
  const dispatches = await dispatchesBefore(ctx, filter, below, first + 1);
  const cursorOf = ({ id }: Dispatch): string => encodeCursor("notificationDispatches", [id]);
  return pageOf(dispatches, first, cursorOf, Boolean(after));
}

/** Hides most of an address: `a***@example.org`, `+86*******21`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at > 0) return `${[...address][0]}***${address.slice(at)}`;
  if (address.length < 6) return address === "" ? "" : "***";
  return `${address.slice(0, 3)}***${address.slice(-2)}`;
}

/** Loads addresses of members by `<userId> <channel>`, proven or pending. */
export const addressOf = defineLoader<string, string>("channelAddressOf", async (ctx, keys) => {
  const userIds = [...new Set(keys.map((key) => Number(key.split(" ")[0])))];
  const addresses = await ctx.db.findBy(ChannelAddress, { userId: In(userIds) });
  return new Map(
    addresses.map(({ userId, channel, address, pendingAddress }) => [
      `${userId} ${channel}`,
      address || pendingAddress,
    ]),
  );
});

/** Makes a failed dispatch due again. @throws {DomainError} NOT_FOUND; CONFLICT unless it failed. */
export const retryNotificationDispatch = verb({
  name: "retryNotificationDispatch",
  who: "admin",
  rate: "manage",
  audited: true,
  run: (ctx: Context, id: number): Promise<Dispatch> =>
    inTransaction(ctx, async (ctx) => {
      const pending = { state: DispatchState.PENDING, attempts: 0, dueAt: ctx.now, doneAt: null };
      const { affected } = await ctx.db.update(Dispatch, { id, state: DispatchState.FAILED }, pending);
      const dispatch = await ctx.db.findOneBy(Dispatch, { id });
      if (!dispatch) throw new DomainError("NOT_FOUND");
      if (affected === 0) throw new DomainError("CONFLICT");
      noteChange(ctx, { target: `dispatch ${id}`, before: DispatchState.FAILED, after: dispatch.state });
      return dispatch;
    }),
});
