import type { Context } from "../../../../core/context.ts";
import { slices } from "../../../../core/slices.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { templateOf } from "../../templates/template.service.ts";
import { isMutedAt, NotificationTopic, topicOf, wants } from "../../inbox/preferences/preference.view.ts";
import type { Notification } from "../../inbox/notification.entity.ts";
import type { Bundle } from "./claim.service.ts";
import { composeDigest, digestFactsOf } from "../messages/digestMessage.service.ts";
import { DispatchState, type Dispatch } from "./dispatch.entity.ts";
import { DIGEST_KIND, MAILS_PER_DAY, VERIFY_KIND } from "../kinds.ts";
import { composeLetter } from "../messages/message.service.ts";
import { sendableMessages, type SendableMessage } from "../messages/privateMessage.service.ts";
import { sendableNotifications } from "../messages/notification.service.ts";
import { recipientsOf, type Recipient } from "../recipient.service.ts";
import { senderOf, type Letter } from "../senders/sender.ts";
import { idIn } from "../messages/subjects.ts";
import { composeVerification } from "../messages/verification.service.ts";

/** A letter that is ready, with the dispatches that it settles. */
export interface ReadyLetter {
  readonly letter: Letter;
  readonly channel: NotificationChannel;
  readonly dispatches: readonly Dispatch[];
  /** Refusals by the receiving side so far. */
  readonly failures: number;
}

/** A dispatch that is not sent, and why. */
export interface Dropped {
  readonly id: number;
  readonly state: DispatchState.CANCELLED | DispatchState.SUPPRESSED;
  readonly error: string;
}

/** What a round makes of what it claimed. */
export interface Prepared {
  readonly ready: readonly ReadyLetter[];
  readonly dropped: readonly Dropped[];
}

type Sayable = { readonly notification: Notification } | { readonly message: SendableMessage };

/**
 * Asks everything anew – permission, read state, blocks, choices, templates, addresses – and makes the letters of what
 * may be sent. Reads in a fixed number of statements, whatever was claimed.
 */
export async function prepareLetters(ctx: Context, bundles: readonly Bundle[]): Promise<Prepared> {
  // SQLite reads at once, and texts are shortened and letters laid out in between: others have their turn meanwhile.
  const pause = slices(1);
  const all = bundles.flatMap(({ dispatches }) => dispatches);
  const ids = (type: "notification" | "message"): number[] =>
    all.flatMap(({ subject }) => idIn(subject, type) ?? []);
  const recipients = await recipientsOf(
    ctx,
    all.map(({ userId }) => userId),
  );
  await pause();
  const notifications = await sendableNotifications(ctx, ids("notification"));
  await pause();
  const messages = await sendableMessages(ctx, ids("message"));
  const unreachable = await unreachableOf(ctx, bundles);
  const digests = await digestFactsOf(
    ctx,
    bundles.filter(isDigest).flatMap(({ userId }) => recipients.get(userId) ?? []),
  );
  const ready: ReadyLetter[] = [];
  const dropped: Dropped[] = [];
  for (const bundle of bundles) {
    await pause();
    const { channel, dispatches } = bundle;
    const drop = ({ id }: Dispatch, error: string, state: Dropped["state"] = DispatchState.CANCELLED): void =>
      void dropped.push({ id, state, error });
    const recipient = recipients.get(bundle.userId);
    const first = dispatches[0]!;
    const failures = recipient?.addresses.get(channel)?.failures ?? 0;
    const refusal = recipient ? refusalOf(ctx, bundle, recipient, unreachable) : "ACCOUNT";
    if (!recipient || refusal) {
      const isSuppressed = refusal === "DAILY_LIMIT" || refusal === "ADDRESS";
      const state = isSuppressed ? DispatchState.SUPPRESSED : DispatchState.CANCELLED;
      for (const each of dispatches) drop(each, refusal ?? "", state);
    } else if (first.kind === VERIFY_KIND) {
      const letter = await composeVerification(ctx, bundle, recipient);
      if (letter) ready.push({ letter, channel, dispatches, failures });
      else drop(first, "WITHDRAWN");
    } else if (first.kind === DIGEST_KIND) {
      const letter = await composeDigest(ctx, bundle, recipient, digests);
      if (letter) ready.push({ letter, channel, dispatches, failures });
      else drop(first, "EMPTY");
    } else {
      const said: { dispatch: Dispatch; sayable: Sayable }[] = [];
      for (const dispatch of dispatches) {
        const sayable = await sayableOf(ctx, dispatch, recipient, notifications, messages);
        if (typeof sayable === "string") drop(dispatch, sayable);
        else said.push({ dispatch, sayable });
      }
      if (said.length === 0) continue;
      const contents = {
        notifications: said.flatMap(({ sayable }) => ("notification" in sayable ? sayable.notification : [])),
        messages: said.flatMap(({ sayable }) => ("message" in sayable ? sayable.message : [])),
      };
      const letter = await composeLetter(ctx, bundle, recipient, contents);
      ready.push({ letter, channel, dispatches: said.map(({ dispatch }) => dispatch), failures });
    }
  }
  return { ready, dropped };
}

const isDigest = ({ dispatches }: Bundle): boolean => dispatches[0]!.kind === DIGEST_KIND;

/** Members whom their channel does not reach, as `<channel> <id>`; one statement per channel. */
async function unreachableOf(ctx: Context, bundles: readonly Bundle[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const channels = [...new Set(bundles.map(({ channel }) => channel))];
  for (const channel of channels) {
    const sender = senderOf(channel);
    const userIds = bundles.filter((each) => each.channel === channel).map(({ userId }) => userId);
    const works = sender !== undefined && (await sender.isConfigured(ctx));
    const reached = works ? await sender.reachable(ctx, [...new Set(userIds)]) : new Set<number>();
    for (const userId of userIds) if (!reached.has(userId)) found.add(`${channel} ${userId}`);
  }
  return found;
}

/** Why nothing at all is sent to a member through a channel now; null if it may be. */
function refusalOf(
  ctx: Context,
  { channel, userId, dispatches }: Bundle,
  { choices, addresses, mailsToday }: Recipient,
  unreachable: ReadonlySet<string>,
): string | null {
  // Whoever asks to prove an address has none that is proven.
  if (dispatches[0]!.kind === VERIFY_KIND) return null;
  if (addresses.get(channel)?.isSuppressed) return "ADDRESS";
  if (unreachable.has(`${channel} ${userId}`)) return "UNREACHABLE";
  if (isMutedAt(choices, ctx.now)) return "MUTED";
  return channel === NotificationChannel.EMAIL && mailsToday >= MAILS_PER_DAY ? "DAILY_LIMIT" : null;
}

/** What a dispatch says, or why it is not said any more. */
async function sayableOf(
  ctx: Context,
  { subject, channel }: Dispatch,
  { choices }: Recipient,
  notifications: ReadonlyMap<number, Notification | string>,
  messages: ReadonlyMap<number, SendableMessage | string>,
): Promise<Sayable | string> {
  const messageId = idIn(subject, "message");
  if (messageId !== null) {
    const message = messages.get(messageId) ?? "WITHDRAWN";
    if (typeof message === "string") return message;
    return wants(choices, NotificationTopic.MESSAGE, channel) ? { message } : "UNWANTED";
  }
  const notification = notifications.get(idIn(subject, "notification") ?? 0) ?? "WITHDRAWN";
  if (typeof notification === "string") return notification;
  if (!wants(choices, topicOf(notification.kind, notification.why), channel)) return "UNWANTED";
  return (await templateOf(ctx, notification.kind, channel)).enabled ? { notification } : "TEMPLATE_OFF";
}
