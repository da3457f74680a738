import type { Context, Services } from "../../core/context.ts";
import type { SmsProvider, TextMessage } from "./smsProvider.ts";

/** Messages that are kept; older ones go. */
const KEPT_MAX = 100;

/** A message in the local outbox. */
export interface KeptMessage extends TextMessage {
  readonly sentAt: Date;
}

/** Messages of each running program; nothing is written down, so that no number stays anywhere. */
const outboxes = new WeakMap<Services, KeptMessage[]>();

/** Keeps messages in memory instead of sending them: for development and tests. */
export function smsOutbox({ services, now }: Context): SmsProvider {
  return {
    send(message) {
      outboxes.set(services, [{ ...message, sentAt: now }, ...keptMessages(services)].slice(0, KEPT_MAX));
      return Promise.resolve();
    },
  };
}

/** Lists the messages of the outbox, the newest first. */
export function keptMessages(services: Services): readonly KeptMessage[] {
  return outboxes.get(services) ?? [];
}
