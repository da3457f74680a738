import { LessThanOrEqual } from "typeorm";
import { z } from "zod";
import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import type { EventKind } from "../../../core/events.ts";
import type { ContentHook, Draft, Publishing } from "../../../core/hooks.ts";
import { deliver, type Delivery } from "../../../core/outbox.ts";
import { inTransaction } from "../../../core/transaction.ts";
import { insertAll, insertIgnore } from "../../../core/write.ts";
import { waitAfter } from "../../outbox/outbox.service.ts";
import { postDeleted, replied } from "../../posts/post.events.ts";
import { threadDeleted, threadPublished } from "../../threads/thread.events.ts";
import { userFollowed, userRegistered } from "../../users/user.events.ts";
import { manifestOf } from "../installed.service.ts";
import { PluginEvent, PluginJobRun } from "../plugin.entity.ts";
import { listenedEvents } from "../plugin.loaders.ts";
import { askPart, notePartFault, type PluginWithServer, serverParts } from "./partHost.service.ts";
import { PartFault, PartRefusal } from "./partProcess.ts";
import { AFTER_EVENTS, type AfterEvent, BEFORE_EVENTS } from "./serverManifest.ts";

/** Time that a plugin has to answer before others wait for it no longer, in milliseconds. */
const BEFORE_LIMIT_MS = 1_000;
/** Time that all plugins together have to change a text, in milliseconds. */
const CHANGES_LIMIT_MS = 2_000;
/** Longest texts that a plugin may answer, in characters; what a member may publish is checked afterwards. */
const CHANGED_TITLE_MAX = 200;
const CHANGED_BODY_MAX = 100_000;
const AFTER_LIMIT_MS = 10_000;
const JOB_LIMIT_MS = 30_000;
/** Attempts before an event is given up. */
const TRIES_MAX = 8;
/** Events that are taken in one look. */
const BATCH = 50;
/** Time for which who tries an event has it alone: longer than the attempt may last. */
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
/** Long ago: a job that never ran. */
const NEVER = new Date(0);

type AnyEvent = Readonly<Record<string, unknown>> & { readonly isAnonymous?: boolean };

const KINDS = {
  threadPublished,
  threadDeleted,
  replied,
  postDeleted,
  userRegistered,
  userFollowed,
} as unknown as Readonly<Record<AfterEvent, EventKind<never>>>;

/** Stores what plugins hear of, in the transaction that delivers it; `deliverPluginEvents` brings it to them. */
export const pluginDeliveries: readonly Delivery[] = Object.entries(KINDS).map(([name, kind]) =>
  deliver<never>(`plugins.${name}`, kind, (ctx, payloads) => storeEvents(ctx, name as AfterEvent, payloads), {
    concerns: () => listenedEvents.has(name),
  }),
);

async function storeEvents(ctx: Context, name: AfterEvent, payloads: readonly AnyEvent[]): Promise<void> {
  const listeners = (await serverParts(ctx)).filter(({ server }) => server.events.includes(name));
  const rows = listeners.flatMap(({ plugin }) =>
    payloads.map((payload) => ({
      pluginId: plugin.id,
      name,
      payload: JSON.stringify(tellable(name, payload)),
      attempts: 0,
      dueAt: ctx.now,
    })),
  );
  if (rows.length > 0) await insertAll(ctx, PluginEvent, rows);
}

/** Takes of an event what its catalogue names; who acts anonymously is not named. */
function tellable(name: AfterEvent, payload: AnyEvent): Record<string, unknown> {
  return Object.fromEntries(
    AFTER_EVENTS[name].map((field) => [
      field,
      field === "authorId" && payload.isAnonymous ? null : String(payload[field]),
    ]),
  );
}

/** Brings waiting events to their plugins, each once or, after a failure, again later. */
export async function deliverPluginEvents(ctx: Context): Promise<void> {
  const parts = await serverParts(ctx);
  if (parts.length === 0) return;
  const due = await ctx.db.find(PluginEvent, {
    where: { dueAt: LessThanOrEqual(ctx.now) },
    order: { dueAt: "ASC", id: "ASC" },
    take: BATCH,
  });
  for (const event of due) {
    const part = parts.find(({ plugin }) => plugin.id === event.pluginId);
    if (part) await deliverOne(ctx, part, event);
  }
}

