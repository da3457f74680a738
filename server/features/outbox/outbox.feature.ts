import type { Feature } from "../../core/feature.ts";
import { OutboxRow } from "./outbox.entity.ts";
import { outboxJobs } from "./outbox.jobs.ts";

/** News that must not be lost, until it is delivered. */
export const outbox: Feature = { name: "outbox", entities: [OutboxRow], jobs: outboxJobs };
