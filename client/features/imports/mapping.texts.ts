import { plural } from "../../i18n/plural.ts";
import { defineTexts } from "../../i18n/texts.ts";

/** Texts of deciding on the groups and categories of a community that moves in. */
export const mappingTexts = defineTexts({
  title: { zh: "用户组和板块", en: "Groups and categories" },
  lead: {
    zh: "可以在迁入前合并用户组和板块。保存后由“开始迁入”应用；原论坛不受影响。",
    en: "You can merge groups and categories before they come. Saved choices are applied when the import starts; the old forum is not affected.",
  },
  groups: { zh: "用户组", en: "Groups" },
  group: { zh: "用户组", en: "Group" },
  members: { zh: "成员", en: "Members" },
  categories: { zh: "板块", en: "Categories" },
  category: { zh: "板块", en: "Category" },
  threads: { zh: "帖子", en: "Threads" },
  after: { zh: "迁入后", en: "After the import" },
  afterOf: {
    zh: (name: string) => `${name}：迁入后`,
    en: (name: string) => `${name} after the import`,
  },
  asNew: { zh: "新用户组", en: "New group" },
  stays: { zh: "保留", en: "Stays" },
  moveTo: {
    zh: (name: string) => `成员移到“${name}”`,
    en: (name: string) => `Move members to ${name}`,
  },
  keep: { zh: "保留", en: "Keep" },
  admins: { zh: "仅管理员可见", en: "Administrators only" },
  merge: { zh: "并入……", en: "Merge into…" },
  mergeInto: {
    zh: (name: string) => `并入“${name}”`,
    en: (name: string) => `Merge into ${name}`,
  },
  targetOf: {
    zh: (name: string) => `${name}：并入的板块`,
    en: (name: string) => `Category that takes in ${name}`,
  },
  chooseTarget: { zh: "选择板块", en: "Choose a category" },
  targetNeeded: { zh: "请选择要并入的板块", en: "Choose the category to merge it into" },
  newReaders: {
    zh: (names: string) => `合并后还能阅读这些帖子的用户组：${names}`,
    en: (names: string) => `Groups that can also read these threads once they are merged: ${names}`,
  },
  permissions: {
    zh: (count: number) => `权限（${count}）`,
    en: (count: number) => `Permissions (${count})`,
  },
  permissionsOf: {
    zh: (name: string) => `${name}的权限`,
    en: (name: string) => `Permissions of ${name}`,
  },
  permissionOf: {
    zh: (name: string, what: string) => `${name}：${what}`,
    en: (name: string, what: string) => `${name}: ${what}`,
  },
  rows: {
    zh: (count: number) => `${count} 个`,
    en: (count: number) => plural(count, "entry", "entries"),
  },
  unsaved: {
    zh: "请先保存或放弃对用户组和板块的改动。",
    en: "Save or discard your changes to groups and categories first.",
  },
  fileText: {
    zh: "这些决定也可以作为 mapping.json 下载、编辑和上传；命令行（--mapping）用同一种文件。",
    en: "You can also download these choices as mapping.json, edit the file and upload it. The command line takes the same file (--mapping).",
  },
  download: { zh: "下载 mapping.json", en: "Download mapping.json" },
  upload: { zh: "上传 mapping.json", en: "Upload mapping.json" },
  uploaded: { zh: "已保存上传的决定", en: "The uploaded choices are saved" },
});
