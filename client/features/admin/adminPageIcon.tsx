import type { ReactNode } from "react";
import {
  IconAdjustments,
  IconAward,
  IconArrowUp,
  IconBell,
  IconChartBar,
  IconChecklist,
  IconClipboardList,
  IconCoin,
  IconFileText,
  IconFilter,
  IconFolder,
  IconFolderSymlink,
  IconForms,
  IconHash,
  IconKey,
  IconListCheck,
  IconShare,
  IconPuzzle,
  IconReportMoney,
  IconSearch,
  IconSparkles,
  IconStairsUp,
  IconShieldLock,
  IconShield,
  IconUsers,
  IconWebhook,
} from "../../ui/icons.tsx";
import type { AdminPageKey } from "./adminPages.ts";

const ICONS: Readonly<Record<AdminPageKey, typeof IconHash>> = {
  overview: IconChartBar,
  review: IconChecklist,
  content: IconFileText,
  topics: IconHash,
  searches: IconSearch,
  members: IconUsers,
  groups: IconShieldLock,
  signInProviders: IconShield,
  tokens: IconKey,
  webhooks: IconWebhook,
  invitations: IconShare,
  badges: IconAward,
  levels: IconStairsUp,
  finance: IconReportMoney,
  funds: IconCoin,
  orders: IconListCheck,
  withdrawals: IconArrowUp,
  categories: IconFolder,
  plugins: IconPuzzle,
  import: IconFolderSymlink,
  brand: IconSparkles,
  settings: IconAdjustments,
  signInFields: IconForms,
  stopWords: IconFilter,
  notificationTemplates: IconBell,
  log: IconClipboardList,
};

/** The icon of a part of the administration. */
export function adminPageIcon(key: AdminPageKey): ReactNode {
  const Icon = ICONS[key];
  return <Icon size={18} aria-hidden="true" />;
}
