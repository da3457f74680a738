import { defineTexts } from "../../i18n/texts.ts";

/** Texts of file uploads. */
export const uploadTexts = defineTexts({
  uploading: {
    zh: (percent: number) => `上传中 ${percent}%`,
    en: (percent: number) => `Uploading ${percent}%`,
  },
  waiting: { zh: "连接已断开，恢复后自动续传", en: "Waiting for the connection" },
  retry: { zh: "重试", en: "Try again" },
  remove: { zh: (name: string) => `移除 ${name}`, en: (name: string) => `Remove ${name}` },
  insert: {
    zh: (name: string) => `把 ${name} 插入正文`,
    en: (name: string) => `Insert ${name} into the text`,
  },
  files: { zh: "已添加的文件", en: "Added files" },
  textPasted: { zh: "已粘贴文字", en: "Pasted as text" },
  pictureInstead: { zh: "改为插入图片", en: "Insert the picture instead" },
  wrongKind: {
    zh: (name: string) => `不能上传这种文件：${name}`,
    en: (name: string) => `This kind of file is not accepted: ${name}`,
  },
  tooLarge: {
    zh: (name: string, size: string) => `${name} 超过了 ${size} 的上限`,
    en: (name: string, size: string) => `${name} is larger than ${size}`,
  },
  tooMany: {
    zh: (count: number) => `最多添加 ${count} 个文件`,
    en: (count: number) => `At most ${count} files`,
  },
});
