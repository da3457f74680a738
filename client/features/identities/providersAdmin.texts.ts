import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the administration of sign-in providers. */
export const providersAdminTexts = defineTexts({
  caption: { zh: "登录方式", en: "Sign-in providers" },
  lead: {
    zh: "让成员用公司或学校的账号登录（OpenID Connect）。在对方那里把回调地址登记为：",
    en: "Members sign in by accounts of a company or school (OpenID Connect). Register this address there for coming back:",
  },
  none: { zh: "还没有登录方式", en: "No provider yet" },
  noneText: {
    zh: "添加之后，成员可以用公司或学校的账号登录。",
    en: "Once one is added, members can sign in with the account of their company or school.",
  },
  add: { zh: "添加登录方式", en: "Add a provider" },
  edit: { zh: "编辑", en: "Edit" },
  editOf: { zh: (name: string) => `编辑「${name}」`, en: (name: string) => `Edit “${name}”` },
  remove: { zh: "删除", en: "Delete" },
  removeOf: { zh: (name: string) => `删除「${name}」？`, en: (name: string) => `Delete “${name}”?` },
  removeText: { zh: "还有成员通过它登录时不能删除。", en: "Not possible while members are connected by it." },
  removed: { zh: "已删除", en: "Deleted" },
  saved: { zh: "已保存", en: "Saved" },
  actions: { zh: "操作", en: "Actions" },
  label: { zh: "按钮上的名称", en: "Name on the button" },
  color: { zh: "颜色", en: "Colour" },
  colorHint: { zh: "按钮上圆点的颜色，可留空", en: "Of the dot on the button; may stay empty" },
  issuer: { zh: "发行方地址", en: "Issuer" },
  issuerHint: {
    zh: "例如 https://accounts.example.com，其余信息自动读取",
    en: "Such as https://accounts.example.com; the rest is read from there",
  },
  clientId: { zh: "客户端 ID", en: "Client id" },
  clientSecret: { zh: "客户端密钥", en: "Client secret" },
  secretKept: { zh: "已保存；留空则不变", en: "Stored; leave it empty to keep it" },
  scopes: { zh: "权限范围", en: "Scopes" },
  needsVerifiedEmail: { zh: "只接受已验证的邮箱", en: "Verified addresses only" },
  mayRegister: { zh: "可以用它注册", en: "May register" },
  isEnabled: { zh: "启用", en: "On" },
  on: { zh: "是", en: "Yes" },
  off: { zh: "否", en: "No" },
  changed: { zh: "新的密钥", en: "a new one" },
  needed: { zh: "请填写此项", en: "Please fill this in" },
});
