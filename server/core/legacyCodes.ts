/** What a number of the legacy envelope means, and what clients of the predecessor do when they read it. */
export interface LegacyCode {
  readonly zh: string;
  readonly en: string;
  readonly client: string;
  /** This server never answers it; clients of the predecessor know it. */
  readonly unused?: true;
}

const message = "Shows the message.";

/** Every number of the envelope (spec §8, legacy-facts 5.9), for the documentation. */
export const LEGACY_CODES: Readonly<Record<number, LegacyCode>> = {
  0: { zh: "接口调用成功", en: "Success.", client: "Reads Data." },
  [-1]: { zh: "其他错误", en: "Any other failure of the transport.", client: message, unused: true },
  [-500]: { zh: "请求超时", en: "The request took too long.", client: message, unused: true },
  [-2001]: { zh: "微信配置错误", en: "WeChat is not configured.", client: message, unused: true },
  [-2002]: { zh: "微信配置错误", en: "WeChat is not configured.", client: message, unused: true },
  [-2003]: { zh: "微信配置错误", en: "WeChat is not configured.", client: message, unused: true },
  [-2004]: { zh: "微信配置错误", en: "WeChat is not configured.", client: message, unused: true },
  [-3001]: { zh: "跳转到登录页", en: "Sign-in needed.", client: "Saves the address, goes to /user/login." },
  [-3002]: {
    zh: "跳转到注册页",
    en: "Registration needed.",
    client: "Saves the address, goes to /user/register.",
    unused: true,
  },
  [-3003]: { zh: "跳转到审核页", en: "Under review.", client: "Goes to /user/status?statusCode=2." },
  [-3004]: { zh: "跳转到首页", en: "Not here.", client: "Goes to /.", unused: true },
  [-3005]: { zh: "站点已关闭", en: "Site closed; Data has the detail.", client: "Goes to /close." },
  [-3006]: {
    zh: "跳转到站点付费页",
    en: "Joining costs something.",
    client: "Saves the address, goes to /forum/partner-invite.",
    unused: true,
  },
  [-3007]: {
    zh: "跳转到扩展字段页",
    en: "Sign-in fields are missing.",
    client: "Saves the address, goes to /user/supplementary.",
  },
  [-4001]: { zh: "参数错误", en: "A parameter is not valid.", client: message },
  [-4002]: { zh: "没有权限", en: "Not allowed.", client: message },
  [-4003]: { zh: "资源已存在", en: "Exists already.", client: message },
  [-4004]: { zh: "资源不存在", en: "Does not exist.", client: "Shows /404." },
  [-4005]: { zh: "资源已被占用", en: "Still in use.", client: message },
  [-4006]: { zh: "内容被禁用", en: "Content banned.", client: message, unused: true },
  [-4007]: { zh: "审核不通过", en: "Registration refused.", client: "Goes to /user/status with the reason." },
  [-4008]: { zh: "忽略审核", en: "Registration ignored.", client: message },
  [-4009]: {
    zh: "用户已被封禁",
    en: "Banned; Data has banReason.",
    client: "Goes to /user/status with the reason.",
  },
  [-4010]: { zh: "资源已过期", en: "Expired.", client: message, unused: true },
  [-4011]: { zh: "无效token", en: "The token is not valid.", client: "Forgets the sign-in and loads again." },
  [-5001]: { zh: "网络错误", en: "Not possible now.", client: message },
  [-5002]: { zh: "内部错误", en: "Internal error, or too many attempts.", client: "Always shows a notice." },
  [-5003]: { zh: "数据库异常", en: "Database error.", client: message },
  [-5004]: { zh: "外部接口错误", en: "External service error.", client: message, unused: true },
  [-5005]: { zh: "审核服务错误", en: "The check of content failed.", client: message, unused: true },
  [-6001]: { zh: "未知错误", en: "Unknown error.", client: message, unused: true },
  [-6002]: { zh: "调试错误", en: "Debug error.", client: message, unused: true },
  [-7032]: { zh: "站点已关闭注册", en: "Registration is closed.", client: message },
  [-7040]: { zh: "登录失败", en: "Wrong name or password.", client: message },
  [-7041]: { zh: "名称长度超过限制", en: "The name is too long.", client: message },
  [-7042]: { zh: "名称已被占用", en: "The name is taken.", client: message },
  [-7057]: { zh: "名称含敏感词", en: "The name is not allowed.", client: message },
  [-7058]: { zh: "签名长度超过限制", en: "The signature is too long.", client: message },
  [-7059]: { zh: "不能关注自己", en: "Following oneself.", client: message },
  [-7060]: { zh: "关注用户不存在", en: "No such member to follow.", client: message },
  [-7061]: { zh: "对方已将你屏蔽", en: "The member has blocked you.", client: message },
  [-7068]: { zh: "你已屏蔽对方", en: "You have blocked the member.", client: message },
  [-7076]: { zh: "分类不存在", en: "No such category.", client: message },
  [-8000]: {
    zh: "需要绑定微信",
    en: "WeChat must be bound.",
    client: "Goes to /user/wx-bind-qrcode.",
    unused: true,
  },
  [-8001]: {
    zh: "需要绑定手机",
    en: "A phone must be bound.",
    client: "Goes to /user/bind-phone.",
    unused: true,
  },
  [-9001]: { zh: "短信未开启", en: "Text messages are off.", client: message, unused: true },
  [-9002]: { zh: "验证码错误", en: "Wrong code.", client: message, unused: true },
  [-9003]: { zh: "验证码已过期", en: "The code has expired.", client: message, unused: true },
  [-10000]: { zh: "支付失败", en: "The payment failed.", client: message, unused: true },
  [-10001]: { zh: "当前站点未安装", en: "Not installed.", client: "Goes to /no-install.", unused: true },
  [-11000]: { zh: "私信已被禁用", en: "Messages are switched off.", client: message },
};
