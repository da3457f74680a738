import type { RecordOf } from "../format/records.ts";
import type { READ_KINDS } from "../export/tables.ts";

type ReadKind = (typeof READ_KINDS)[number];

/** Rows and fields of a kind that go into the export of one member. */
interface Own<K extends ReadKind> {
  /** Conditions by table; each `?` is the id of the member. */
  readonly rows: Readonly<Record<string, string>>;
  /** Fields that are left out, with what is in their place: they tell of other members, or of who runs the forum. */
  readonly blanks?: Partial<RecordOf<K>>;
  /** Lists that hold no entries of other members. */
  readonly narrowed?: readonly (keyof RecordOf<K> & string)[];
}

const ACCOUNTS = "SELECT a.id FROM money_accounts a WHERE a.ownerId = ?";
const THREADS = "SELECT t.id FROM threads t WHERE t.authorId = ?";
const BY_MEMBER = "userId = ?";

/**
 * Kinds of which a member has records. Hashes of passwords are in no download; what belongs to the site, such as categories, is
 * named by its id only, and so are other members.
 */
export const OWN: { readonly [K in ReadKind]?: Own<K> } = {
  members: { rows: { users: "id = ?" } },
  contacts: { rows: { channel_addresses: BY_MEMBER } },
  wechatAccounts: { rows: { wechat_accounts: BY_MEMBER } },
  follows: { rows: { follows: "fromUserId = ?" } },
  blocks: { rows: { blocks: BY_MEMBER } },
  attachments: { rows: { attachments: BY_MEMBER } },
  threads: {
    rows: {
      threads: "authorId = ?",
      paid_contents: `threadId IN (${THREADS})`,
    },
    blanks: { deletedById: null },
  },
  posts: { rows: { posts: "authorId = ?" }, blanks: { deletedById: null } },
  threadReactions: { rows: { thread_likes: BY_MEMBER } },
  postReactions: { rows: { post_likes: BY_MEMBER } },
  bookmarkFolders: { rows: { bookmark_folders: BY_MEMBER } },
  favorites: { rows: { thread_favorites: BY_MEMBER } },
  watches: { rows: { watches: BY_MEMBER } },
  dialogs: {
    rows: {
      dialogs: "id IN (SELECT s.dialogId FROM dialog_sides s WHERE s.userId = ?)",
      dialog_sides: BY_MEMBER,
    },
    narrowed: ["sides"],
  },
  messages: {
    // Of the other side what this one sees: neither what was removed nor what they deleted for themselves.
    rows: {
      messages: `dialogId IN (SELECT s.dialogId FROM dialog_sides s WHERE s.userId = ?) AND (authorId = ? OR (removedAt IS NULL
        AND EXISTS (SELECT 1 FROM dialog_sides o WHERE o.userId = ? AND o.dialogId = messages.dialogId
          AND o.deletedUpTo < messages.id)))`,
    },
    blanks: { removedById: null },
  },
  invitations: { rows: { invitations: BY_MEMBER } },
  acceptances: { rows: { invitation_acceptances: "inviterId = ?" } },
  signInAnswers: { rows: { user_sign_in_fields: BY_MEMBER } },
  transactions: {
    rows: {
      money_transactions: `id IN (SELECT e.transactionId FROM money_entries e WHERE e.accountId IN (${ACCOUNTS}))`,
      money_entries: `accountId IN (${ACCOUNTS})`,
    },
    blanks: { actorId: 0 },
    narrowed: ["entries"],
  },
  holds: { rows: { money_holds: BY_MEMBER } },
  orders: {
    rows: { orders: BY_MEMBER },
    // Whom one pays may be anonymous.
    blanks: { payeeId: null, siteCents: 0, payeeCents: 0, inviterId: null, inviterCents: 0 },
  },
  entitlements: { rows: { entitlements: BY_MEMBER } },
  redPackets: { rows: { red_packets: BY_MEMBER, red_packet_shares: BY_MEMBER }, narrowed: ["shares"] },
  bounties: { rows: { bounties: BY_MEMBER, bounty_gifts: BY_MEMBER }, narrowed: ["gifts"] },
  questions: {
    rows: {
      questions: "(askerId = ? OR answererId = ?)",
      question_answers:
        "questionId IN (SELECT q.id FROM questions q WHERE q.askerId = ? OR q.answererId = ?)",
    },
  },
  withdrawals: { rows: { withdrawals: BY_MEMBER } },
  // Results may be hidden from the author as well.
  polls: { rows: { polls: `threadId IN (${THREADS})` }, blanks: { namelessVoterCount: 0 } },
  pollOptions: {
    rows: { poll_options: `pollId IN (SELECT p.id FROM polls p WHERE p.threadId IN (${THREADS}))` },
    blanks: { namelessCount: 0 },
  },
  pollVotes: { rows: { poll_votes: BY_MEMBER } },
  goods: { rows: { goods: `threadId IN (${THREADS})` } },
  drafts: { rows: { drafts: BY_MEMBER } },
};

/** Lists the fields of a kind that differ from the export of the whole forum. */
export function leftOutFields(kind: ReadKind): string[] {
  const { blanks = {}, narrowed = [] } = OWN[kind] ?? {};
  return [...Object.keys(blanks), ...narrowed];
}
