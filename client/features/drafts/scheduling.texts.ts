import { defineTexts } from "../../i18n/texts.ts";

/** Texts of publishing later: the dialog of the time, the list of drafts, and the form. */
export const schedulingTexts = defineTexts({
  schedule: { zh: "定时发布…", en: "Schedule…" },
  title: { zh: "定时发布", en: "Schedule" },
  anotherTime: { zh: "改时间…", en: "Change time…" },
  anotherTimeTitle: { zh: "改发布时间", en: "Change the publishing time" },
  when: { zh: "什么时候发布", en: "When to publish" },
  tonight: { zh: "今晚 20:00", en: "Tonight 20:00" },
  tomorrow: { zh: "明天 08:00", en: "Tomorrow 08:00" },
  monday: { zh: "下周一 08:00", en: "Next Monday 08:00" },
  own: { zh: "自定义", en: "Own time" },
  time: { zh: "发布时间", en: "Publishing time" },
  timeHint: { zh: "5 分钟以后，一年以内", en: "From 5 minutes to one year from now" },
  tooEarly: { zh: "请选择至少 5 分钟以后的时间", en: "Choose a time at least 5 minutes from now" },
  tooLate: { zh: "请选择一年之内的时间", en: "Choose a time within one year" },
  note: {
    zh: "到时间会自动发布并通知你；没能发布也会告诉你原因，内容留在草稿里。",
    en: "It is published by itself, and you are notified. If it cannot be published, you are told why and the draft stays.",
  },
  confirm: { zh: "定时发布", en: "Schedule" },
  saveTime: { zh: "保存", en: "Save" },
  scheduled: {
    zh: (time: string) => `将于 ${time} 发布`,
    en: (time: string) => `Will be published ${time}`,
  },
  due: { zh: (time: string) => `将于 ${time} 发布`, en: (time: string) => `Due ${time}` },
  scheduledFor: { zh: (time: string) => `定于 ${time} 发布`, en: (time: string) => `Scheduled for ${time}` },
  scheduledHint: {
    zh: "修改会自动保存，时间不变。",
    en: "Changes are saved automatically; the time stays.",
  },
  refused: {
    zh: (reason: string) => `没有发布：${reason}`,
    en: (reason: string) => `Not published: ${reason}`,
  },
  refusedHint: { zh: "可以修改后再发布或另定时间。", en: "Change it, then publish it or schedule it again." },
  publishNow: { zh: "立即发布", en: "Publish now" },
  publishNowTitle: {
    zh: (name: string) => `立即发布“${name}”？`,
    en: (name: string) => `Publish “${name}” now?`,
  },
  backToDraft: { zh: "改回草稿", en: "Back to draft" },
  isDraft: { zh: "已改回草稿", en: "It is a plain draft again" },
  published: { zh: "发布成功", en: "Published" },
  publishedPending: {
    zh: "已提交，通过审核后其他人才能看到",
    en: "Submitted. Others can see it once it is approved",
  },
  view: { zh: "查看", en: "View" },
  more: { zh: (name: string) => `更多操作：${name}`, en: (name: string) => `More actions: ${name}` },
  delete: { zh: "删除", en: "Delete" },
});
