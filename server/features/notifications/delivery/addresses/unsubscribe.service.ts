import type { Context } from "../../../../core/context.ts";
import { inTransaction } from "../../../../core/transaction.ts";
import { verb } from "../../../../core/verbs.ts";
import { DomainError } from "../../../../core/errors.ts";
import { NotificationChannel } from "../../templates/channel.view.ts";
import { choicesToChange, storeChoices } from "../../inbox/preferences/preference.service.ts";
import {
  DigestFrequency,
  NOTIFICATION_TOPICS,
  NotificationTopic,
  type NotificationChoices,
} from "../../inbox/preferences/preference.view.ts";
import { User } from "../../../users/user.entity.ts";
import { planDigest } from "../messages/digest.service.ts";
import { readToken, signToken } from "./signedToken.ts";

const PURPOSE = "unsubscribe";
/** What a mail that is not of a topic belongs to. */
export const DIGEST_TOPIC = "DIGEST";

/** What a link stops: some topics by e-mail, or the digest. */
export type StoppedTopic = NotificationTopic | typeof DIGEST_TOPIC;

interface Stop {
  readonly u: number;
  readonly t: readonly StoppedTopic[];
}

/** Where a mail about these topics can be stopped without signing in. The link works for ever, as mails are kept for years. */
export function unsubscribeUrlFor(ctx: Context, userId: number, topics: readonly StoppedTopic[]): string {
  const token = signToken(ctx.services, PURPOSE, { u: userId, t: [...new Set(topics)] } satisfies Stop);
  return `${ctx.services.publicUrl}/unsubscribe?token=${token}`;
}

/** @throws {DomainError} NOT_FOUND for a link that this forum has not made. */
function stopOf(ctx: Context, token: string): Stop {
  const stop = readToken(ctx.services, PURPOSE, token) as Stop | null;
  if (!stop || !Number.isSafeInteger(stop.u) || !Array.isArray(stop.t)) throw new DomainError("NOT_FOUND");
  return stop;
}

/** Whose mails about what a link stops. @throws {DomainError} NOT_FOUND for a link that this forum has not made. */
export async function readUnsubscription(
  ctx: Context,
  token: string,
): Promise<{ nickname: string; topics: readonly StoppedTopic[] }> {
  const { u, t } = stopOf(ctx, token);
  const user = await ctx.db.findOne(User, { select: { id: true, nickname: true }, where: { id: u } });
  if (!user) throw new DomainError("NOT_FOUND");
  return { nickname: user.nickname, topics: t };
}

/** What a mailed link is asked to do. */
export interface Unsubscription {
  readonly token: string;
  /** All mails, not only those of the link. */
  readonly all?: boolean;
  /** Takes it back. */
  readonly undo?: boolean;
}

/** Stops mails as a mailed link says; whoever has the link may. @throws {DomainError} NOT_FOUND, RATE_LIMITED. */
export const unsubscribe = verb({
  name: "unsubscribe",
  who: "anyone",
  rate: "unsubscribe",
  idempotent: true,
  anyStanding: true,
  whileClosed: true,
  withoutCompanion: true,
  async run(ctx: Context, { token, all = false, undo = false }: Unsubscription): Promise<void> {
    const { u, t } = stopOf(ctx, token);
    const topics: readonly StoppedTopic[] = all ? [...NOTIFICATION_TOPICS, DIGEST_TOPIC] : t;
    await inTransaction(ctx, async (ctx) => {
      const choices = await choicesToChange(ctx, u);
      const after = withMails(choices, topics, undo);
      await storeChoices(ctx, u, after);
      if (topics.includes(DIGEST_TOPIC)) await planDigest(ctx, u, after);
    });
  },
});

/** The same choices with mails about some topics switched on or off. */
export function withMails(
  choices: NotificationChoices,
  topics: readonly StoppedTopic[],
  on: boolean,
): NotificationChoices {
  const channels = { ...choices.channels };
  for (const topic of topics)
    if (topic !== DIGEST_TOPIC) channels[topic] = { ...channels[topic], [NotificationChannel.EMAIL]: on };
  if (!topics.includes(DIGEST_TOPIC)) return { ...choices, channels };
  const { digest = DigestFrequency.WEEKLY, digestBefore = DigestFrequency.WEEKLY } = choices;
  if (on) return { ...choices, channels, digest: digestBefore };
  const kept = digest === DigestFrequency.OFF ? {} : { digestBefore: digest };
  return { ...choices, channels, digest: DigestFrequency.OFF, ...kept };
}
