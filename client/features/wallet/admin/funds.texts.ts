import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of the funds of all members. */
export const fundsTexts = defineTexts({
  sums: { zh: "合计", en: "Totals" },
  balances: { zh: "成员余额", en: "Member balances" },
  frozen: { zh: "冻结", en: "Frozen" },
  adjusted: { zh: "人工发放净额", en: "Net adjustments by administrators" },
  checked: { zh: "上次对账", en: "Books last checked" },
  notChecked: { zh: "启动后几分钟内进行", en: "Runs a few minutes after the start" },
  sound: { zh: "账目平衡", en: "The books balance" },
  broken: {
    zh: "账目不平衡：资金转出已停止",
    en: "The books do not balance: outgoing payments are stopped",
  },
  brokenText: {
    zh: "不会自动更正。请保留数据库，恢复一份备份作对照，并运行 luntan doctor。",
    en: "Nothing is corrected automatically. Keep the database, restore a backup next to it for comparison, and run luntan doctor.",
  },
  entries: { zh: "资金流水", en: "Transactions" },
  member: { zh: "成员", en: "Member" },
  kind: { zh: "类型", en: "Kind" },
  change: { zh: "余额变动", en: "Balance" },
  frozenChange: { zh: "冻结变动", en: "Frozen" },
  memo: { zh: "说明", en: "Reason" },
  by: { zh: "操作人", en: "By" },
  when: { zh: "时间", en: "When" },
  program: { zh: "系统", en: "System" },
  gone: { zh: "已删除的成员", en: "A deleted member" },
  onlyOf: { zh: (name: string) => `只看 ${name}`, en: (name: string) => `Only ${name}` },
  all: { zh: "查看全部成员", en: "Show all members" },
  nothing: { zh: "没有资金流水", en: "No transactions" },
  adjust: { zh: "调整余额", en: "Adjust a balance" },
  memberHint: { zh: "输入昵称，从列表中选择", en: "Enter a nickname and choose from the list" },
  memberMissing: { zh: "没有这个成员", en: "No such member" },
  amount: { zh: "金额（元）", en: "Amount" },
  amountHint: { zh: "发放写 5 或 5.00，扣回写 -5.00", en: "5 or 5.00 credits, -5.00 debits" },
  amountWrong: {
    zh: "请填写最多两位小数的金额，例如 5.00 或 -5.00",
    en: "Enter an amount with up to two decimals, such as 5.00 or -5.00",
  },
  reason: { zh: "理由", en: "Reason" },
  reasonHint: {
    zh: "成员会看到，并记入操作日志",
    en: "Shown to the member and written to the operation log",
  },
  balanceOf: {
    zh: (name: string) => `${name} 的余额`,
    en: (name: string) => `${name}’s balance`,
  },
  tooLow: { zh: "余额不能低于零", en: "The balance cannot fall below zero" },
  done: {
    zh: (name: string, balance: string) => `已调整，${name} 的余额为 ${balance}`,
    en: (name: string, balance: string) => `Done. ${name}’s balance is now ${balance}.`,
  },
});
