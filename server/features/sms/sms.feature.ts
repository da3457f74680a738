import type { Feature } from "../../core/feature.ts";

/** Text messages: the provider behind one interface, and a local outbox. */
export const sms: Feature = { name: "sms" };
