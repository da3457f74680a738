/** True within WeChat, whose pages ask it directly; false on the server and everywhere else. */
export function isInWechat(): boolean {
  return typeof navigator !== "undefined" && navigator.userAgent.includes("MicroMessenger");
}
