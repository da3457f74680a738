import { IconBell, IconCoin, IconMessageCircle, IconMessages } from "../../ui/icons.tsx";
import type { UnreadCounts } from "../unread/unreadCounts.ts";

/** Lists of the message centre, as `?page=` names them. */
export type EntryType = "index" | "account" | "financial" | "thread";

/** One entry of the message centre (spec §2). */
export interface Entry {
  type: EntryType;
  iconName: keyof typeof ENTRY_ICONS;
  /** A colour of the style sheet. */
  iconColor: string;
  /** Key of the text that names it. */
  content: EntryType;
  /** The unread number of the predecessor that it shows. */
  unreadKeyName: keyof typeof COUNT_OF;
  unreadCount: number;
}

/** Icons by the names that entries give. */
export const ENTRY_ICONS = {
  MailOutlined: IconMessageCircle,
  RemindOutlined: IconBell,
  RenminbiOutlined: IconCoin,
  MessageOutlined: IconMessages,
};

const COUNT_OF = {
  dialogMessageUnread: "dialogMessage",
  accountUnread: "account",
  financialUnread: "financial",
  threadUnread: "thread",
} as const satisfies Record<string, keyof UnreadCounts>;

const ENTRIES = [
  ["index", "MailOutlined", "blue", "dialogMessageUnread"],
  ["account", "RemindOutlined", "green", "accountUnread"],
  ["financial", "RenminbiOutlined", "amber", "financialUnread"],
  ["thread", "MessageOutlined", "rose", "threadUnread"],
] as const;

/** The four entries with what is unread in each. */
export function entriesOf(counts: UnreadCounts): Entry[] {
  return ENTRIES.map(([type, iconName, iconColor, unreadKeyName]) => ({
    type,
    iconName,
    iconColor,
    content: type,
    unreadKeyName,
    unreadCount: counts[COUNT_OF[unreadKeyName]],
  }));
}

/** The address of a list. */
export const entryHref = (type: EntryType): string => `/message?page=${type}`;

/** The list to open first: the first entry with something unread, people before the site; chats if nothing is. */
export function entryWithNews(counts: UnreadCounts): EntryType {
  const order: readonly EntryType[] = ["index", "thread", "account", "financial"];
  const entries = entriesOf(counts);
  return order.find((type) => entries.some((each) => each.type === type && each.unreadCount > 0)) ?? "index";
}
