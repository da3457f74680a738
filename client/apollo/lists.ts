import type { FieldPolicy, Reference } from "@apollo/client";
import { isReference, relayStylePagination } from "@apollo/client/utilities";

/** Lists of the schema that are read on page by page, below the types that they belong to (decision 0217). */
export const LISTS: Readonly<Record<string, readonly string[]>> = {
  Query: [
    "allWithdrawals",
    "auditLog",
    "blockedUsers",
    "bookmarks",
    "changes",
    "dialogs",
    "financeEntries",
    "fundEntries",
    "groupDeletions",
    "invitations",
    "invitees",
    "managedTopics",
    "moderationBatches",
    "notificationDispatches",
    "notificationTemplateSaves",
    "notifications",
    "orders",
    "ownInvitations",
    "payments",
    "pollVoters",
    "posts",
    "purchases",
    "reports",
    "reviewQueue",
    "rooms",
    "search",
    "settingSaves",
    "stopWordBatches",
    "stopWords",
    "threads",
    "topics",
    "users",
    "webhookCalls",
    "withdrawals",
  ],
  Bounty: ["gifts"],
  Dialog: ["messages"],
  Post: ["comments"],
  RedPacket: ["claims"],
  Room: ["messages"],
  User: ["posts", "relations", "threads", "walletEntries", "watches"],
};

interface Edge {
  readonly cursor?: string;
  readonly node: Reference | object;
}

interface Page {
  readonly edges?: readonly Edge[];
  readonly nodes?: readonly Edge["node"][];
  readonly pageInfo: { readonly hasNextPage?: boolean; readonly endCursor?: string | null };
}

/** A list in the cache: its pages one behind the other. */
interface List {
  readonly edges: readonly Edge[];
  readonly pageInfo: Page["pageInfo"];
  /** Cursor of the address after which the list begins; null for one that begins at its start. */
  readonly start: string | null;
}

const cursorOf = (args: Record<string, unknown> | null): string | null =>
  (args?.["after"] as string | null | undefined) ?? null;

/** Leaves each row once: one that moved between two pages stays where it was. */
function withoutRepeats(edges: readonly Edge[]): readonly Edge[] {
  const seen = new Set<unknown>();
  return edges.filter((edge) => {
    const key = isReference(edge.node) ? edge.node.__ref : (edge.cursor ?? edge);
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * Joins the pages of a list as `relayStylePagination` does, also where only nodes are asked for, and keeps apart a list
 * that begins in the middle because its address says so.
 */
function listPolicy(): FieldPolicy<List | null, Page | null, Page | null> {
  const relay = relayStylePagination() as unknown as Record<"merge" | "read", (...of: unknown[]) => List>;
  return {
    keyArgs: (args) =>
      Object.keys(args ?? {})
        .filter((name) => name !== "after")
        .sort(),
    merge(existing, incomingPage, options) {
      if (!incomingPage) return incomingPage;
      const { nodes = [], ...page } = incomingPage;
      const after = cursorOf(options.args);
      const isNext =
        after !== null &&
        (existing?.pageInfo.endCursor === after || existing?.edges.some(({ cursor }) => cursor === after));
      const incoming = { ...page, edges: page.edges ?? nodes.map((node) => ({ node })) };
      const joined = relay.merge(isNext ? existing : undefined, incoming, options);
      return { ...joined, edges: withoutRepeats(joined.edges), start: isNext ? existing!.start : after };
    },
    read(existing, options) {
      if (!existing) return existing;
      const list = relay.read(existing, options);
      const after = cursorOf(options.args);
      if (after === existing.start) return { ...list, nodes: list.edges.map(({ node }) => node) };
      const before = after === null ? -1 : list.edges.findIndex(({ cursor }) => cursor === after);
      const edges = list.edges.slice(before + 1);
      if (before < 0 || (edges.length === 0 && list.pageInfo.hasNextPage)) return undefined;
      return { ...list, edges, nodes: edges.map(({ node }) => node) };
    },
  };
}

/** Policies of the cache for all lists. */
export const listPolicies = Object.fromEntries(
  Object.entries(LISTS).map(([type, fields]) => [
    type,
    { fields: Object.fromEntries(fields.map((field) => [field, listPolicy()])) },
  ]),
);
