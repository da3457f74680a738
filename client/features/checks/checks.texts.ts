import { defineTexts } from "../../i18n/texts.ts";

/** Texts about checks of content by an outside service. */
export const checkTexts = defineTexts({
  passed: { zh: (service: string) => `${service}：通过`, en: (service: string) => `${service}: passed` },
  review: {
    zh: (service: string) => `${service}：建议人工审核`,
    en: (service: string) => `${service}: people should look at it`,
  },
  block: {
    zh: (service: string) => `${service}：违规`,
    en: (service: string) => `${service}: against its rules`,
  },
  waiting: { zh: "还在等待审核服务的结果", en: "The outside service has not answered yet" },
  failed: { zh: "审核服务多次没有回答", en: "The outside service did not answer" },
  picture: { zh: (label: string) => `图片：${label}`, en: (label: string) => `Picture: ${label}` },
  words: { zh: (words: string) => `命中：${words}`, en: (words: string) => `Words: ${words}` },
  separator: { zh: "、", en: ", " },
  trial: { zh: "试一试", en: "Try it" },
  sample: { zh: "示例文字", en: "Sample text" },
  sampleText: {
    zh: "加微信 abc123，免费领取内部资料，日赚千元！",
    en: "Add me on WeChat: abc123. Free files, earn a thousand a day!",
  },
  trialUnsaved: { zh: "请先保存设置", en: "Save the settings first" },
  problem: {
    zh: (code: string) => `服务没有给出结果：${code}`,
    en: (code: string) => `The service gave no answer: ${code}`,
  },
  notConfigured: {
    zh: "没有选择服务，或者它的设置还不完整",
    en: "No service is chosen, or its settings are not complete",
  },
  duration: { zh: (ms: number) => `· 用时 ${ms} 毫秒`, en: (ms: number) => `· ${ms} ms` },
});

/** Names of services. */
export const serviceTexts = defineTexts({
  TENCENT: { zh: "腾讯云", en: "Tencent Cloud" },
  ALIYUN: { zh: "阿里云", en: "Alibaba Cloud" },
  OWN: { zh: "自有服务", en: "Own service" },
});

/** Subjects of findings. */
export const labelTexts = defineTexts({
  ADVERT: { zh: "广告", en: "Advertising" },
  PORN: { zh: "色情", en: "Pornography" },
  POLITICS: { zh: "涉政", en: "Politics" },
  VIOLENCE: { zh: "暴恐", en: "Violence" },
  ABUSE: { zh: "辱骂", en: "Abuse" },
  ILLEGAL: { zh: "违法", en: "Illegal" },
  CUSTOM: { zh: "自定义词库", en: "Own list" },
  OTHER: { zh: "其他", en: "Other" },
});
