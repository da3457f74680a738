/**
 * Older and newer names of calls, with the row that answers them: the administration of the predecessor calls the third
 * version, whose contract the documented calls have (legacy-facts 0.2).
 */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ["POST /api/backAdmin/permission.update", "POST /api/permission.v2"],
  ["POST /api/backAdmin/settings.create", "POST /api/settings.v2"],
  ["GET /api/backAdmin/settings", "GET /api/settings.v2"],
  ["POST /api/backAdmin/settings/delete.logo", "POST /api/settings/delete.logo.v2"],
  ["POST /api/backAdmin/settings/logo", "POST /api/settings/logo.v2"],
  ["POST /api/backAdmin/groups.batchupdate", "POST /api/groups/batchupdate.v2"],
  ["POST /api/backAdmin/groups.create", "POST /api/groups.create.v2"],
  ["POST /api/backAdmin/groups.batchdelete", "POST /api/groups.batchdelete.v2"],
  ["GET /api/backAdmin/groups.resource", "GET /api/group.resource.v2"],
  ["GET /api/backAdmin/groups.list", "GET /api/groups.list.v2"],
  ["GET /api/backAdmin/signinfields.list", "GET /api/admin/signinfields.list.v2"],
  ["POST /api/backAdmin/signinfields.create", "POST /api/admin/signinfields.create.v2"],
  ["GET /api/v3/user/signinfields.list", "GET /api/user/signinfields.list.v2"],
  ["GET /api/backAdmin/user/signinfields", "GET /api/user/signinfields.list.v2"],
  ["GET /api/backAdmin/stopwords.list", "GET /api/stop-words.v2"],
  ["POST /api/backAdmin/stopwords.batch", "POST /api/stop-words/batch.v2"],
  ["POST /api/backAdmin/stopwords.delete", "DELETE /api/stop-words.v2"],
  ["GET /api/backAdmin/statistic.finance", "GET /api/statistic/finance.v2"],
  ["GET /api/backAdmin/statistic.financeChart", "GET /api/statistic/financeChart.v2"],
  ["GET /api/backAdmin/notification/tpl/detail", "GET /api/notification.v2/tpl/detail"],
  ["GET /api/backAdmin/siteinfo", "GET /api/siteinfo.v2"],
]);
