import { randomBytes, randomUUID } from "node:crypto";
import type { Context } from "../../core/context.ts";
import { noteChange } from "../../core/audit.ts";
import { DomainError, invalid } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { mayCallInside, mustBeOutside } from "../../core/outsideCalls.ts";
import {
  checkFirst,
  decodeCursor,
  encodeCursor,
  pageOf,
  type Connection,
  type PageRequest,
} from "../../core/paging.ts";
import { seal, type SealedColumn } from "../../core/secrets.ts";
import { inTransaction } from "../../core/transaction.ts";
import { verb } from "../../core/verbs.ts";
import { allow, mustBeAdmin } from "../../core/viewer.ts";
import { insert, lockById } from "../../core/write.ts";
import { LessThan } from "typeorm";
import { callOf } from "./queue.service.ts";
import {
  CallState,
  PAYLOAD_VERSION,
  Webhook,
  WEBHOOK_URL_MAX,
  WebhookCall,
  WebhookEvent,
  WebhookOffReason,
} from "./webhook.entity.ts";
import type { IssuedWebhook, WebhookView } from "./webhook.view.ts";

/** Webhooks that a site may have. */
export const WEBHOOKS_MAX = 20;
const SECRET_BYTES = 32;
/** Time for which a secret that was replaced signs as well, in milliseconds. */
export const OVERLAP_MS = 24 * 3_600_000;

/** Keys of signatures; a webhook whose key is lost is switched off. */
const sealedSecrets: SealedColumn = {
  table: "webhooks",
  column: "secret",
  holds: "secrets of webhooks",
  async discard(ctx, isLost) {
    const lost = (await ctx.db.find(Webhook, { order: { id: "ASC" } })).filter(({ secret }) =>
      isLost(secret),
    );
    for (const { id } of lost) await ctx.db.update(Webhook, { id }, { secret: "", isEnabled: false });
    return lost.map(({ id }) => `webhook:${id}`);
  },
};

/** Keys that were replaced lately; calls go on being signed by the present ones. */
const sealedPrevious: SealedColumn = {
  table: "webhooks",
  column: "previousSecret",
  holds: "replaced secrets of webhooks",
  async discard(ctx, isLost) {
    const lost = (await ctx.db.find(Webhook, { order: { id: "ASC" } })).filter(
      ({ previousSecret }) => previousSecret !== null && isLost(previousSecret),
    );
    for (const { id } of lost)
      await ctx.db.update(Webhook, { id }, { previousSecret: null, previousUntil: null });
    return lost.map(({ id }) => `webhook:${id}:previous`);
  },
};

/** Sealed columns of webhooks. */
export const sealedWebhooks: readonly SealedColumn[] = [sealedSecrets, sealedPrevious];

const viewOf = (ctx: Context, webhook: Webhook): WebhookView => ({
  ...webhook,
  events: webhook.events.split(",") as WebhookEvent[],
  previousUntil: webhook.previousUntil && webhook.previousUntil > ctx.now ? webhook.previousUntil : null,
  offReason: offReasonOf(webhook),
});

function offReasonOf({ isEnabled, secret, failingSince }: Webhook): WebhookOffReason | null {
  if (isEnabled) return null;
  if (secret === "") return WebhookOffReason.SECRET_LOST;
  return failingSince ? WebhookOffReason.FAILING : WebhookOffReason.BY_HAND;
}

/** Lists the webhooks of the site. @throws {DomainError} FORBIDDEN for all but administrators. */
export async function listWebhooks(ctx: Context): Promise<WebhookView[]> {
  allow(mustBeAdmin(ctx.viewer));
  return (await ctx.db.find(Webhook, { order: { id: "ASC" }, take: WEBHOOKS_MAX })).map((webhook) =>
    viewOf(ctx, webhook),
  );
}

/** Lists the calls of a webhook, newest first. @throws {DomainError} FORBIDDEN; INVALID_PARAMETER. */
export async function listCalls(
  ctx: Context,
  { webhookId, ...request }: PageRequest & { readonly webhookId: string },
): Promise<Connection<WebhookCall>> {
  allow(mustBeAdmin(ctx.viewer));
  const first = checkFirst(request.first);
  const { after } = request;
  const before = after ? { id: LessThan(decodeCursor("webhookCalls", after, ["number"])[0] as number) } : {};
  const where = { webhookId: parseId(webhookId, "webhookId"), ...before };
  const calls = await ctx.db.find(WebhookCall, { where, order: { id: "DESC" }, take: first + 1 });
  return pageOf(calls, first, ({ id }) => encodeCursor("webhookCalls", [id]), Boolean(after));
}

