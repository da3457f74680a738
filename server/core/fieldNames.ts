/** Name of a field in both languages, as the subject of a sentence. */
export interface FieldName {
  readonly zh: string;
  readonly en: string;
}

const named = (zh: string, en: string): FieldName => ({ zh, en });

/** Names under which pages show the fields that people fill in. */
const NAMES: ReadonlyMap<string, FieldName> = new Map([
  ["address", named("地址", "The address")],
  ["after", named("分页游标", "The cursor")],
  ["amount", named("金额", "The amount")],
  ["amountCents", named("金额", "The amount")],
  ["answer", named("回答", "The answer")],
  ["answers", named("注册信息", "The answer")],
  ["appKey", named("原站密钥", "The key")],
  ["attachmentIds", named("附件", "The list of files")],
  ["attachmentPrice", named("附件价格", "The price of the files")],
  ["attachmentPriceCents", named("附件价格", "The price of the files")],
  ["body", named("内容", "The text")],
  ["bounty", named("悬赏", "The bounty")],
  ["cashApplyAmount", named("提现金额", "The amount")],
  ["choices", named("选项", "The list of choices")],
  ["chosen", named("选项", "The choice")],
  ["color", named("颜色", "The colour")],
  ["connection", named("数据库连接", "The database connection")],
  ["content", named("内容", "The text")],
  ["contentRange", named("审核范围", "The range of contents")],
  ["count", named("数量", "The number")],
  ["days", named("天数", "The number of days")],
  ["description", named("描述", "The description")],
  ["detail", named("详细说明", "The detail")],
  ["fee", named("费用", "The fee")],
  ["fieldsDesc", named("字段说明", "The description of the field")],
  ["fieldsExt", named("字段选项", "The choices of the field")],
  ["fileIds", named("附件", "The list of files")],
  ["freePercent", named("免费比例", "The free part")],
  ["gifts", named("红包、悬赏与问题", "The gift")],
  ["icon", named("图标", "The icon")],
  ["latitude", named("纬度", "The latitude")],
  ["likes", named("点赞数", "The number of likes")],
  ["location", named("位置", "The place")],
  ["longitude", named("经度", "The longitude")],
  ["maxUses", named("使用次数", "The number of uses")],
  ["message", named("内容", "The text")],
  ["messageText", named("内容", "The text")],
  ["name", named("名称", "The name")],
  ["nameEn", named("英文名称", "The English name")],
  ["nameZh", named("中文名称", "The Chinese name")],
  ["nickname", named("昵称", "The nickname")],
  ["notice", named("提示", "The notice")],
  ["place", named("位置", "The place")],
  ["position", named("位置", "The place")],
  ["price", named("价格", "The price")],
  ["priceCents", named("价格", "The price")],
  ["query", named("搜索内容", "The query")],
  ["question", named("问题", "The question")],
  ["reason", named("理由", "The reason")],
  ["redPacket", named("红包", "The red packet")],
  ["remark", named("备注", "The remark")],
  ["replacement", named("替换词", "The replacement")],
  ["rewards", named("悬赏金额", "The bounty")],
  ["scale", named("比例", "The share")],
  ["signature", named("签名", "The signature")],
  ["siteFolder", named("附件文件夹", "The folder of files")],
  ["sort", named("排序", "The position")],
  ["source", named("原论坛程序", "The program of the old forum")],
  ["status", named("状态", "The state")],
  ["text", named("内容", "The text")],
  ["threshold", named("数量", "The number")],
  ["timeRange", named("有效天数", "The number of days")],
  ["timeZone", named("时区", "The time zone")],
  ["title", named("标题", "The title")],
  ["type", named("类型", "The type")],
  ["userId", named("用户", "The member")],
  ["username", named("用户名", "The username")],
  ["value", named("值", "The value")],
]);

/** Gives the name of a field for a message about it; one that only programs fill in keeps its own. */
export function nameOfField(field: string): FieldName {
  return NAMES.get(field.slice(field.lastIndexOf(".") + 1)) ?? named(field, field);
}
