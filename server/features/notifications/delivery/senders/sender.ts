import type { Context } from "../../../../core/context.ts";
import type { Locale } from "../../../../core/locale.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";

/** A message to one member through one channel; composed when it is sent, of what the recipient may see then. */
export interface OutgoingMessage {
  /** Stable: the same when it is tried again, so that the other side can drop what it has already. */
  readonly id: string;
  readonly recipient: { readonly id: number; readonly nickname: string; readonly locale: Locale };
  /** Address of the recipient in channels that need one; empty in others. */
  readonly address: string;
  /** Kind of the notification, or message, digest, email.verify; of the first if there are several. */
  readonly kind: string;
  readonly title: string;
  /** Plain text; for e-mail the whole mail, for others one or two sentences. */
  readonly text: string;
  /** The same as safe HTML; empty in channels other than e-mail. */
  readonly html: string;
  /** Absolute address of the page to read on. */
  readonly url: string;
  /** Why the recipient gets it, as a sentence. */
  readonly why: string;
  /** Stops such messages with one click; null for what cannot be stopped. */
  readonly unsubscribeUrl: string | null;
  readonly notificationIds: readonly number[];
  /** The thread that all of it is about, so that readers of mail show such messages together. */
  readonly threadId?: number | null;
  /** The template at the provider, in channels that send by templates; empty in others. */
  readonly providerTemplateId: string;
  /** Values of the template's variables, in the order in which its text names them. */
  readonly values: readonly string[];
}

/** Sender of one channel outside the site. */
export interface Sender {
  readonly channel: NotificationChannel;
  /** Delay in which the recipient may read it in the site instead, in milliseconds. */
  readonly delayMs: number;
  /** True if all that is due for one member is sent as one message. */
  readonly bundles: boolean;
  /** True if all settings that sending needs are complete. */
  isConfigured(ctx: Context): Promise<boolean>;
  /** Finds the members who can be reached, in a fixed number of statements. */
  reachable(ctx: Context, userIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** @throws {SendingError} saying what to do about it; anything else is tried again */
  send(ctx: Context, outgoing: OutgoingMessage): Promise<void>;
}

/** Consequence of a failure. */
export type FailureKind =
  /** Tried again after a while. */
  | "again"
  /** The channel itself fails: its other messages wait, too. */
  | "down"
  /** The message is refused; others may be accepted. */
  | "message"
  /** The address is refused: counts towards its suppression. */
  | "address";

/** Failure of a message. Its text is stored and shown to administrators: no secret, no address. */
export class SendingError extends Error {
  constructor(
    readonly failure: FailureKind,
    message: string,
  ) {
    super(message);
    this.name = "SendingError";
  }
}

const senders = new Map<NotificationChannel, Sender>();

/** Registers a sender; features above call it when they are loaded: `addSender(pushSender)`. */
export function addSender(sender: Sender): void {
  senders.set(sender.channel, sender);
}

/** Lists all senders. */
export function allSenders(): readonly Sender[] {
  return [...senders.values()];
}

/** Gives the sender of a channel; undefined for the site itself. */
export function senderOf(channel: NotificationChannel): Sender | undefined {
  return senders.get(channel);
}

/** Lists the senders that are configured. */
export async function configuredSenders(ctx: Context): Promise<Sender[]> {
  const configured: Sender[] = [];
  for (const sender of senders.values()) if (await sender.isConfigured(ctx)) configured.push(sender);
  return configured;
}
