import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the page that asks new members what the site wants to know. */
export const supplementaryTexts = defineTexts({
  title: { zh: "完善注册信息", en: "Complete your registration" },
  lead: {
    zh: "这个站点需要新成员填写以下信息，只有你和管理员能看到。",
    en: "New members are asked for this information. Only you and the administrators can see it.",
  },
  leadRefused: {
    zh: "你的注册没有通过审核。修改后重新提交，管理员会再次审核。",
    en: "Your registration was refused. Improve your answers and submit them again for review.",
  },
  reason: { zh: (reason: string) => `原因：${reason}`, en: (reason: string) => `Reason: ${reason}` },
  needsReview: {
    zh: "提交后由管理员审核，通过后就能发布和回复。",
    en: "An administrator will review it. You can take part once it is approved.",
  },
  optional: { zh: (name: string) => `${name}（选填）`, en: (name: string) => `${name} (optional)` },
  required: { zh: "请填写此项", en: "Please fill this in" },
  choose: { zh: "请选择", en: "Please choose" },
  chooseFile: { zh: "请上传", en: "Please add a file" },
  addPicture: { zh: "上传图片", en: "Add a picture" },
  addFile: { zh: "上传文件", en: "Add a file" },
  uploading: { zh: "正在上传…", en: "Uploading…" },
  remove: { zh: (name: string) => `移除 ${name}`, en: (name: string) => `Remove ${name}` },
  tooMany: { zh: (most: number) => `最多 ${most} 个`, en: (most: number) => `At most ${most}` },
  submit: { zh: "提交", en: "Send" },
  nothingTitle: { zh: "没有需要填写的信息", en: "Nothing is missing" },
  nothingText: { zh: "你的注册信息已经完整。", en: "Your registration is complete." },
  reviewedTitle: { zh: "你的注册正在等待审核", en: "Your registration is waiting for review" },
  reviewedText: {
    zh: "信息已经提交，审核期间不能修改。",
    en: "Your answers are being reviewed and cannot be changed at the moment.",
  },
  goOn: { zh: "继续", en: "Continue" },
});