/** Input of `createWebhook`. */
export interface NewWebhook {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/**
 * Adds an address that is called when something happens. The secret of its signatures is given back this once.
 * @throws {DomainError} FORBIDDEN; INVALID_PARAMETER for addresses that are not public.
 */
export const createWebhook = verb({
  name: "createWebhook",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, { url, events }: NewWebhook): Promise<IssuedWebhook> {
    await checkUrl(ctx, url);
    checkEvents(events);
    const secret = newSecret();
    const webhook = await inTransaction(ctx, async (ctx) => {
      if ((await ctx.db.count(Webhook)) >= WEBHOOKS_MAX)
        throw new DomainError("FORBIDDEN", {
          text: { zh: `最多 ${WEBHOOKS_MAX} 个`, en: `There may be at most ${WEBHOOKS_MAX}.` },
        });
      const row = {
        url,
        secret: seal(ctx.services, secret),
        previousSecret: null,
        previousUntil: null,
        events: [...new Set(events)].join(","),
        isEnabled: true,
        createdById: ctx.viewer.id,
        createdAt: ctx.now,
        failingSince: null,
      };
      const id = await insert(ctx, Webhook, row);
      noteChange(ctx, { target: `webhook:${id}`, after: { host: new URL(url).host, events } });
      return { id, ...row };
    });
    return { webhook: viewOf(ctx, webhook), secret };
  },
});

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64url")}`;

function checkEvents(events: readonly WebhookEvent[]): void {
  if (events.length === 0)
    throw invalid("events", "请至少选择一个事件", "A webhook needs at least one event.");
}

async function checkUrl(ctx: Context, url: string): Promise<void> {
  const refusal = invalid("url", "须为公网可访问的 https 地址", "The address has to be https and public.");
  if (url.length > WEBHOOK_URL_MAX || !URL.canParse(url)) throw refusal;
  const { protocol } = new URL(url);
  const isInside = mayCallInside(ctx, url);
  if (protocol !== "https:" && !(isInside && protocol === "http:")) throw refusal;
  if (isInside) return;
  await mustBeOutside(url).catch(() => {
    throw refusal;
  });
}

/**
 * Changes the address or the events of a webhook. Calls that wait go to the new address.
 * @throws {DomainError} NOT_FOUND; INVALID_PARAMETER for addresses that are not public.
 */
export const editWebhook = verb({
  name: "editWebhook",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(
    ctx: Context,
    { webhookId, url, events }: NewWebhook & { webhookId: string },
  ): Promise<WebhookView> {
    const id = parseId(webhookId, "webhookId");
    await getWebhook(ctx, id);
    await checkUrl(ctx, url);
    checkEvents(events);
    return inTransaction(ctx, async (ctx) => {
      const webhook = await lockById(ctx, Webhook, id);
      if (!webhook) throw new DomainError("NOT_FOUND");
      const change = { url, events: [...new Set(events)].join(",") };
      await ctx.db.update(Webhook, { id }, change);
      noteChange(ctx, {
        target: `webhook:${id}`,
        before: { host: new URL(webhook.url).host, events: webhook.events.split(",") },
        after: { host: new URL(url).host, events },
      });
      return viewOf(ctx, { ...webhook, ...change });
    });
  },
});

/**
 * Makes a new secret, which is given back this once. Calls are signed by the one before as well for a day, so that
 * receivers have time to change; two rotations in a day leave the older one out.
 * @throws {DomainError} NOT_FOUND
 */
