import type { Channel } from "./templateDraft.ts";

/** Address of the list of all kinds of notifications. */
export const LIST_ADDRESS = "/admin/notification-templates";

/** Address of the delivery log, of one state and channel or of all. */
export function logAddress(state: string | null = null, channel: string | null = null): string {
  const search = new URLSearchParams({ view: "log" });
  if (state) search.set("state", state);
  if (channel) search.set("channel", channel);
  return `${LIST_ADDRESS}?${search}`;
}

/** Address of the editor of a kind on a channel. */
export function editorAddress(kind: string, channel: Channel): string {
  return `${LIST_ADDRESS}?kind=${encodeURIComponent(kind)}&channel=${channel}`;
}
