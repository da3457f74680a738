import { createHash } from "node:crypto";
import { In } from "typeorm";
import webPush from "web-push";
import type { Context } from "../../../core/context.ts";
import { callOutside } from "../../../core/outsideCalls.ts";
import { opens, unseal } from "../../../core/secrets.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { type Letter, type Sender, SendingError } from "../delivery/senders/sender.ts";
import { NotificationChannel } from "../templates/channel.view.ts";
import { Notification } from "../inbox/notification.entity.ts";
import { type KeyPair, pushKeys } from "./keys.service.ts";
import { PushSubscription } from "./push.entity.ts";
import type { PushPayload, PushTarget } from "./push.view.ts";
import { livingDevices, reachableByPush, type StoredDevice } from "./push.sql.ts";

/** What is read in the site at once is not pushed. */
export const PUSH_DELAY_MS = 5_000;
/** How long a push service keeps what it cannot hand over, in seconds: older news is found in the site. */
export const PUSH_TTL_S = 86_400;
/** For one call of a push service, everything together. */
export const PUSH_TIMEOUT_MS = 10_000;
/** Longest title and text of a notification that is pushed, in characters; services take 4096 bytes, encrypted. */
export const PUSH_TITLE_MAX = 120;
/** See `PUSH_TITLE_MAX`. */
export const PUSH_TEXT_MAX = 300;
/** Browsers that are called at once for one letter. */
const AT_ONCE = 5;
/** Length of a tag: what push services take as a topic has at most 32 characters (RFC 8030). */
const TAG_LENGTH = 32;

const CREATED_MIN = 200;
const CREATED_MAX = 299;
/** The place is gone for good. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
const TOO_LARGE = 413;

/** Pushes notifications to the browsers of their recipients. */
export const pushSender: Sender = {
  channel: NotificationChannel.PUSH,
  delayMs: PUSH_DELAY_MS,
  bundles: false,
  isConfigured: () => Promise.resolve(true),
  reachable: reachableByPush,
  send: sendPush,
};

/** What became of a call. */
type Fate = "taken" | "gone" | "refused" | "later";

async function sendPush(ctx: Context, letter: Letter): Promise<void> {
  const devices = await livingDevices(ctx, letter.recipient.id);
  if (devices.length === 0) throw new SendingError("letter", "The recipient has no device left.");
  const keys = await pushKeys(ctx);
  const payload = await payloadOf(ctx, letter);
  const fates: { id: number; fate: Fate }[] = [];
  for (let start = 0; start < devices.length; start += AT_ONCE) {
    const part = devices.slice(start, start + AT_ONCE);
    fates.push(
      ...(await Promise.all(
        part.map(async (device) => ({ id: device.id, fate: await call(ctx, keys, device, payload) })),
      )),
    );
  }
  const idsOf = (wanted: Fate) => fates.filter(({ fate }) => fate === wanted).map(({ id }) => id);
  await settleDevices(ctx, idsOf("taken"), idsOf("gone"));
  // What one browser has shown is not sent again for another.
  if (idsOf("taken").length > 0) return;
  if (idsOf("later").length > 0) throw new SendingError("again", "No push service has taken it yet.");
  if (idsOf("refused").length > 0) throw new SendingError("letter", "The push service found it too large.");
  throw new SendingError("letter", "The recipient has no device left.");
}

async function settleDevices(ctx: Context, taken: readonly number[], gone: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (taken.length > 0) await ctx.db.update(PushSubscription, { id: In(taken) }, { lastUsedAt: ctx.now });
    if (gone.length > 0) await ctx.db.delete(PushSubscription, { id: In(gone) });
  });
}

async function call(
  ctx: Context,
  keys: KeyPair,
  { id, sealed }: StoredDevice,
  payload: PushPayload,
): Promise<Fate> {
  if (!opens(ctx.services.secretKey, sealed)) {
    ctx.services.log.error({ deviceId: id }, "an address for push was sealed with another key");
    return "later";
  }
  const { endpoint, p256dh, auth } = JSON.parse(unseal(ctx.services, sealed)) as PushTarget;
  try {
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: subjectOf(ctx.services.publicUrl), ...keys },
        TTL: PUSH_TTL_S,
        urgency: "normal",
        topic: payload.tag,
      },
    );
    const { status } = await callOutside({
      url: endpoint,
      method: "POST",
      headers: details.headers as Record<string, string | number>,
      body: details.body,
      timeoutMs: PUSH_TIMEOUT_MS,
      mayBeInner: ctx.services.mayCallInner,
    });
    if (status >= CREATED_MIN && status <= CREATED_MAX) return "taken";
    if (GONE.has(status)) return "gone";
    ctx.services.log.warn({ deviceId: id, status }, "a push service refused a notification");
    return status === TOO_LARGE ? "refused" : "later";
  } catch (error) {
    // The name of the error alone: its text may tell the address.
    const { name, code } = error as NodeJS.ErrnoException;
    ctx.services.log.warn({ deviceId: id, error: code ?? name }, "a push service was not reached");
    return "later";
  }
}

/** Whom a push service may turn to (RFC 8292): the site, or its postmaster where it has no https. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? publicUrl : `mailto:postmaster@${new URL(publicUrl).hostname}`;
}

async function payloadOf(ctx: Context, letter: Letter): Promise<PushPayload> {
  const { recipient, title, text, url } = letter;
  const { pathname, search, hash } = new URL(url, ctx.services.publicUrl);
  return {
    title: shortened(title, PUSH_TITLE_MAX),
    body: shortened(text, PUSH_TEXT_MAX),
    url: pathname + search + hash,
    tag: await tagOf(ctx, letter),
    lang: recipient.locale,
  };
}

/** Of one thing there is one notification on a screen; the tag says nothing of it to the push service. */
async function tagOf(ctx: Context, { recipient, notificationIds, url, kind }: Letter): Promise<string> {
  const [notificationId] = notificationIds;
  const notification =
    notificationId === undefined ? null : await ctx.db.findOneBy(Notification, { id: notificationId });
  const thing = notification ? notification.groupKey || `notification ${notificationId}` : `${kind} ${url}`;
  const digest = createHash("sha256").update(`${recipient.id} ${thing}`).digest("base64url");
  return digest.slice(0, TAG_LENGTH);
}

function shortened(text: string, max: number): string {
  const characters = Array.from(text.trim());
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : characters.join("");
}
