import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the operation log. */
export const auditTexts = defineTexts({
  log: { zh: "操作日志", en: "Operation log" },
  when: { zh: "时间", en: "When" },
  who: { zh: "谁", en: "Who" },
  action: { zh: "操作", en: "Action" },
  target: { zh: "对象", en: "Target" },
  details: { zh: "详情", en: "Details" },
  before: { zh: "之前", en: "Before" },
  after: { zh: "之后", en: "After" },
  reason: { zh: "理由", en: "Reason" },
  address: { zh: "地址", en: "Address" },
  requestId: { zh: "请求编号", en: "Request id" },
  program: { zh: "系统", en: "The program" },
  states: { zh: (change: string) => `（${change}）`, en: (change: string) => ` (${change})` },
  operation: { zh: "接口", en: "Operation" },
  anyAction: { zh: "全部操作", en: "All actions" },
  anyTarget: { zh: "对象，如 thread:5", en: "Target, such as thread:5" },
  filter: { zh: "筛选", en: "Filter" },
  verify: { zh: "校验日志", en: "Verify the log" },
  intact: {
    zh: (count: number) => `日志完整，共 ${count} 条`,
    en: (count: number) => `The log is intact: ${count} entries`,
  },
  broken: {
    zh: (id: string) => `日志在第 ${id} 条处被改动`,
    en: (id: string) => `The log was tampered with at entry ${id}`,
  },
  nothing: { zh: "没有记录", en: "There are no entries" },
});
