import type { Feature } from "../../core/feature.ts";
import { deliver } from "../../core/outbox.ts";
import { changeRecorded } from "../changes/change.events.ts";
import { queueCalls } from "./queue.service.ts";
import { Webhook, WebhookCall } from "./webhook.entity.ts";
import { webhookJobs } from "./webhook.jobs.ts";
import { WebhookResolver } from "./webhook.resolver.ts";
import { sealedWebhooks } from "./webhook.service.ts";

/** Addresses of other machines that are called when something happens. */
export const webhooks: Feature = {
  name: "webhooks",
  entities: [Webhook, WebhookCall],
  resolvers: [WebhookResolver],
  deliveries: [deliver("queueWebhookCalls", changeRecorded, queueCalls)],
  jobs: webhookJobs,
  sealed: sealedWebhooks,
};
