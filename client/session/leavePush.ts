/**
 * Ends pushing to this browser when somebody signs out or in: what is of one member is not shown to the next. Does
 * nothing, and loads nothing, where nobody has ever turned it on.
 */
export async function leavePush(): Promise<void> {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  await import("../platform/push.ts").then((push) => push.forgetPushPlace()).catch(() => undefined);
}
