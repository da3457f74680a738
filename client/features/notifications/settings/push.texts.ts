import { defineTexts } from "../../../i18n/texts.ts";

/** Texts of notifications that are pushed to browsers. */
export const pushTexts = defineTexts({
  title: { zh: "浏览器推送", en: "Browser push notifications" },
  looking: { zh: "正在检查这个浏览器…", en: "Checking this browser…" },
  on: {
    zh: "这个浏览器会显示通知，即使没有打开本站。",
    en: "This browser shows notifications even when the site is closed.",
  },
  off: {
    zh: "开启后，即使没有打开本站，这个浏览器也会显示通知。",
    en: "Turn on to receive notifications here even when the site is closed.",
  },
  blocked: {
    zh: "你在浏览器里禁止了本站的通知。请点击地址栏左侧的站点图标，把“通知”改为“允许”，然后刷新页面。",
    en: "Your browser blocks notifications from this site. Click the icon to the left of the address, set “Notifications” to “Allow” and reload the page.",
  },
  install: {
    zh: "在 iPhone 或 iPad 上，请先用“分享”菜单把本站添加到主屏幕，再从主屏幕打开。",
    en: "On iPhone and iPad, first add the site to your home screen from the share menu, then open it from there.",
  },
  insecure: {
    zh: "推送需要安全连接（https），本站现在没有使用。",
    en: "Push notifications need a secure connection (https), which this site does not use.",
  },
  unsupported: {
    zh: "这个浏览器不支持推送（无痕窗口里通常也不支持）。",
    en: "This browser does not support push notifications; private windows usually don’t either.",
  },
  turnOn: { zh: "在此浏览器开启", en: "Turn on here" },
  turnOff: { zh: "在此浏览器关闭", en: "Turn off here" },
  turnedOn: { zh: "已开启推送", en: "Push notifications are on for this browser" },
  turnedOff: { zh: "已关闭推送", en: "Push notifications are off for this browser" },
  failed: {
    zh: "浏览器无法连接推送服务，请稍后再试。",
    en: "The browser could not reach its push service. Please try again later.",
  },
  devices: { zh: "接收推送的设备", en: "Devices with push notifications" },
  here: { zh: "当前浏览器", en: "This browser" },
  unknown: { zh: "未知设备", en: "Unknown device" },
  since: { zh: "开启于", en: "Turned on" },
  lastUsed: { zh: "上次推送", en: "Last notification" },
  remove: { zh: "移除", en: "Remove" },
  removeOf: { zh: (name: string) => `移除 ${name}`, en: (name: string) => `Remove ${name}` },
  removed: { zh: "已移除设备", en: "Device removed" },
});
