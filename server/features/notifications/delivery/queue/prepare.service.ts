import type { Context } from "../../../../core/context.ts";
import { slices } from "../../../../core/slices.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { templateOf } from "../../templates/template.service.ts";
import { isMutedAt, NotificationTopic, topicOf, wants } from "../../inbox/preferences/preference.view.ts";
import type { Notification } from "../../inbox/notification.entity.ts";
import type { Bundle } from "./claim.service.ts";
import { composeDigest, digestFactsOf } from "../messages/digestMessage.service.ts";
import { DispatchState, type Dispatch } from "./dispatch.entity.ts";
import { DIGEST_KIND, MAILS_PER_DAY } from "../kinds.ts";
import { accountMailOf } from "../messages/accountMail.ts";
import { composeMessage } from "../messages/message.service.ts";
import {
  sendableMessages,
  type SendableMessage,
  type SendableMessages,
} from "../messages/privateMessage.service.ts";
import { sendableNotifications } from "../messages/notification.service.ts";
import { recipientsOf, type Recipient } from "../recipient.service.ts";
import { senderOf, type OutgoingMessage } from "../senders/sender.ts";
import { idIn } from "../messages/subjects.ts";

/** A message that is ready, with the dispatches that it settles. */
export interface PreparedMessage {
  readonly outgoing: OutgoingMessage;
  readonly channel: NotificationChannel;
  readonly dispatches: readonly Dispatch[];
  /** Refusals by the receiving side so far. */
  readonly failures: number;
}

/** A dispatch that is not sent, and why. */
export interface DroppedDispatch {
  readonly id: number;
  readonly state: DispatchState.CANCELLED | DispatchState.SUPPRESSED;
  readonly error: string;
}

/** Result of preparing the claimed bundles. */
export interface Prepared {
  readonly ready: readonly PreparedMessage[];
  readonly dropped: readonly DroppedDispatch[];
}

type Content = { readonly notification: Notification } | { readonly message: SendableMessage };

/**
 * Checks everything again – permission, read state, blocks, choices, templates, addresses – and composes the messages that
 * may be sent. A fixed number of statements for the whole batch.
 */
export async function prepareMessages(ctx: Context, bundles: readonly Bundle[]): Promise<Prepared> {
  // SQLite reads synchronously, and composing takes time: other requests run in between.
  const pause = slices(1);
  const all = bundles.flatMap(({ dispatches }) => dispatches);
  const recipients = await recipientsByBundle(ctx, bundles);
  await pause();
  const notifications = await sendableNotifications(
    ctx,
    all.flatMap(({ subject }) => idIn(subject, "notification") ?? []),
  );
  await pause();
  const messages = await sendableMessages(ctx, all);
  const unreachable = await unreachableOf(ctx, bundles);
  const digests = await digestFactsOf(
    ctx,
    bundles.filter(isDigest).flatMap((bundle) => recipients.get(bundle) ?? []),
  );
  const ready: PreparedMessage[] = [];
  const dropped: DroppedDispatch[] = [];
  for (const bundle of bundles) {
    await pause();
    const { channel, dispatches } = bundle;
    const drop = (
      { id }: Dispatch,
      error: string,
      state: DroppedDispatch["state"] = DispatchState.CANCELLED,
    ): void => void dropped.push({ id, state, error });
    const first = dispatches[0]!;
    const accountMail = accountMailOf(first.kind);
    const recipient = recipients.get(bundle);
    const failures = recipient?.addresses.get(channel)?.failures ?? 0;
    const refusal = recipient ? refusalOf(ctx, bundle, recipient, unreachable) : "ACCOUNT";
    if (!recipient || refusal) {
      const isSuppressed = refusal === "DAILY_LIMIT" || refusal === "ADDRESS";
      const state = isSuppressed ? DispatchState.SUPPRESSED : DispatchState.CANCELLED;
      for (const each of dispatches) drop(each, refusal ?? "", state);
    } else if (accountMail) {
      const outgoing = await accountMail.compose(ctx, bundle, recipient);
      if (outgoing) ready.push({ outgoing, channel, dispatches, failures });
      else drop(first, "WITHDRAWN");
    } else if (first.kind === DIGEST_KIND) {
      const outgoing = await composeDigest(ctx, bundle, recipient, digests);
      if (outgoing) ready.push({ outgoing, channel, dispatches, failures });
      else drop(first, "EMPTY");
    } else {
      const parts: { dispatch: Dispatch; content: Content }[] = [];
      for (const dispatch of dispatches) {
        const content = await contentOf(ctx, dispatch, recipient, notifications, messages);
        if (typeof content === "string") drop(dispatch, content);
        else parts.push({ dispatch, content });
      }
      if (parts.length === 0) continue;
      const contents = {
        notifications: parts.flatMap(({ content }) =>
          "notification" in content ? content.notification : [],
        ),
        messages: parts.flatMap(({ content }) => ("message" in content ? content.message : [])),
      };
      const outgoing = await composeMessage(ctx, bundle, recipient, contents);
      ready.push({ outgoing, channel, dispatches: parts.map(({ dispatch }) => dispatch), failures });
    }
  }
  return { ready, dropped };
}

