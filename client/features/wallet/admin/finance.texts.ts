import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the figures of the site's money. */
export const financeTexts = defineTexts({
  figures: { zh: "合计", en: "Totals" },
  INCOME: { zh: "成员付款", en: "Paid by members" },
  WITHDRAWN: { zh: "提现", en: "Withdrawn" },
  WALLETS: { zh: "钱包总额", en: "In wallets" },
  PROFIT: { zh: "站点利润", en: "Site profit" },
  ROYALTIES: { zh: "打赏与付费内容分成", en: "Site’s share of tips and sales" },
  REGISTRATIONS: { zh: "加入站点收入", en: "Site memberships" },
  GROUPS: { zh: "用户组收入", en: "Groups" },
  FEES: { zh: "提现手续费", en: "Withdrawal fees" },
  orders: { zh: "订单", en: "Orders" },
  charts: { zh: "趋势", en: "Trends" },
  numbers: { zh: "查看数字", en: "Show numbers" },
  unit: { zh: "时间单位", en: "Interval" },
  DAY: { zh: "按日", en: "By day" },
  WEEK: { zh: "按周", en: "By week" },
  MONTH: { zh: "按月", en: "By month" },
  from: { zh: "起始日", en: "From" },
  entriesOf: {
    zh: (figure: string) => `${figure}的明细`,
    en: (figure: string) => `Entries: ${figure}`,
  },
  span: {
    zh: (from: string, until: string) => `${from} 至 ${until} 之前（UTC）`,
    en: (from: string, until: string) => `From ${from}, before ${until} (UTC)`,
  },
  allTime: { zh: "查看全部时间", en: "Show all time" },
  member: { zh: "成员", en: "Member" },
  nobody: { zh: "无", en: "None" },
  kind: { zh: "类型", en: "Kind" },
  amount: { zh: "金额", en: "Amount" },
  reference: { zh: "账目编号", en: "Ledger reference" },
  when: { zh: "时间", en: "When" },
  none: { zh: "没有明细", en: "No entries" },
});
