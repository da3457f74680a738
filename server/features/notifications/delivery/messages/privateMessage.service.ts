import type { Context } from "../../../../core/context.ts";
import { UserStatus } from "../../../../core/viewer.ts";
import { getSettings } from "../../../settings/setting.service.ts";
import { areMessagesDisabled } from "../../../stop-words/filter/filter.service.ts";
import type { Refusal } from "./notification.service.ts";
import { selectSendable } from "./privateMessage.sql.ts";

/** A private message that is sent outside the site. */
export interface SendableMessage {
  readonly id: number;
  readonly authorId: number;
  readonly nickname: string;
  /** Empty for a picture alone. */
  readonly body: string;
}

/**
 * Reads private messages as they may be sent now: unread, not removed, from an author whom the recipient does not block.
 * One statement. @returns by id, the message or the reason that it is not sent
 */
export async function sendableMessages(
  ctx: Context,
  ids: readonly number[],
): Promise<ReadonlyMap<number, SendableMessage | Refusal>> {
  const sendable = new Map<number, SendableMessage | Refusal>(ids.map((id) => [id, "WITHDRAWN"]));
  if (ids.length === 0) return sendable;
  const { private_messages: isOpen } = await getSettings(ctx);
  const isOff = isOpen !== "1" || (await areMessagesDisabled(ctx));
  for (const message of await selectSendable(ctx, ids)) {
    const { id, status, readUpTo, deletedUpTo, blockedId } = message;
    if (id <= Number(deletedUpTo)) continue;
    const mayNot = isOff || blockedId !== null || Number(status) !== UserStatus.NORMAL;
    sendable.set(id, id <= Number(readUpTo) ? "READ" : mayNot ? "NOT_ALLOWED" : message);
  }
  return sendable;
}
