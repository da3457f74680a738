import type { Job } from "../../core/feature.ts";
import { VIEW_FLUSH_MS } from "../../core/viewBuffer.ts";
import { flushTopicViews } from "./topic.list.service.ts";

/** Timed work on topics. */
export const topicJobs: readonly Job[] = [
  { name: "flushTopicViews", everyMs: VIEW_FLUSH_MS, flushOnStop: true, run: flushTopicViews },
];