/** Reads the recipients of bundles; mails about the account reach members whatever their standing. */
async function recipientsByBundle(
  ctx: Context,
  bundles: readonly Bundle[],
): Promise<ReadonlyMap<Bundle, Recipient>> {
  const byBundle = new Map<Bundle, Recipient>();
  for (const anyStanding of [false, true]) {
    const part = bundles.filter(
      ({ dispatches }) => (accountMailOf(dispatches[0]!.kind) !== undefined) === anyStanding,
    );
    const recipients = await recipientsOf(
      ctx,
      part.map(({ userId }) => userId),
      { anyStanding },
    );
    for (const bundle of part) {
      const recipient = recipients.get(bundle.userId);
      if (recipient) byBundle.set(bundle, recipient);
    }
  }
  return byBundle;
}

const isDigest = ({ dispatches }: Bundle): boolean => dispatches[0]!.kind === DIGEST_KIND;

/** Members whom their channel does not reach, as `<channel> <id>`; one statement per channel. */
async function unreachableOf(ctx: Context, bundles: readonly Bundle[]): Promise<ReadonlySet<string>> {
  const unreachable = new Set<string>();
  const channels = [...new Set(bundles.map(({ channel }) => channel))];
  for (const channel of channels) {
    const sender = senderOf(channel);
    const userIds = bundles.filter((each) => each.channel === channel).map(({ userId }) => userId);
    const works = sender !== undefined && (await sender.isConfigured(ctx));
    const reachable = works ? await sender.reachable(ctx, [...new Set(userIds)]) : new Set<number>();
    for (const userId of userIds) if (!reachable.has(userId)) unreachable.add(`${channel} ${userId}`);
  }
  return unreachable;
}

/** Why nothing at all is sent to a member through a channel now; null if it may be. */
function refusalOf(
  ctx: Context,
  { channel, userId, dispatches }: Bundle,
  { choices, addresses, mailsToday }: Recipient,
  unreachable: ReadonlySet<string>,
): string | null {
  // A member who verifies an address has no proven one; for what concerns the account nothing of this counts.
  if (accountMailOf(dispatches[0]!.kind)) return null;
  if (addresses.get(channel)?.isSuppressed) return "ADDRESS";
  if (unreachable.has(`${channel} ${userId}`)) return "UNREACHABLE";
  if (isMutedAt(choices, ctx.now)) return "MUTED";
  return channel === NotificationChannel.EMAIL && mailsToday >= MAILS_PER_DAY ? "DAILY_LIMIT" : null;
}

/** Gives the content of a dispatch, or the reason that it is cancelled. */
async function contentOf(
  ctx: Context,
  { subject, channel }: Dispatch,
  { choices }: Recipient,
  notifications: ReadonlyMap<number, Notification | string>,
  messages: SendableMessages,
): Promise<Content | string> {
  if (idIn(subject, "message") !== null || idIn(subject, "roomMessage") !== null) {
    const message = messages.get(subject) ?? "WITHDRAWN";
    if (typeof message === "string") return message;
    return wants(choices, NotificationTopic.MESSAGE, channel) ? { message } : "UNWANTED";
  }
  const notification = notifications.get(idIn(subject, "notification") ?? 0) ?? "WITHDRAWN";
  if (typeof notification === "string") return notification;
  if (!wants(choices, topicOf(notification.kind, notification.why), channel)) return "UNWANTED";
  return (await templateOf(ctx, notification.kind, channel)).enabled ? { notification } : "TEMPLATE_OFF";
}
