import { defineTexts } from "../../i18n/texts.ts";

/** Texts of connected accounts. */
export const identitiesTexts = defineTexts({
  title: { zh: "连接的账号", en: "Connected accounts" },
  hint: { zh: "可以用它们登录这个论坛。", en: "Use them to sign in to this forum." },
  connect: { zh: (label: string) => `连接 ${label}`, en: (label: string) => `Connect ${label}` },
  remove: { zh: "断开", en: "Disconnect" },
  removeTitle: { zh: (label: string) => `断开 ${label}？`, en: (label: string) => `Disconnect ${label}?` },
  removeText: { zh: "之后不能再用它登录。", en: "You will no longer be able to sign in with it." },
  removed: { zh: "已断开", en: "Disconnected" },
  wechat: { zh: "微信", en: "WeChat" },
  wechatHint: { zh: "绑定后可以用微信登录。", en: "Connect WeChat to sign in with it." },
  wechatBound: { zh: "可以用它登录这个论坛。", en: "You can sign in with it." },
  wechatBind: { zh: "绑定微信", en: "Connect WeChat" },
  wechatChange: { zh: "换绑微信", en: "Change WeChat account" },
  wechatUnbind: { zh: "解除绑定", en: "Disconnect" },
  wechatRemove: { zh: "解除绑定微信？", en: "Disconnect WeChat?" },
  wechatRemoved: { zh: "已解除绑定", en: "Disconnected" },
});
