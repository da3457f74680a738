import type { Context } from "../../../../core/context.ts";
import type { Locale } from "../../../../core/locale.ts";
import type { NotificationChannel } from "../../templates/channel.view.ts";

/** What a channel carries to one member; made when it is sent, of what the recipient may know then. */
export interface Letter {
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
  /** Where to read on: an absolute address of the site. */
  readonly url: string;
  /** Why the recipient gets it, as a sentence. */
  readonly why: string;
  /** Stops such letters with one click; null for what cannot be stopped. */
  readonly unsubscribeUrl: string | null;
  readonly notificationIds: readonly number[];
  /** The template at the provider, in channels that send by templates; empty in others. */
  readonly providerTemplateId: string;
  /** Values of the template's variables, in the order in which its text names them. */
  readonly values: readonly string[];
}

/** A way out of the site. */
export interface Sender {
  readonly channel: NotificationChannel;
  /** How long it waits whether the recipient reads it in the site before. */
  readonly delayMs: number;
  /** Whether what is due for one member at one time goes out as one letter. */
  readonly bundles: boolean;
  /** Whether everything is set that sending needs. */
  isConfigured(ctx: Context): Promise<boolean>;
  /** Which of these members can be reached at all, in a fixed number of statements. */
  reachable(ctx: Context, userIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** @throws {SendingError} saying what to do about it; anything else is tried again */
  send(ctx: Context, letter: Letter): Promise<void>;
}

/** What a failure means for what comes next. */
export type FailureKind =
  /** Tried again after a while. */
  | "again"
  /** The channel itself does not work: whatever else waits is left for later, too. */
  | "down"
  /** This letter is not taken; others may be. */
  | "letter"
  /** The recipient's address takes nothing: counts towards its suppression. */
  | "address";

/** A letter that was not taken. Its text is kept and shown to administrators: no secret, no address. */
export class SendingError extends Error {
  constructor(
    readonly failure: FailureKind,
    message: string,
  ) {
    super(message);
    this.name = "SendingError";
  }
}

const known = new Map<NotificationChannel, Sender>();

/** Adds a way out; features above this one call it when they are loaded: `addSender(pushSender)`. */
export function addSender(sender: Sender): void {
  known.set(sender.channel, sender);
}

/** Every way out that the program has. */
export function allSenders(): readonly Sender[] {
  return [...known.values()];
}

/** The way out of a channel; undefined for the site itself. */
export function senderOf(channel: NotificationChannel): Sender | undefined {
  return known.get(channel);
}

/** The ways out that are set up. */
export async function configuredSenders(ctx: Context): Promise<Sender[]> {
  const found: Sender[] = [];
  for (const sender of known.values()) if (await sender.isConfigured(ctx)) found.push(sender);
  return found;
}
