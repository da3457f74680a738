import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the editor of the sign-in fields. */
export const signInFieldsTexts = defineTexts({
  count: {
    zh: (count: number) => `共 ${count} 个字段`,
    en: (count: number) => plural(count, "field"),
  },
  nameNeeded: { zh: "请填写名称", en: "It needs a name" },
  fields: { zh: "注册扩展信息", en: "Sign-in fields" },
  intro: {
    zh: "新成员注册后需要填写的信息。要启用，请在“设置 · 注册”里打开“注册扩展信息”。",
    en: "What new members are asked after they register. It is switched on in the settings, under Registration.",
  },
  toSettings: { zh: "去设置", en: "To the settings" },
  add: { zh: "添加字段", en: "Add a field" },
  name: { zh: "名称", en: "Name" },
  type: { zh: "类型", en: "Kind" },
  description: { zh: "说明", en: "Explanation" },
  options: { zh: "选项（每行一个）", en: "Choices, one per line" },
  required: { zh: "必填", en: "Required" },
  enabled: { zh: "启用", en: "In use" },
  TEXT: { zh: "单行文字", en: "Text" },
  TEXTAREA: { zh: "多行文字", en: "Long text" },
  RADIO: { zh: "单选", en: "One choice" },
  CHECKBOX: { zh: "多选", en: "Several choices" },
  IMAGE: { zh: "图片", en: "Picture" },
  ATTACHMENT: { zh: "附件", en: "File" },
  up: { zh: (name: string) => `上移“${name}”`, en: (name: string) => `Move “${name}” up` },
  down: { zh: (name: string) => `下移“${name}”`, en: (name: string) => `Move “${name}” down` },
  remove: { zh: (name: string) => `删除“${name}”`, en: (name: string) => `Delete “${name}”` },
  newField: { zh: "新字段", en: "New field" },
  nothing: { zh: "还没有字段", en: "There are no fields yet" },
  gone: { zh: "（删除）", en: "(deleted)" },
  isNew: { zh: "（新增）", en: "(new)" },
  position: { zh: (place: number) => `第 ${place} 位`, en: (place: number) => `place ${place}` },
});
