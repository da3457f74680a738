import type { Kind } from "../format/records.ts";
import type { RowKindOf } from "./rows/rowKind.ts";
import {
  attachments,
  drafts,
  favorites,
  postMoves,
  postReactions,
  posts,
  threadReactions,
  threads,
  topics,
} from "./rows/contentRows.ts";
import {
  bounties,
  entitlements,
  holds,
  orders,
  questions,
  redPackets,
  withdrawals,
} from "./rows/moneyRows.ts";
import {
  blocks,
  contacts,
  dialogs,
  follows,
  members,
  messages,
  watches,
  wechatAccounts,
} from "./rows/peopleRows.ts";
import {
  acceptances,
  categories,
  groups,
  invitations,
  settings,
  signInAnswers,
  signInFields,
  stopWords,
} from "./rows/siteRows.ts";

/** Kinds that are not rows of one table: the owners of the tables write them. */
export type SpecialKind = "credentials" | "files" | "transactions" | "formerForums" | "oldAddresses";

/** How the records of each kind become rows. */
export const ROW_KINDS: { readonly [K in Exclude<Kind, SpecialKind>]: RowKindOf<K> } = {
  settings,
  groups,
  members,
  contacts,
  wechatAccounts,
  follows,
  blocks,
  categories,
  topics,
  attachments,
  threads,
  posts,
  postMoves,
  threadReactions,
  postReactions,
  favorites,
  watches,
  dialogs,
  messages,
  stopWords,
  invitations,
  acceptances,
  signInFields,
  signInAnswers,
  holds,
  orders,
  entitlements,
  redPackets,
  bounties,
  questions,
  withdrawals,
  drafts,
};
