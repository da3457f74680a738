import { SEARCH_TABLES } from "../../core/searchIndex.ts";
import { KINDS, type Kind } from "../format/records.ts";
import { CONTENT } from "./content.ts";
import { MONEY } from "./money.ts";
import { PEOPLE } from "./people.ts";
import type { Reader } from "./reader.ts";

/** Readers of all kinds but files, which records name. */
export const READERS: { readonly [K in Exclude<Kind, "files">]: Reader<K> } = {
  ...PEOPLE,
  ...CONTENT,
  ...MONEY,
};

/** Kinds that are read from tables, in the order of the format. */
export const READ_KINDS = KINDS.filter((kind): kind is keyof typeof READERS => Object.hasOwn(READERS, kind));

/** Tables that are no part of the format, by what they hold. */
export const LEFT_OUT: readonly (readonly [holds: string, tables: readonly string[]])[] = [
  ["sessions", ["sessions"]],
  ["links, codes and tickets of signing in", ["mail_links", "one_time_codes", "wechat_tickets"]],
  ["second factors and passkeys", ["second_factors", "passkeys"]],
  ["pay passwords", ["pay_passwords"]],
  ["accounts at sign-in providers", ["identity_providers", "identities"]],
  ["tokens", ["access_tokens", "access_token_secrets"]],
  ["programs with their grants", ["oauth_clients", "oauth_grants", "oauth_records"]],
  ["webhooks with their calls", ["webhooks", "webhook_calls"]],
  ["notifications", ["notifications", "deleted_notices", "hidden_notifications", "held_news"]],
  ["messages to channels", ["notice_dispatches", "push_subscriptions", "push_keys"]],
  ["choices of notifications", ["notice_preferences", "watch_choices"]],
  ["texts of notifications", ["notice_templates", "notice_template_saves", "notice_template_changes"]],
  ["entries of the staff log", ["audit_log", "audit_head"]],
  ["entries of the feed of changes", ["changes", "change_heads"]],
  ["marks of what members have read", ["read_marks"]],
  [
    "days of statistics and check-ins",
    ["active_days", "check_ins", "stop_word_tallies", "fruitless_searches"],
  ],
  [
    "reports and reviews",
    ["reports", "review_claims", "stop_word_hits", "text_assessments", "content_holds"],
  ],
  ["checks by an outside service", ["content_checks", "picture_checks"]],
  ["actions of moderators", ["moderation_batches", "moderation_batch_items", "moderation_batch_posts"]],
  ["saved searches, which are for one forum's words", ["saved_searches"]],
  ["what staff did to threads", ["thread_events"]],
  ["previews of links", ["link_previews", "link_preview_uses"]],
  ["revisions of texts", ["revisions"]],
  ["remarks on members", ["member_remarks"]],
  ["badges", ["badges", "user_badges"]],
  ["levels and who has them", ["levels", "user_levels"]],
  [
    "undoable changes of settings, groups and stop words",
    [
      ...["setting_saves", "setting_changes", "stop_word_batches", "stop_word_batch_items"],
      ...["group_deletions", "group_deletion_items", "group_deletion_members"],
    ],
  ],
  ["payments through providers", ["payments"]],
  ["keys and checks of the ledger", ["money_keys", "money_checks", "idempotency_keys"]],
  ["notes of an import", ["imports", "imported_records"]],
  ["plugins with their data", ["plugins"]],
];

/** Prefix of the tables of plugins. */
const PLUGIN_TABLE = /^plugin_/;

/** Tables that follow from others, or that mean something to the running program only. */
const OWN_TABLES: ReadonlySet<string> = new Set([
  ...[
    "migrations",
    "program_marks",
    "processes",
    "outbox",
    "limit_counters",
    "captcha_uses",
    "page_versions",
  ],
  ...["thread_topics", "topic_categories", "unread_counts", "stop_word_list"],
  ...["search_queue", "search_state", "search_coverage"],
  ...Object.values(SEARCH_TABLES).flatMap((table) => [table, `${table}_keys`]),
]);

/** Lists the tables that are left out, by what they hold; unknown ones are named. */
export function leftOut(tables: readonly string[]): Map<string, string[]> {
  const read = new Set(READ_KINDS.flatMap((kind) => READERS[kind].tables));
  const groups = new Map<string, string[]>();
  for (const table of tables) {
    if (read.has(table) || OWN_TABLES.has(table)) continue;
    const holds = PLUGIN_TABLE.test(table)
      ? "plugins with their data"
      : (LEFT_OUT.find(([, own]) => own.includes(table))?.[0] ?? unknownTable(table));
    groups.set(holds, [...(groups.get(holds) ?? []), table]);
  }
  return groups;
}

const unknownTable = (table: string): string =>
  `rows of the table ${table}, which this program does not know`;
