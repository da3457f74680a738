import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the page about the forum. */
export const forumTexts = defineTexts({
  title: { zh: "站点信息", en: "About this forum" },
  welcome: { zh: "欢迎来到这里。", en: "Welcome." },
  facts: { zh: "站点概况", en: "At a glance" },
  owner: { zh: "站长", en: "Owner" },
  contact: { zh: "联系", en: "Contact" },
  writeToOwner: { zh: "给站长发私信", en: "Write to the owner" },
  agreements: { zh: "协议", en: "Agreements" },
  nobody: { zh: "还没有站长", en: "None yet" },
  founded: { zh: "创建时间", en: "Founded" },
  members: { zh: "成员", en: "Members" },
  threads: { zh: "帖子", en: "Threads" },
  replies: { zh: "回复", en: "Replies" },
  mode: { zh: "站点模式", en: "Mode" },
  modePublic: { zh: "公开", en: "Public" },
  modePay: { zh: (price: string) => `付费加入（¥${price}）`, en: (price: string) => `Paid (¥${price})` },
  registration: { zh: "注册", en: "Registration" },
  open: { zh: "开放", en: "Open" },
  closed: { zh: "关闭", en: "Closed" },
  version: { zh: "版本", en: "Version" },
  role: { zh: "我的角色与权限", en: "My role and permissions" },
  roleIs: { zh: "我的用户组", en: "My group" },
  visitor: { zh: "登录后可以做更多事情。", en: "Sign in to do more." },
  signIn: { zh: "登录", en: "Sign in" },
  may: { zh: "可以", en: "You may" },
  mayNot: { zh: "不可以", en: "You may not" },
  active: { zh: "活跃成员", en: "Active members" },
});

interface Right {
  key: string;
  zh: string;
  en: string;
}

/** Permissions as sentences that follow “you may”, in the order of a visit: read, write, attach, react, moderate. */
export const RIGHTS: readonly { zh: string; en: string; rights: readonly Right[] }[] = [
  {
    zh: "浏览",
    en: "Reading",
    rights: [
      { key: "viewThreads", zh: "查看帖子列表", en: "see lists of threads" },
      { key: "thread.viewPosts", zh: "阅读帖子和回复", en: "read threads and replies" },
      { key: "thread.viewAttachment", zh: "查看附件", en: "see files" },
      { key: "thread.downloadAttachment", zh: "下载附件", en: "download files" },
      { key: "thread.viewVideo", zh: "观看视频", en: "watch videos" },
      { key: "thread.freeViewPosts", zh: "免费阅读付费内容", en: "read paid content for free" },
      { key: "user.view", zh: "查看其他成员", en: "see other members" },
    ],
  },
  {
    zh: "发布",
    en: "Writing",
    rights: [
      { key: "createThread", zh: "发帖", en: "publish threads" },
      { key: "thread.reply", zh: "回复", en: "reply" },
      { key: "thread.editOwnThreadOrPost", zh: "编辑自己的内容", en: "edit what you wrote" },
      { key: "thread.hideOwnThreadOrPost", zh: "删除自己的内容", en: "delete what you wrote" },
      { key: "thread.allowAnonymous", zh: "匿名发布", en: "write anonymously" },
      { key: "thread.insertImage", zh: "插入图片", en: "insert pictures" },
      { key: "thread.insertAttachment", zh: "插入附件", en: "attach files" },
      { key: "thread.insertVideo", zh: "插入视频", en: "insert videos" },
      { key: "thread.insertAudio", zh: "插入音频", en: "insert sound" },
      { key: "thread.insertPosition", zh: "插入位置", en: "add a place" },
      { key: "thread.insertVote", zh: "发起投票", en: "ask for votes" },
      { key: "thread.insertGoods", zh: "插入商品", en: "insert goods" },
      { key: "thread.insertPay", zh: "发布付费内容", en: "publish paid content" },
      { key: "thread.insertReward", zh: "悬赏提问", en: "offer rewards" },
      { key: "thread.insertRedPacket", zh: "发红包", en: "give red packets" },
    ],
  },
  {
    zh: "互动",
    en: "Taking part",
    rights: [
      { key: "thread.likePosts", zh: "点赞", en: "like" },
      { key: "report.trusted", zh: "举报加倍计分", en: "report with double weight" },
      { key: "thread.favorite", zh: "收藏帖子", en: "bookmark threads" },
      { key: "userFollow.create", zh: "关注成员", en: "follow members" },
      { key: "dialog.create", zh: "发私信", en: "send private messages" },
      { key: "other.canInviteUserScale", zh: "邀请成员加入", en: "invite others" },
      { key: "order.create", zh: "下单购买", en: "place orders" },
      { key: "trade.pay.order", zh: "支付订单", en: "pay orders" },
      { key: "cash.create", zh: "申请提现", en: "withdraw money" },
    ],
  },
  {
    zh: "管理",
    en: "Moderating",
    rights: [
      { key: "thread.sticky", zh: "置顶帖子", en: "pin threads" },
      { key: "thread.essence", zh: "设为精华", en: "feature threads" },
      { key: "thread.poster", zh: "生成海报", en: "make posters" },
      { key: "thread.edit", zh: "编辑任何帖子", en: "edit any thread" },
      { key: "thread.hide", zh: "删除任何帖子", en: "delete any thread" },
      { key: "thread.hidePosts", zh: "删除任何回复", en: "delete any reply" },
    ],
  },
];
