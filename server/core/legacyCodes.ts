/** A number of the legacy envelope: its meaning, and what clients of the predecessor do when they read it. */
export interface LegacyCode {
  readonly zh: string;
  readonly en: string;
  /** Cases in which a server answers it. */
  readonly where: string;
  readonly client: string;
  /** This server never answers it; clients of the predecessor know it. */
  readonly unused?: true;
}

const MESSAGE = "Shows the message.";
const entry = (zh: string, en: string, where: string, client = MESSAGE): LegacyCode => ({
  zh,
  en,
  where,
  client,
});
const never = (zh: string, en: string, where: string, client = MESSAGE): LegacyCode => ({
  ...entry(zh, en, where, client),
  unused: true,
});
const WECHAT_UNUSED = never(
  "微信登录或绑定失败",
  "Signing in by WeChat, or binding it, failed.",
  "QR codes and calls of WeChat.",
);
const WECHAT_SETTINGS = never("微信配置错误", "WeChat is not configured.", "Sign-in by WeChat.");

/** Every number of the envelope (spec §8, legacy-facts 5.9), for the page that shows them. */
export const LEGACY_CODES: Readonly<Record<number, LegacyCode>> = {
  0: entry("接口调用成功", "Success.", "Every call that succeeds.", "Reads Data."),
  [-1]: never(
    "其他错误",
    "Any other failure of the transport.",
    "In clients: the request failed, but not by a time-out.",
  ),
  [-500]: never("请求超时", "The request took too long.", "In clients: no answer within 1000 or 30000 ms."),
  [-2001]: entry("微信登录未开启", "WeChat is switched off.", "Sign-in by WeChat."),
  [-2002]: WECHAT_SETTINGS,
  [-2003]: WECHAT_SETTINGS,
  [-2004]: WECHAT_SETTINGS,
  [-3001]: entry(
    "跳转到登录页",
    "Sign-in needed.",
    "Calls of members, made by visitors.",
    "Saves the address, goes to /user/login.",
  ),
  [-3002]: never(
    "跳转到注册页",
    "Registration needed.",
    "Binding an account that has yet to be registered.",
    "Saves the address, goes to /user/register.",
  ),
  [-3003]: entry(
    "跳转到审核页",
    "Under review.",
    "Calls of members whose registration is still reviewed; looking around is not one.",
    "Goes to /user/status?statusCode=2.",
  ),
  [-3004]: never("跳转到首页", "Not here.", "Pages that are for visitors only.", "Goes to /."),
  [-3005]: entry(
    "站点已关闭",
    "Site closed; Data has the detail.",
    "Every call while the site is closed, but signing in; administrators are let through.",
    "Goes to /close.",
  ),
  [-3006]: entry(
    "跳转到站点付费页",
    "Joining costs something.",
    "Calls of who has not joined a paid site, but those for signing in, joining and the own account.",
    "Saves the address, goes to /forum/partner-invite.",
  ),
  [-3007]: entry(
    "跳转到扩展字段页",
    "Sign-in fields are missing.",
    "Calls of members who have yet to fill in the sign-in fields.",
    "Saves the address, goes to /user/supplementary.",
  ),
  [-4001]: entry(
    "参数错误",
    "A parameter is not valid.",
    "Parameters that are missing, of a wrong type or out of range; words that the site does not allow.",
  ),
  [-4002]: entry(
    "没有权限",
    "Not allowed.",
    "Calls for administrators, made by others; actions without the permission; unreadnotification for visitors.",
    "Shows the message; for thread.list without a sign-in, goes to the login page.",
  ),
  [-4003]: entry(
    "资源已存在",
    "Exists already.",
    "Names and levels of groups that are taken; following somebody twice.",
  ),
  [-4004]: entry(
    "资源不存在",
    "Does not exist.",
    "Ids and calls that do not exist, or that are hidden from whoever asks.",
    "Shows /404.",
  ),
  [-4005]: entry(
    "资源已被占用",
    "Still in use.",
    "Things that others still need, such as the last administrator; changes that overtook each other.",
  ),
  [-4006]: never("内容被禁用", "Content banned.", "Content that was banned after it was written."),
  [-4007]: entry(
    "审核不通过",
    "Registration refused.",
    "Calls of members whose registration was refused; Data has id, userName and rejectReason.",
    "Goes to /user/status with the reason.",
  ),
  [-4008]: entry("忽略审核", "Registration ignored.", "Calls of members whose registration was passed over."),
  [-4009]: entry(
    "用户已被封禁",
    "Banned; Data has banReason.",
    "Calls and sign-ins of banned members.",
    "Goes to /user/status with the reason.",
  ),
  [-4010]: never("资源已过期", "Expired.", "Links and codes that lasted for a time."),
  [-4011]: entry(
    "无效token",
    "The token is not valid.",
    "A token in header, cookie or query that no session knows.",
    "Forgets the sign-in and loads again.",
  ),
  [-4013]: entry("帖子已锁定", "The thread is locked; Data has lockReason.", "Replies to a locked thread."),
  [-5001]: entry("网络错误", "Not possible now.", "Blocking oneself; paying more than is there."),
  [-5002]: entry(
    "内部错误",
    "Internal error, or too many attempts.",
    "Rate limits, the pause between replies to a thread, overload, and mistakes of this program, which its log has under the RequestId.",
    "Always shows a notice.",
  ),
  [-5003]: entry("数据库异常", "Database error.", "A database that does not answer."),
  [-5004]: entry(
    "外部接口错误",
    "External service error.",
    "Codes by text message that the provider does not take; Tencent's captcha while it does not answer.",
  ),
  [-5005]: never(
    "审核服务错误",
    "The check of content failed.",
    "The check of texts and pictures by a service.",
  ),
  [-6001]: entry(
    "没有这个接口",
    "No such call.",
    "Calls that no row answers; −4004 would send clients to their page for what does not exist.",
  ),
  [-6002]: never("调试错误", "Debug error.", "Debugging the predecessor."),
  [-7001]: WECHAT_UNUSED,
  [-7002]: WECHAT_UNUSED,
  [-7003]: WECHAT_UNUSED,
  [-7004]: WECHAT_UNUSED,
  [-7005]: WECHAT_UNUSED,
  [-7006]: entry("微信已绑定其他账号", "Another member has this WeChat account.", "Binding WeChat."),
  [-7007]: entry("账号已绑定其他微信", "The account has another WeChat account.", "Binding WeChat."),
  [-7008]: WECHAT_UNUSED,
  [-7009]: WECHAT_UNUSED,
  [-7010]: WECHAT_UNUSED,
  [-7011]: WECHAT_UNUSED,
  [-7012]: WECHAT_UNUSED,
  [-7013]: WECHAT_UNUSED,
  [-7014]: WECHAT_UNUSED,
  [-7015]: WECHAT_UNUSED,
  [-7016]: entry("微信未绑定账号", "Nobody has bound this WeChat account.", "A mini-program signs in."),
  [-7017]: WECHAT_UNUSED,
  [-7031]: entry(
    "手机号未绑定或验证失败",
    "No account has this phone number.",
    "A proof or a new password by phone.",
  ),
  [-7032]: entry("站点已关闭注册", "Registration is closed.", "Registering while the site takes nobody new."),
  [-7034]: never("新旧密码不能相同", "The new password is the old one.", "users/update.user."),
  [-7040]: entry(
    "登录失败",
    "Wrong name or password.",
    "users/username.login; after five failures of one name for 15 minutes.",
  ),
  [-7041]: entry("名称长度超过限制", "The name is too long.", "Names of more than 15 characters."),
  [-7042]: entry("名称已被占用", "The name is taken.", "User names and nicknames of others."),
  [-7057]: entry(
    "名称含敏感词",
    "The name is not allowed.",
    "Nicknames with words that the site does not allow.",
  ),
  [-7058]: entry("签名长度超过限制", "The signature is too long.", "Signatures."),
  [-7059]: entry("不能关注自己", "Following oneself.", "follow.create with oneself."),
  [-7060]: entry("关注用户不存在", "No such member to follow.", "follow.create with an unknown id."),
  [-7061]: entry(
    "对方已将你屏蔽",
    "The member has blocked you.",
    "follow.create and messages to whoever blocks the sender.",
  ),
  [-7062]: never(
    "登录失败",
    "Signing in is not possible.",
    "Signing in at the administration of the predecessor.",
  ),
  [-7068]: entry(
    "你已屏蔽对方",
    "You have blocked the member.",
    "follow.create and messages to whom the sender blocks.",
  ),
  [-7069]: never("密码不能包含空格", "Passwords hold no blanks.", "users/username.register."),
  [-7073]: never("用户名不能包含空格", "User names hold no blanks.", "users/username.register."),
  [-7075]: never("图片含敏感内容", "The picture is not allowed.", "users/avatar and users/background."),
  [-7076]: entry(
    "分类不存在",
    "No such category.",
    "thread.create and thread.update in a category that does not exist or is hidden.",
  ),
  [-7078]: entry("手机号格式错误", "This is no phone number.", "Codes by text message."),
  [-7082]: never("附件分享已失效", "The link to the file is no longer valid.", "attachment.download."),
  [-7083]: never("附件下载次数已达上限", "No more downloads today.", "attachment.download."),
  [-7084]: never("附件审核中", "The file is still reviewed.", "attachment.download."),
  [-8000]: entry(
    "需要绑定微信",
    "WeChat must be bound.",
    "Publishing, where the group asks for WeChat.",
    "Goes to /user/wx-bind-qrcode.",
  ),
  [-8001]: entry(
    "需要绑定手机",
    "A phone must be bound.",
    "Publishing, where the group asks for a phone.",
    "Goes to /user/bind-phone.",
  ),
  [-9001]: entry("短信未开启", "Text messages are off.", "Codes by text message."),
  [-9002]: entry("验证码错误", "Wrong code.", "Codes by mail and text message, and second factors."),
  [-9003]: entry("验证码已过期", "The code has expired.", "Codes by mail and text message."),
  [-10000]: never("支付失败", "The payment failed.", "Paying."),
  [-10001]: never("当前站点未安装", "Not installed.", "A server without a database.", "Goes to /no-install."),
  [-11000]: entry(
    "私信已被禁用",
    "Messages are switched off.",
    "dialog.create and dialog/message.create while the setting or the stop word {1} says so.",
  ),
};
