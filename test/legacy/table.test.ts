import { afterAll, beforeAll, expect, test } from "vitest";
import { Forum } from "../support/forum.ts";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

/** The 23 calls of legacy-facts 2, in their order. */
const DOCUMENTED = [
  "POST /api/permission.v2",
  "POST /api/settings.v2",
  "GET /api/settings.v2",
  "POST /api/settings/delete.logo.v2",
  "POST /api/settings/logo.v2",
  "POST /api/groups/batchupdate.v2",
  "POST /api/groups.create.v2",
  "POST /api/groups.batchdelete.v2",
  "GET /api/group.resource.v2",
  "GET /api/groups.list.v2",
  "GET /api/admin/signinfields.resource.v2",
  "GET /api/admin/signinfields.list.v2",
  "POST /api/admin/signinfields.create.v2",
  "POST /api/admin/signinfields.update.v2",
  "GET /api/user/signinfields.list.v2",
  "GET /api/stop-words.v2",
  "POST /api/stop-words/batch.v2",
  "DELETE /api/stop-words.v2",
  "GET /api/statistic/finance.v2",
  "GET /api/statistic/financeChart.v2",
  "GET /api/notification.v2/tpl",
  "GET /api/notification.v2/tpl/detail",
  "GET /api/siteinfo.v2",
];
/** Routes that a client needs around them, in the form of the third version (legacy-facts 3). */
const EXTENSIONS = [
  "POST /api/backAdmin/notification/tpl/update",
  "GET /api/v3/forum",
  "GET /api/v3/plugin/list",
  "GET /api/v3/plugin/settinginfo",
  "GET /api/v3/user",
  "POST /api/v3/follow.create",
  "POST /api/v3/follow.delete",
  "GET /api/v3/follow.list",
  "POST /api/v3/users/deny.create",
  "POST /api/v3/users/deny.delete",
  "GET /api/v3/users/deny.list",
  "GET /api/v3/invite.link.create",
  "GET /api/v3/invite.users.list",
  "GET /api/v3/users.list",
  "GET /api/v3/upgrade.group",
  "POST /api/v3/order.create",
  "GET /api/v3/order.detail",
  "POST /api/v3/trade/pay/order",
  "GET /api/v3/wallet/user",
  "GET /api/v3/wallet/log",
  "GET /api/v3/wallet/cash",
  "POST /api/v3/wallet/cash",
  "POST /api/v3/users/username.login",
  "POST /api/v3/user/signinfields.create",
  "GET /api/v3/unreadnotification",
  "GET /api/unreadnotification.v2",
  "GET /api/v3/notification",
  "POST /api/v3/notification.delete",
  "GET /api/v3/dialog",
  "POST /api/v3/dialog.create",
  "GET /api/v3/dialog/message",
  "POST /api/v3/dialog/message.create",
  "POST /api/v3/dialog.update",
  "POST /api/v3/dialog.delete",
  "GET /api/v3/dialog.record",
  "GET /api/v3/thread.list",
  "GET /api/v3/thread.detail",
  "POST /api/v3/thread.create",
  "POST /api/v3/thread.update",
  "POST /api/v3/thread.delete",
  "POST /api/v3/threads/operate",
  "GET /api/v3/thread.stick",
  "GET /api/v3/view.count",
  "GET /api/v3/posts.list",
  "POST /api/v3/posts.create",
  "POST /api/v3/posts.update",
  "GET /api/v3/posts.detail",
  "GET /api/v3/posts.reply",
  "POST /api/v3/posts.reward",
  "GET /api/v3/check.user.get.redpacket",
  "GET /api/v3/emoji",
  "GET /api/v3/tom.permissions",
  "GET /api/v3/categories",
  "GET /api/v3/categories.thread",
  "GET /api/v3/thread.typelist",
  "GET /api/v3/thread.recommends",
  "GET /api/v3/thread.likedusers",
  "GET /api/v3/topics.list",
  "POST /api/v3/reports",
  "POST /api/v3/attachments",
  "POST /api/v3/users/avatar",
  "POST /api/v3/users/background",
  "POST /api/v3/users/update.user",
  "POST /api/v3/users/pay-password/reset",
  "POST /api/v3/users/username.register",
  "POST /api/v3/thread.share",
  "GET /api/v3/attachment.share",
  "POST /api/v3/user/thread.stick",
  "POST /api/v3/vote.thread",
  "GET /api/v3/posts.postion",
  "GET /api/v3/invite.detail",
  "GET /api/v3/group.permission.list",
  "POST /api/backAdmin/login",
];

test("the table is the documented list and the named extensions; nothing else", () => {
  const expected = DOCUMENTED.concat(EXTENSIONS);

  expect(DOCUMENTED).toHaveLength(23);
  expect(Object.keys(forum.app.rest.routes).sort()).toEqual(expected.sort());
});

test("nothing of money waits for review while nobody can withdraw", async () => {
  const admin = await forum.admin();
  expect((await admin.rest("GET", "/api/siteinfo.v2")).Data.unapproved.unapprovedMoneys).toBe(0);
});
