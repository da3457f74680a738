import type { Locale } from "./locale.ts";

interface CatalogueEntry {
  /** Number in the REST envelope; spec §8 and the codes of the predecessor. */
  readonly legacy: number;
  readonly zh: string;
  readonly en: string;
}

/** Every error that a caller can meet: name, legacy number, default text in both languages. */
export const ERRORS = {
  LOGIN_REQUIRED: { legacy: -3001, zh: "请先登录", en: "Please sign in first." },
  UNDER_REVIEW: { legacy: -3003, zh: "账号正在审核中", en: "This account is still under review." },
  SIGN_IN_FIELDS_MISSING: {
    legacy: -3007,
    zh: "请先填写注册信息",
    en: "Please fill in the sign-in fields first.",
  },
  SITE_CLOSED: { legacy: -3005, zh: "站点已关闭", en: "The site is closed." },
  JOIN_REQUIRED: { legacy: -3006, zh: "请先付费加入本站", en: "Joining this site comes first." },
  INVALID_PARAMETER: { legacy: -4001, zh: "参数错误", en: "A parameter is not valid." },
  STOP_WORD: { legacy: -4001, zh: "内容含敏感词", en: "The text contains a word that is not allowed here." },
  TEXT_TOO_COMPLEX: {
    legacy: -4001,
    zh: "内容的段落、列表项或表格单元过多，或嵌套过深，请精简或拆分后再发布",
    en: "The text has too many paragraphs, list items or table cells, or nests too deep. Please simplify or split it.",
  },
  FORBIDDEN: { legacy: -4002, zh: "没有权限", en: "You are not allowed to do this." },
  ALREADY_EXISTS: { legacy: -4003, zh: "资源已存在", en: "This exists already." },
  NOT_FOUND: { legacy: -4004, zh: "资源不存在", en: "This does not exist." },
  UNKNOWN_CALL: { legacy: -6001, zh: "没有这个接口", en: "There is no such call." },
  IN_USE: { legacy: -4005, zh: "资源已被占用", en: "This is still in use." },
  CONFLICT: { legacy: -4005, zh: "内容已在别处更新", en: "This was changed elsewhere in the meantime." },
  REVIEW_REFUSED: { legacy: -4007, zh: "账号审核不通过", en: "The registration was refused." },
  REVIEW_IGNORED: { legacy: -4008, zh: "注册申请已被忽略", en: "The registration was not considered." },
  ACCOUNT_BANNED: { legacy: -4009, zh: "账号已被封禁", en: "This account is banned." },
  SILENCED: {
    legacy: -4002,
    zh: "你已被禁言，不能发布内容。",
    en: "You are silenced and cannot publish anything.",
  },
  INVALID_TOKEN: {
    legacy: -4011,
    zh: "登录已失效，请重新登录",
    en: "The sign-in is no longer valid. Please sign in again.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    legacy: -4001,
    zh: "这个 Idempotency-Key 已用于另一个请求",
    en: "This Idempotency-Key was used for another request.",
  },
  IDEMPOTENCY_KEY_BUSY: {
    legacy: -5002,
    zh: "同一请求还在处理中，请稍后重试",
    en: "The same request is still being worked on. Please try again shortly.",
  },
  IDEMPOTENCY_ANSWER_LOST: {
    legacy: -4005,
    zh: "请求已经执行，但结果没有保存，请查询后再决定",
    en: "The request was carried out, but its answer is lost. Please look before trying another key.",
  },
  CURSOR_EXPIRED: {
    legacy: -4001,
    zh: "游标过旧，期间的变更已合并，请不带 after 重新开始读取",
    en: "This cursor is too old: changes after it have been merged. Please begin again without `after`.",
  },
  SCOPE_TOO_SMALL: {
    legacy: -4002,
    zh: "该令牌的权限范围不包括此操作",
    en: "The scope of this token does not include this.",
  },
  TOKEN_ADDRESS: {
    legacy: -4002,
    zh: "该令牌不能在此网络地址使用",
    en: "This token may not be used from this network address.",
  },
  RATE_LIMITED: {
    legacy: -5002,
    zh: "操作太频繁，请稍后重试",
    en: "Too many attempts. Please try again later.",
  },
  INTERNAL_ERROR: { legacy: -5002, zh: "内部错误", en: "Something went wrong on our side." },
  DATABASE_ERROR: { legacy: -5003, zh: "数据库异常", en: "The database is not available right now." },
  OVERLOADED: {
    legacy: -5002,
    zh: "服务器繁忙，请稍后重试",
    en: "The server is busy. Please try again shortly.",
  },
  REGISTRATION_CLOSED: { legacy: -7032, zh: "站点已关闭注册", en: "Registration is closed." },
  LOGIN_FAILED: { legacy: -7040, zh: "用户名或密码错误", en: "The username or password is wrong." },
  USERNAME_TOO_LONG: { legacy: -7041, zh: "名称长度超过限制", en: "The name is too long." },
  USERNAME_TAKEN: { legacy: -7042, zh: "用户名已被占用", en: "This username is taken." },
  NICKNAME_TAKEN: { legacy: -7042, zh: "昵称已被占用", en: "This nickname is taken." },
  PASSWORD_TOO_SHORT: { legacy: -4001, zh: "密码太短", en: "The password is too short." },
  PASSWORD_TOO_LONG: {
    legacy: -4001,
    zh: "密码过长（最多 512 字节）",
    en: "The password is too long (at most 512 bytes).",
  },
  PASSWORD_INCOMPLETE: {
    legacy: -4001,
    zh: "密码缺少网站要求的字符",
    en: "The password lacks characters that the site asks for.",
  },
  PASSWORD_WRONG: { legacy: -7040, zh: "密码错误", en: "The password is wrong." },
  PASSWORD_KNOWN: {
    legacy: -4001,
    zh: "这个密码太常见或与名称相同，容易被猜到，请换一个",
    en: "This password is common or made of a name, so it is easily guessed. Please choose another one.",
  },
  NICKNAME_NOT_ALLOWED: {
    legacy: -7057,
    zh: "名称含敏感词",
    en: "The name contains a word that is not allowed.",
  },
  EMAIL_REQUIRED: { legacy: -4001, zh: "请填写邮箱", en: "Please enter an email address." },
  INVITATION_NEEDED: {
    legacy: -7032,
    zh: "注册需要邀请码",
    en: "Registering needs an invitation code.",
  },
  INVITATION_INVALID: {
    legacy: -4001,
    zh: "邀请码无效、已用完或已过期",
    en: "This invitation code is not valid, used up, or has expired.",
  },
  SIGNATURE_TOO_LONG: { legacy: -7058, zh: "签名长度超过限制", en: "The signature is too long." },
  CANNOT_FOLLOW_SELF: { legacy: -7059, zh: "不能关注自己", en: "You cannot follow yourself." },
  CANNOT_BLOCK_SELF: { legacy: -5001, zh: "不能屏蔽自己", en: "You cannot block yourself." },
  CANNOT_MESSAGE_SELF: { legacy: -4001, zh: "不能给自己发私信", en: "You cannot write to yourself." },
  CATEGORY_MISSING: { legacy: -7076, zh: "板块不存在", en: "There is no such category." },
  MESSAGES_OFF: { legacy: -11000, zh: "站点已关闭私信功能", en: "Private messages are switched off." },
  PROOF_NEEDED: {
    legacy: -4002,
    zh: "请先输入密码确认是你本人",
    en: "Please confirm with your password that it is you.",
  },
  MESSAGES_REFUSED: {
    legacy: -4002,
    zh: "对方不接收你的私信",
    en: "This member does not take private messages from you.",
  },
  LINK_INVALID: {
    legacy: -4001,
    zh: "链接无效、已使用或已过期",
    en: "This link is not valid, was used already, or has expired.",
  },
  CODE_WRONG: { legacy: -9002, zh: "验证码错误", en: "The code is wrong." },
  CODE_EXPIRED: {
    legacy: -9003,
    zh: "验证码已失效，请重新获取",
    en: "The code is used up or has expired. Please ask for another one.",
  },
  SECOND_FACTOR_NEEDED: {
    legacy: -4002,
    zh: "请输入动态验证码",
    en: "Please give the code of your authenticator.",
  },
  SECOND_FACTOR_WRONG: {
    legacy: -4002,
    zh: "动态验证码错误或已使用",
    en: "The code of the authenticator is wrong, or was used already.",
  },
  CAPTCHA_NEEDED: {
    legacy: -4001,
    zh: "请先完成人机验证",
    en: "Please pass the check against robots first.",
  },
  CAPTCHA_WRONG: {
    legacy: -4001,
    zh: "人机验证无效、已使用或已过期，请重试",
    en: "The check against robots failed, was used already or has expired. Please try again.",
  },
  CAPTCHA_UNAVAILABLE: {
    legacy: -5004,
    zh: "人机验证服务暂时没有回应，请稍后再试",
    en: "The service that checks against robots does not answer. Please try again later.",
  },
  PROVIDER_FAILED: {
    legacy: -5004,
    zh: "第三方登录未能完成，请重试",
    en: "Signing in by the provider did not work. Please try again.",
  },
  IDENTITY_EXPIRED: {
    legacy: -4001,
    zh: "登录已过期，请重新开始",
    en: "This took too long or was begun elsewhere. Please begin again.",
  },
  IDENTITY_TAKEN: {
    legacy: -4003,
    zh: "这个第三方账号已连接其他账号",
    en: "This account of the provider is connected to another member.",
  },
  IDENTITY_UNVERIFIED: {
    legacy: -4001,
    zh: "第三方账号的邮箱未经验证，不能用来注册或登录",
    en: "The provider has not verified the email address, so it cannot be used to sign in.",
  },
  PASSKEYS_OFF: {
    legacy: -4005,
    zh: "此站点地址不支持通行密钥，需要 https 和域名",
    en: "Passkeys need https and a domain name, which this site does not have.",
  },
  PASSKEY_EXPIRED: {
    legacy: -4001,
    zh: "操作已过期或在其他浏览器开始，请重试",
    en: "This took too long or was begun elsewhere. Please try again.",
  },
  PASSKEY_FAILED: {
    legacy: -4001,
    zh: "通行密钥无效，请重试或用其他方式登录",
    en: "This passkey does not fit. Try again, or choose another way.",
  },
  WECHAT_OFF: { legacy: -2001, zh: "站点未开启微信登录", en: "This site does not use WeChat." },
  WECHAT_TAKEN: {
    legacy: -7006,
    zh: "这个微信已绑定其他账号，请先用它登录那个账号并解除绑定",
    en: "This WeChat account is bound to another member. Sign in by it and unbind it there first.",
  },
  WECHAT_BOUND: {
    legacy: -7007,
    zh: "这个账号已绑定其他微信，请登录后在设置里换绑",
    en: "Another WeChat account is bound to this account. Sign in and change it in the settings.",
  },
  WECHAT_UNBOUND: {
    legacy: -7016,
    zh: "这个微信还没有绑定账号",
    en: "Nobody has bound this WeChat account.",
  },
  WECHAT_LINK_NEEDED: {
    legacy: -4001,
    zh: "已有账号使用这个手机号。确认后，微信会绑定到这个账号。",
    en: "An account has this number. Once you confirm, WeChat is bound to it.",
  },
  WECHAT_REGISTER_NEEDED: {
    legacy: -4001,
    zh: "还没有账号使用这个手机号。确认后，会用手机号和微信注册一个新账号。",
    en: "No account has this number. Once you confirm, it becomes a new one together with WeChat.",
  },
  WECHAT_NEEDED: { legacy: -8000, zh: "请先绑定微信", en: "Please bind WeChat first." },
  MAIL_OFF: { legacy: -4005, zh: "站点未开启邮件功能", en: "This site sends no mail." },
  SMS_OFF: { legacy: -9001, zh: "站点未开启短信功能", en: "This site sends no text messages." },
  SMS_FAILED: {
    legacy: -5004,
    zh: "短信发送失败，请稍后再试",
    en: "The text message could not be sent. Please try again later.",
  },
  PHONE_INVALID: {
    legacy: -7078,
    zh: "请输入正确的手机号（中国大陆 11 位）",
    en: "This is no mobile number of China.",
  },
  PHONE_TAKEN: {
    legacy: -4003,
    zh: "这个手机号已绑定其他账号",
    en: "This phone number belongs to another account.",
  },
  PHONE_UNKNOWN: { legacy: -7031, zh: "没有账号绑定这个手机号", en: "No account has this phone number." },
  PHONE_NEEDED: { legacy: -8001, zh: "请先绑定手机号", en: "Please bind a phone number first." },
  FOLLOWED_USER_MISSING: { legacy: -7060, zh: "关注用户不存在", en: "There is no such member to follow." },
  THREAD_LOCKED: {
    legacy: -4013,
    zh: "帖子已锁定，不能再回复",
    en: "This thread is locked: nobody can reply.",
  },
  SLOW_MODE: {
    legacy: -5002,
    zh: "这个帖子限制了回复频率，请稍后再回复",
    en: "Members wait between two replies to this thread. Please reply later.",
  },
  POLL_CLOSED: {
    legacy: -4013,
    zh: "投票已结束，不能再投票",
    en: "This poll is closed: nobody can vote.",
  },
  DRAFT_GONE: {
    legacy: -4005,
    zh: "这篇草稿已经发布或删除",
    en: "This draft was published or deleted already.",
  },
  POLL_HAS_VOTES: {
    legacy: -4005,
    zh: "已有人投票，不能再修改投票",
    en: "Members have voted already, so the poll cannot change.",
  },
  LEVEL_TRIAL_NEEDED: {
    legacy: -4001,
    zh: "请先试算这些等级规则，再保存",
    en: "Try exactly these rules of levels first, then save them.",
  },
  BLOCKED_YOU: { legacy: -7061, zh: "对方已将你屏蔽", en: "This member has blocked you." },
  BALANCE_TOO_LOW: { legacy: -5001, zh: "钱包可用金额不足", en: "The balance does not cover this." },
  PAY_PASSWORD_MISSING: { legacy: -4001, zh: "请先设置支付密码", en: "Please set a pay password first." },
  PAY_PASSWORD_WRONG: { legacy: -4001, zh: "支付密码错误", en: "The pay password is wrong." },
  PRICE_CHANGED: {
    legacy: -4001,
    zh: "价格已变动，请确认新的金额",
    en: "The price has changed. Please confirm the new amount.",
  },
  ORDER_CLOSED: {
    legacy: -4005,
    zh: "订单已支付或已失效",
    en: "This order is paid for already or no longer valid.",
  },
  PAYMENT_UNAVAILABLE: {
    legacy: -5001,
    zh: "支付渠道暂时不可用，请稍后再试或换一种方式",
    en: "This way to pay is not available right now. Please try again later, or another way.",
  },
  CANNOT_REFUND: {
    legacy: -4005,
    zh: "这笔款项不能退款",
    en: "This cannot be refunded.",
  },
  ALREADY_BOUGHT: { legacy: -4003, zh: "你已购买，无需重复付款", en: "You have bought this already." },
  CANNOT_BUY_OWN: { legacy: -4001, zh: "不能购买自己的内容", en: "You cannot buy what is yours." },
  CANNOT_TIP: { legacy: -4003, zh: "这个帖子不能打赏", en: "Tips for this thread are not accepted." },
  WITHDRAWAL_LIMIT: { legacy: -5001, zh: "超出提现限制", en: "Beyond the limits of withdrawals." },
  WITHDRAWAL_DECIDED: {
    legacy: -4005,
    zh: "这笔提现已经由其他管理员处理",
    en: "This withdrawal was decided already.",
  },
  MONEY_STOPPED: {
    legacy: -5001,
    zh: "资金核对发现异常，暂停转出，请联系管理员",
    en: "The books do not balance, so no money leaves the site. Please ask the administrators.",
  },
  BLOCKED_BY_YOU: { legacy: -7068, zh: "你已屏蔽对方", en: "You have blocked this member." },
} as const satisfies Record<string, CatalogueEntry>;

