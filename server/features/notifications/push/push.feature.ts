import { eraseRows } from "../../../core/erasure.ts";
import type { Feature } from "../../../core/feature.ts";
import { addSender } from "../delivery/senders/sender.ts";
import { preparePushKeys, sealedPushKeys, sealedPushTargets } from "./keys.service.ts";
import { PushKey, PushSubscription } from "./push.entity.ts";
import { pushJobs } from "./push.jobs.ts";
import { PushResolver } from "./push.resolver.ts";
import { pushSender } from "./sender.service.ts";

addSender(pushSender);

/** Notifications that browsers show by themselves (Web Push). */
export const push: Feature = {
  name: "notifications/push",
  entities: [PushKey, PushSubscription],
  resolvers: [PushResolver],
  jobs: pushJobs,
  erasureHooks: [eraseRows("notifications/push", PushSubscription)],
  sealed: [sealedPushKeys, sealedPushTargets],
  prepare: preparePushKeys,
};
