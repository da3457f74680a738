import type { Channel } from "./templateDraft.ts";

/** Where all kinds of notifications are listed. */
export const LIST_ADDRESS = "/admin/notification-templates";

/** Where the delivery log is read, of one state and channel or of all. */
export function logAddress(state: string | null = null, channel: string | null = null): string {
  const search = new URLSearchParams({ view: "log" });
  if (state) search.set("state", state);
  if (channel) search.set("channel", channel);
  return `${LIST_ADDRESS}?${search}`;
}

/** Where the text of a kind on a channel is edited. */
export function editorAddress(kind: string, channel: Channel): string {
  return `${LIST_ADDRESS}?kind=${encodeURIComponent(kind)}&channel=${channel}`;
}
