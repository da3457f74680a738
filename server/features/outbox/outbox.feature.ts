import type { Feature } from "../../core/feature.ts";
import { OutboxRow } from "./outbox.entity.ts";
import { outboxJobs } from "./outbox.jobs.ts";

/** Events and delayed work that must not be lost, until they are delivered. */
export const outbox: Feature = { name: "outbox", entities: [OutboxRow], jobs: outboxJobs };
