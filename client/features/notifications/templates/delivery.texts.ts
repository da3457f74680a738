import { defineTexts } from "../../../i18n/texts.ts";

const ERRORS: Readonly<Record<string, { zh: string; en: string }>> = {
  NOT_CONFIGURED: {
    zh: "此渠道还没有配置好，请到设置里填写",
    en: "This channel is not set up; see the settings",
  },
  NO_ADDRESS: { zh: "你的账号还没有此渠道的地址", en: "Your account has no address for this channel" },
  UNKNOWN: { zh: "发送失败", en: "It could not be sent" },
};

/** Texts of trying and of the delivery log. */
export const deliveryTexts = defineTexts({
  log: { zh: "投递记录", en: "Delivery log" },
  test: { zh: "发给自己试试", en: "Send it to me" },
  testUnsaved: { zh: "先保存，再试发", en: "Save first, then send it" },
  testSent: {
    zh: (address: string) => (address ? `已发送到 ${address}` : "已发送，请到消息中心查看"),
    en: (address: string) => (address ? `Sent to ${address}` : "Sent: see your messages"),
  },
  errorOf: {
    zh: (code: string) => ERRORS[code]?.zh ?? `发送失败：${code}`,
    en: (code: string) => ERRORS[code]?.en ?? `It could not be sent: ${code}`,
  },
  state: { zh: "状态", en: "State" },
  channel: { zh: "渠道", en: "Channel" },
  all: { zh: "全部", en: "All" },
  PENDING: { zh: "等待", en: "Waiting" },
  SENT: { zh: "已发送", en: "Sent" },
  CANCELLED: { zh: "已取消", en: "Cancelled" },
  FAILED: { zh: "失败", en: "Failed" },
  SUPPRESSED: { zh: "已停发", en: "Suppressed" },
  recipient: { zh: "接收者", en: "Recipient" },
  notification: { zh: "通知", en: "Notification" },
  due: { zh: "时间", en: "When" },
  attempts: { zh: (count: number) => `${count} 次`, en: (count: number) => `${count} tries` },
  nothing: { zh: "没有投递记录", en: "Nothing was delivered" },
  nothingText: {
    zh: "站内以外的通知发出后会记在这里，内容和完整地址不会记录。",
    en: "What leaves the site is noted here, without its text and with most of the address hidden.",
  },
  retry: { zh: "再试一次", en: "Try again" },
  retried: { zh: "已重新排队", en: "It waits for another try" },
});
