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
import { select, selectEach } from "../../../../core/sql.ts";
import { noteChange } from "../../../../core/audit.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { verb } from "../../../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../../../core/viewer.ts";
import { defineLoader } from "../../../../core/loaders.ts";
import { NOTIFICATION_CHANNELS, type NotificationChannel } from "../../templates/channel.view.ts";
import { ChannelAddress } from "../addresses/address.entity.ts";
import { Dispatch, DispatchState } from "./dispatch.entity.ts";

/** Which lines of the delivery log to list. */
export interface DispatchFilter {
  readonly state?: DispatchState | null;
  readonly channel?: NotificationChannel | null;
}

/** The delivery log, newest first. @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators. */
export async function listDispatches(
  ctx: Context,
  { state, channel }: DispatchFilter,
  { first, after }: PageRequest,
): Promise<Connection<Dispatch>> {
  allow(mustBeAdmin(ctx.viewer));
  checkFirst(first);
  const below = after
    ? (decodeCursor("notificationDispatches", after, ["number"])[0] as number)
    : Number.MAX_SAFE_INTEGER;
  const page = "d.id < ? ORDER BY d.id DESC LIMIT ?";
  const isFiltered = Boolean(state || channel);
  const states = state ? [state] : Object.values(DispatchState);
  const channels = channel ? [channel] : NOTIFICATION_CHANNELS;
  // Each state of each channel is one range of one index, however rare it is among millions of lines.
  const found = isFiltered
    ? await selectEach(
        ctx,
        Dispatch,
        "d",
        `notice_dispatches d WHERE d.state = ? AND d.channel = ? AND ${page}`,
        states.flatMap((each) => channels.map((on) => [each, on, below, first + 1])),
      )
    : await select(ctx, Dispatch, "d", `notice_dispatches d WHERE ${page}`, [below, first + 1]);
  const newest = found.sort((a, b) => b.id - a.id).slice(0, first + 1);
  const cursorOf = ({ id }: Dispatch): string => encodeCursor("notificationDispatches", [id]);
  return pageOf(newest, first, cursorOf, Boolean(after));
}

/** An address with most of it hidden: `a***@example.org`, `+86*******21`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at > 0) return `${[...address][0]}***${address.slice(at)}`;
  if (address.length < 6) return address === "" ? "" : "***";
  return `${address.slice(0, 3)}***${address.slice(-2)}`;
}

/** Addresses of members by `<userId> <channel>`, as stored now. */
export const addressOf = defineLoader<string, string>("channelAddressOf", async (ctx, keys) => {
  const userIds = [...new Set(keys.map((key) => Number(key.split(" ")[0])))];
  const found = await ctx.db.findBy(ChannelAddress, { userId: In(userIds) });
  return new Map(
    found.map(({ userId, channel, address, pendingAddress }) => [
      `${userId} ${channel}`,
      address || pendingAddress,
    ]),
  );
});

/** Tries again what was given up. @throws {DomainError} NOT_FOUND; CONFLICT if it was not given up. */
export const retryNotificationDispatch = verb({
  name: "retryNotificationDispatch",
  who: "admin",
  rate: "manage",
  audited: true,
  run: (ctx: Context, id: number): Promise<Dispatch> =>
    inTransaction(ctx, async (ctx) => {
      const again = { state: DispatchState.PENDING, attempts: 0, dueAt: ctx.now, doneAt: null };
      const { affected } = await ctx.db.update(Dispatch, { id, state: DispatchState.FAILED }, again);
      const dispatch = await ctx.db.findOneBy(Dispatch, { id });
      if (!dispatch) throw new DomainError("NOT_FOUND");
      if (affected === 0) throw new DomainError("CONFLICT");
      noteChange(ctx, { target: `dispatch ${id}`, before: DispatchState.FAILED, after: dispatch.state });
      return dispatch;
    }),
});
