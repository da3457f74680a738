import type { Context } from "../../core/context.ts";
import { insertIgnore } from "../../core/write.ts";
import { changeRecorded } from "../changes/change.events.ts";
import {
  CallState,
  PAYLOAD_VERSION,
  Webhook,
  WebhookCall,
  type WebhookEvent,
  type WebhookPayload,
} from "./webhook.entity.ts";

type Recorded = ReturnType<typeof changeRecorded>["payload"];

const text = (id: number | null): string | null => (id === null ? null : String(id));

/** Queues a call of every webhook that asks for the event; each is queued once, however often a delivery comes. */
export async function queueCalls(ctx: Context, changes: readonly Recorded[]): Promise<void> {
  const webhooks = await ctx.db.find(Webhook, { where: { isEnabled: true }, order: { id: "ASC" } });
  if (webhooks.length === 0) return;
  const calls = changes.flatMap((change) => {
    const payload = payloadOf(change);
    const thing = change.postId === null ? `t${change.threadId}` : `p${change.postId}`;
    return webhooks
      .filter(({ events }) => events.split(",").includes(payload.event))
      .map(({ id }) => callOf(ctx, id, payload, thing));
  });
  await insertIgnore(ctx, WebhookCall, calls);
}

function payloadOf({ id, kind, threadId, postId, categoryId, fromCategoryId, at }: Recorded): WebhookPayload {
  const of = postId === null ? "thread" : "post";
  return {
    version: PAYLOAD_VERSION,
    id: `change-${id}`,
    event: `${of}.${kind.toLowerCase()}` as `${WebhookEvent}`,
    at,
    data: {
      threadId: text(threadId),
      postId: text(postId),
      categoryId: text(categoryId),
      fromCategoryId: text(fromCategoryId),
    },
  };
}

/** Makes the row of a call. */
export function callOf(
  ctx: Context,
  webhookId: number,
  payload: WebhookPayload,
  thing: string,
): Omit<WebhookCall, "id"> {
  return {
    webhookId,
    eventId: payload.id,
    event: payload.event,
    thing,
    payload: JSON.stringify(payload),
    state: CallState.WAITING,
    attempts: 0,
    createdAt: ctx.now,
    dueAt: ctx.now,
    status: null,
    problem: "",
    calledAt: null,
  };
}
