import type { WebhookEvent } from "../../gql/graphql.ts";

/** An event that a webhook is called for by choice; the test comes to all. */
export type ChosenEvent = Exclude<WebhookEvent, "PING">;

const NAMES = {
  THREAD_CREATED: "thread.created",
  THREAD_EDITED: "thread.edited",
  THREAD_MOVED: "thread.moved",
  THREAD_HIDDEN: "thread.hidden",
  THREAD_DELETED: "thread.deleted",
  THREAD_RESTORED: "thread.restored",
  POST_CREATED: "post.created",
  POST_EDITED: "post.edited",
  POST_MOVED: "post.moved",
  POST_HIDDEN: "post.hidden",
  POST_DELETED: "post.deleted",
  POST_RESTORED: "post.restored",
} as const satisfies Readonly<Record<ChosenEvent, string>>;

/** All events that can be chosen, in the order of the form. */
export const CHOSEN_EVENTS = Object.keys(NAMES) as readonly ChosenEvent[];

/** Name of an event as receivers get it. */
export function wireName(event: ChosenEvent): string {
  return NAMES[event];
}

/** Leaves out the test, which comes whether it was chosen or not. */
export function chosenOf(events: readonly WebhookEvent[]): ChosenEvent[] {
  return CHOSEN_EVENTS.filter((event) => events.includes(event));
}
