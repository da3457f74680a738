/**
 * Folders of the client's features, lower layers first: each imports only itself and what stands above it. A folder
 * within a feature is listed where it differs in rank from the rest; the others belong to the folder around them.
 */
export const CLIENT_FEATURES: readonly string[] = [
  "statistics",
  "checklist",
  "admin",
  "plugins",
  "badges",
  "levels",
  "check-ins",
  "attachments",
  "unread",
  "watches",
  "reading",
  "bookmarks",
  "reactions",
  "editor",
  "drafts",
  "captcha",
  "invitations",
  "auth",
  "wechat",
  "payments",
  "identities",
  "orders",
  "red-packets",
  "goods",
  "bounties",
  "questions",
  "polls",
  "memberships",
  "audit",
  "categories",
  "groups",
  "imports",
  "tokens",
  "webhooks",
  "upgrades",
  "checks",
  "settings",
  "sign-in-fields",
  "moderation/queue",
  "moderation/reports",
  "moderation/members",
  "moderation/merging",
  "posts",
  "threads",
  "moderation/batches",
  "threads/admin",
  "stop-words",
  "topics",
  "about",
  "search",
  "publishing",
  "home",
  "wallet",
  "withdrawals",
  "notifications/settings",
  "notifications/inbox",
  "notifications/templates",
  "users",
  "messages",
  "account",
  "launch",
];

/** The listed folder that a file of the client belongs to: the nearest one around it; null outside of features. */
export function clientFeatureOf(file: string): string | null {
  const path = /^client\/features\/(.+)\/[^/]+$/.exec(file)?.[1];
  if (!path) return null;
  const folders = path.split("/");
  const paths = folders.map((_, index) => folders.slice(0, folders.length - index).join("/"));
  return paths.find((folder) => CLIENT_FEATURES.includes(folder)) ?? path;
}