async function deliverOne(ctx: Context, part: PluginWithServer, event: PluginEvent): Promise<void> {
  const { id, name, attempts } = event;
  const lease = { attempts: attempts + 1, dueAt: new Date(ctx.now.getTime() + LEASE_MS) };
  // Another process may have it.
  const claimed = await inTransaction(ctx, async (ctx) => {
    return (await ctx.db.update(PluginEvent, { id, attempts }, lease)).affected;
  });
  if (!claimed) return;
  const payload: unknown = JSON.parse(event.payload);
  try {
    await askPart(ctx, part, { kind: "events", name, payload, viewerId: null }, AFTER_LIMIT_MS);
  } catch {
    // Noted as a fault of the plugin.
    if (lease.attempts < TRIES_MAX) {
      const dueAt = new Date(ctx.now.getTime() + waitAfter(lease.attempts));
      await inTransaction(ctx, (ctx) => ctx.db.update(PluginEvent, { id }, { dueAt }));
      return;
    }
  }
  await inTransaction(ctx, (ctx) => ctx.db.delete(PluginEvent, { id }));
}

/**
 * Asks plugins before members publish or change what they have published. Those that may change text come first, one after the other in their order; the
 * others are asked together about the text as it is to be. One that fails or takes too long refuses and changes nothing.
 */
export const pluginContentHook: ContentHook = {
  name: "plugins.before",
  async before(ctx: Context, what: Publishing, draft: Draft): Promise<Draft> {
    const asked = (await serverParts(ctx)).filter(({ server }) => server.before.includes(what));
    const mayChange = ({ server }: PluginWithServer) => server.capabilities.includes("change");
    const deadline = performance.now() + CHANGES_LIMIT_MS;
    let current = draft;
    for (const part of asked.filter(mayChange)) {
      const limitMs = Math.min(BEFORE_LIMIT_MS, Math.round(deadline - performance.now()));
      // The slow ones before it are named; its own text stays as it is.
      if (limitMs <= 0) break;
      current = await changeBy(ctx, part, what, current, limitMs);
    }
    const others = asked.filter((part) => !mayChange(part));
    await Promise.all(others.map((part) => askOne(ctx, part, what, current, BEFORE_LIMIT_MS)));
    return current;
  },
};

/** Texts that a plugin answers in place of those of the member. */
const changeOf = z.strictObject({
  title: z.string().trim().min(1).max(CHANGED_TITLE_MAX).optional(),
  body: z.string().trim().min(1).max(CHANGED_BODY_MAX).optional(),
});

async function changeBy(
  ctx: Context,
  part: PluginWithServer,
  what: Publishing,
  draft: Draft,
  limitMs: number,
): Promise<Draft> {
  const answer = await askOne(ctx, part, what, draft, limitMs);
  if (answer === null || answer === undefined) return draft;
  const change = changeOf.safeParse(answer);
  const isAsked = (text: "title" | "body") => change.data?.[text] === undefined || draft[text] !== undefined;
  if (!change.success || !isAsked("title") || !isAsked("body")) {
    const fault = new PartFault("The answer is no text that can be published.");
    await notePartFault(ctx, part, { kind: "before", name: what }, fault);
    return draft;
  }
  const { title = draft.title, body = draft.body } = change.data;
  return { ...draft, title, body };
}

async function askOne(
  ctx: Context,
  part: PluginWithServer,
  name: Publishing,
  draft: Draft,
  limitMs: number,
): Promise<unknown> {
  const viewerId = String(ctx.viewer.id);
  const given: Readonly<Record<string, unknown>> = { ...draft, viewerId };
  const fields = BEFORE_EVENTS[name].filter((field) => given[field] !== undefined);
  const payload = Object.fromEntries(fields.map((field) => [field, String(given[field])]));
  const request = { kind: "before" as const, name, payload, viewerId };
  try {
    return await askPart(ctx, part, request, limitMs);
  } catch (error) {
    if (!(error instanceof PartRefusal)) return null;
    const { names } = manifestOf(part.plugin);
    throw invalid("body", `${names.zh}：${error.message}`, `${names.en}: ${error.message}`);
  }
}

/** Runs the timed jobs of plugins that are due, each in one process. */
export async function runPluginJobs(ctx: Context): Promise<void> {
  for (const part of await serverParts(ctx))
    for (const { name, everyMinutes } of part.server.jobs) {
      const pluginId = part.plugin.id;
      const before = new Date(ctx.now.getTime() - everyMinutes * MINUTE_MS);
      const claimed = await inTransaction(ctx, async (ctx) => {
        await insertIgnore(ctx, PluginJobRun, [{ pluginId, name, ranAt: NEVER }]);
        const due = { pluginId, name, ranAt: LessThanOrEqual(before) };
        return (await ctx.db.update(PluginJobRun, due, { ranAt: ctx.now })).affected;
      });
      if (!claimed) continue;
      // A failure is noted as a fault; it runs again at its next time.
      await askPart(ctx, part, { kind: "jobs", name, payload: null, viewerId: null }, JOB_LIMIT_MS).catch(
        () => null,
      );
    }
}