/** Name of an error in the catalogue; the `code` of GraphQL answers. */
export type ErrorName = keyof typeof ERRORS;

/** Details of an error beyond its code: the field at fault, the missing permission, the wait in seconds. */
export interface ErrorDetails {
  readonly field?: string;
  readonly permission?: string;
  readonly retryAfterSeconds?: number;
  /** Replaces the default text; both languages, nothing private. */
  readonly text?: { readonly zh: string; readonly en: string };
  /** Content of `Data` in the legacy envelope; nothing private. */
  readonly data?: unknown;
}

/** A refusal that the caller may read: it carries a name of the catalogue and nothing secret. */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorName,
    readonly details: ErrorDetails = {},
  ) {
    super(details.text?.en ?? ERRORS[code].en);
    this.name = "DomainError";
  }

  /** Number for the REST envelope and `extensions.legacyCode`. */
  get legacyCode(): number {
    return ERRORS[this.code].legacy;
  }

  /** The text that the caller sees, in their language; names the missing permission if there is one. */
  textIn(locale: Locale): string {
    const language = locale === "en" ? "en" : "zh";
    const text = (this.details.text ?? ERRORS[this.code])[language];
    const permission = this.details.permission;
    if (!permission) return text;
    return language === "en"
      ? `${text} Missing permission: ${permission}.`
      : `${text}（缺少权限：${permission}）`;
  }
}

/** An INVALID_PARAMETER error about one field, with a text in both languages. */
export function invalid(field: string, zh: string, en: string): DomainError {
  return new DomainError("INVALID_PARAMETER", { field, text: { zh, en } });
}

/** True if work failed because the database is away: the outage is logged once, and the work is due again later. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DomainError && error.code === "DATABASE_ERROR";
}

/** Errors of the moment. */
const TRANSIENT: ReadonlySet<ErrorName> = new Set<ErrorName>([
  "INTERNAL_ERROR",
  "OVERLOADED",
  "RATE_LIMITED",
]);

/** True for errors whose cause is not in the request: a job tries again. */
export function isTransient(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof DomainError && TRANSIENT.has(error.code));
}
