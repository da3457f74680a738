import type { Channel } from "./templateDraft.ts";

/** Where all kinds of notices are listed. */
export const LIST_ADDRESS = "/admin/notification-templates";

/** Where the text of a kind on a channel is edited. */
export function editorAddress(kind: string, channel: Channel): string {
  return `${LIST_ADDRESS}?kind=${encodeURIComponent(kind)}&channel=${channel}`;
}