export const rotateWebhookSecret = verb({
  name: "rotateWebhookSecret",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, webhookId: string): Promise<IssuedWebhook> {
    const id = parseId(webhookId, "webhookId");
    const secret = newSecret();
    const webhook = await inTransaction(ctx, async (ctx) => {
      const before = await lockById(ctx, Webhook, id);
      if (!before) throw new DomainError("NOT_FOUND");
      const isLost = before.secret === "";
      const change = {
        secret: seal(ctx.services, secret),
        previousSecret: isLost ? null : before.secret,
        previousUntil: isLost ? null : new Date(ctx.now.getTime() + OVERLAP_MS),
      };
      await ctx.db.update(Webhook, { id }, change);
      noteChange(ctx, { target: `webhook:${id}` });
      return { ...before, ...change };
    });
    return { webhook: viewOf(ctx, webhook), secret };
  },
});

/**
 * Switches a webhook on or off; what waits for it is sent once it is on again.
 * @throws {DomainError} NOT_FOUND; CONFLICT if its secret was lost and it has no new one yet.
 */
export const setWebhookEnabled = verb({
  name: "setWebhookEnabled",
  who: "admin",
  rate: "manage",
  audited: true,
  idempotent: true,
  async run(ctx: Context, input: { webhookId: string; isEnabled: boolean }): Promise<WebhookView> {
    const id = parseId(input.webhookId, "webhookId");
    return inTransaction(ctx, async (ctx) => {
      const webhook = await getWebhook(ctx, id);
      const { isEnabled } = input;
      if (isEnabled && webhook.secret === "")
        throw new DomainError("CONFLICT", {
          text: { zh: "密钥已丢失，请先更换密钥", en: "Its secret was lost; make a new one first." },
        });
      await ctx.db.update(Webhook, { id }, { isEnabled, failingSince: null });
      noteChange(ctx, {
        target: `webhook:${id}`,
        before: { isEnabled: webhook.isEnabled },
        after: { isEnabled },
      });
      return viewOf(ctx, { ...webhook, isEnabled, failingSince: null });
    });
  },
});

/** Removes a webhook with its log. @throws {DomainError} NOT_FOUND */
export const deleteWebhook = verb({
  name: "deleteWebhook",
  who: "admin",
  rate: "manage",
  audited: true,
  async run(ctx: Context, webhookId: string): Promise<boolean> {
    const id = parseId(webhookId, "webhookId");
    await inTransaction(ctx, async (ctx) => {
      const { url } = await getWebhook(ctx, id);
      await ctx.db.delete(WebhookCall, { webhookId: id });
      await ctx.db.delete(Webhook, { id });
      noteChange(ctx, { target: `webhook:${id}`, before: { host: new URL(url).host } });
    });
    return true;
  },
});

/** Queues a call that says nothing but that it works. @throws {DomainError} NOT_FOUND */
export const testWebhook = verb({
  name: "testWebhook",
  who: "admin",
  rate: "manage",
  async run(ctx: Context, webhookId: string): Promise<WebhookCall> {
    const id = parseId(webhookId, "webhookId");
    return inTransaction(ctx, async (ctx) => {
      await getWebhook(ctx, id);
      const eventId = `ping-${randomUUID()}`;
      const at = ctx.now.toISOString();
      const payload = {
        version: PAYLOAD_VERSION,
        id: eventId,
        event: WebhookEvent.PING,
        at,
        data: {},
      } as const;
      const call = callOf(ctx, id, payload, "ping");
      return { id: await insert(ctx, WebhookCall, call), ...call };
    });
  },
});

/** Makes a call once more, with the same id. @throws {DomainError} NOT_FOUND; CONFLICT while it still waits. */
export const replayWebhookCall = verb({
  name: "replayWebhookCall",
  who: "admin",
  rate: "manage",
  async run(ctx: Context, callId: string): Promise<WebhookCall> {
    const id = parseId(callId, "callId");
    return inTransaction(ctx, async (ctx) => {
      const call = await ctx.db.findOneBy(WebhookCall, { id });
      if (!call) throw new DomainError("NOT_FOUND");
      if (call.state === CallState.WAITING) throw new DomainError("CONFLICT");
      const again = { state: CallState.WAITING, attempts: 0, dueAt: ctx.now, createdAt: ctx.now };
      await ctx.db.update(WebhookCall, { id }, again);
      return { ...call, ...again };
    });
  },
});

async function getWebhook(ctx: Context, id: number): Promise<Webhook> {
  const webhook = await ctx.db.findOneBy(Webhook, { id });
  if (!webhook) throw new DomainError("NOT_FOUND");
  return webhook;
}
