import { defineTexts } from "../i18n/texts.ts";

/** Texts of what stands where something could not be shown. */
export const failureTexts = defineTexts({
  deniedTitle: { zh: "没有权限查看", en: "You don’t have access to this page" },
  why: { zh: "为什么", en: "Why" },
  who: { zh: "谁可以", en: "Who has access" },
  what: { zh: "怎么办", en: "What to do" },
  whoMembers: { zh: "已登录的成员。", en: "Signed-in members." },
  whoGrant: {
    zh: (permission: string) => `拥有 ${permission} 权限的用户组，以及管理员。`,
    en: (permission: string) => `Groups with the permission ${permission}, and administrators.`,
  },
  whoAdmins: {
    zh: "获得授权的用户组，以及管理员。",
    en: "Groups with the required permission, and administrators.",
  },
  whoStanding: {
    zh: "注册已通过审核、资料齐全、没有被禁用的成员。",
    en: "Members with an approved and complete registration who are not banned.",
  },
  whatStanding: {
    zh: "账号的情况和可以做的事在详情页。",
    en: "See your account’s status and what you can do.",
  },
  whatVisitor: {
    zh: "登录后会回到这个页面；还没有账号可以注册。",
    en: "Sign in to return to this page, or register if you have no account yet.",
  },
  whatMember: {
    zh: "请联系管理员，并附上请求编号。",
    en: "Contact an administrator and quote the request ID.",
  },
});
