import { DEFAULT_TAG } from "../setting.entity.ts";
import {
  amount,
  choice,
  flag,
  hosts,
  image,
  integer,
  json,
  list,
  longText,
  number,
  secret,
  switches,
  text,
  type Definition,
} from "./settingKinds.ts";
import { LINK_SETTINGS } from "./linkSettings.ts";
import { PAYMENT_SETTINGS } from "./paymentSettings.ts";
import { CHECK_SETTINGS } from "./checkSettings.ts";
import { SPAM_SETTINGS } from "./spamSettings.ts";
import { DEFAULT_REACTIONS } from "./reactions.ts";
import { DEFAULT_TIME_ZONE } from "./timeZone.ts";

/**
 * Every setting of the site (legacy-facts 4.14) by tag and key, with kind, default, readers and labels.
 */
export const CATALOGUE = {
  default: {
    site_name: text("site", "站点名称", "Site name", "欢迎").max(100).open(),
    site_title: text("site", "站点标题", "Site title").max(200).open(),
    site_keywords: text("site", "站点关键词", "Site keywords", "欢迎").max(300).open(),
    site_reactions: text("site", "回应表情", "Reactions", DEFAULT_REACTIONS).max(200).open(),
    site_time_zone: text("site", "时区", "Time zone", DEFAULT_TIME_ZONE).max(50),
    site_introduction: text("site", "站点介绍", "Site introduction", "欢迎").max(1000).open(),
    site_mode: choice("site", "站点模式", "Site mode", ["public", "pay"], "public").open(),
    site_price: amount("site", "加入费用（元）", "Price of joining", "", 0, 100_000).open(),
    site_expire: integer("site", "加入有效期（天）", "Days that joining lasts", "", 0, 1_000_000).open(),
    site_close: flag("site", "关闭站点", "Close site", "0").open(),
    site_close_msg: longText("site", "关闭提示", "Message while closed").max(1000).open(),
    site_author: integer("site", "站长用户编号", "User id of the owner", "1", 0).open(),
    site_author_scale: integer(
      "site",
      "作者分成（十分之几）",
      "Author's share in tenths",
      "10",
      0,
      10,
    ).legacyOnly(),
    site_master_scale: integer("site", "平台分成（十分之几）", "Platform's share in tenths", "0", 0, 10)
      .open()
      .legacyOnly(),
    site_stat: longText("site", "统计代码", "Statistics script").max(10_000).open(),
    site_stat_hosts: hosts("site", "统计代码可上报的主机", "Hosts that the statistics script may report to"),
    site_record: text("site", "备案信息", "Filing record").max(200).open(),
    site_record_code: text("site", "备案编号", "Filing record code").max(200).open(),
    site_manage: json(
      "site",
      "开放的平台",
      "Open platforms",
      '[{"key":1,"desc":"PC","value":true},{"key":2,"desc":"H5","value":true},{"key":3,"desc":"小程序","value":true}]',
    ).open(),
    site_skin: choice("site", "界面配色", "Theme", ["1", "2"], "1").open(),
    site_accent: text("site", "主色", "Accent colour", "").max(7).open(),
    site_titles: flag("site", "显示用户组名称", "Show group names", "0").open().legacyOnly(),
    plugin_beacon: flag("site", "统计插件使用", "Count where plugins are used", "0"),
    site_fabu: flag("site", "生成站点地图", "Publish a sitemap", "1"),
    logo: image("site", "站点 Logo", "Logo").open(),
    header_logo: image("site", "首页头部 Logo", "Logo at the head of the home page").open(),
    background_image: image("site", "首页头部背景", "Picture behind the head of the home page").open(),
    favicon: image("site", "站点图标", "Site icon").open(),
    private_messages: flag("function", "私信", "Private messages", "1").open(),
    register_close: flag("register", "开放注册", "Registration is open", "1").open(),
    register_validate: flag("register", "注册需要审核", "Registrations are reviewed", "0").open(),
    register_invitation: flag("register", "注册需要邀请码", "Registering needs an invitation", "0").open(),
    register_email: choice("register", "注册时的邮箱", "Email when registering", ["0", "1", "2"], "1").open(),
    sign_in_codes: choice(
      "register",
      "邮件验证码登录",
      "Signing in by mailed code",
      ["0", "1", "2"],
      "1",
    ).open(),
    admin_second_factor: flag(
      "register",
      "管理员必须使用两步验证",
      "Administrators need a second factor",
      "0",
    ),
    register_captcha: flag("register", "注册需要人机验证", "Captcha when registering", "0").open(),
    sign_in_captcha: integer(
      "register",
      "登录失败几次后需要人机验证",
      "Failed sign-ins before a captcha",
      "0",
      0,
      100,
    ),
    sms_captcha: flag("register", "发送短信前需要人机验证", "Captcha before text messages", "0"),
    register_type: choice("register", "注册方式", "Way of registering", ["0", "1", "2"], "0").open(),
    password_length: integer("register", "密码最小长度", "Shortest password", "8", 0, 50).raisedTo(8).open(),
    password_strength: list(
      "register",
      "密码必须包含（0 数字 1 小写 2 符号 3 大写）",
      "Passwords need (0 digit, 1 lower, 2 symbol, 3 upper)",
      "",
    ).open(),
    open_ext_fields: flag("register", "注册扩展信息", "Sign-in fields are asked for", "0").open(),
    is_need_transition: flag("register", "微信落地页", "WeChat landing page", "1").open(),
    username_bout: integer("register", "用户名可修改次数", "Username changes", "1", 0, 1000),
    support_img_ext: list("attachment", "图片扩展名", "Picture extensions", "png,gif,jpg,jpeg,webp").open(),
    support_file_ext: list(
      "attachment",
      "附件扩展名",
      "File extensions",
      "doc,docx,xls,xlsx,ppt,pptx,pdf,zip,txt,md,csv",
    ).open(),
    support_max_size: number("attachment", "单个文件上限（MB）", "Largest file in MB", "5", 0.1, 1024).open(),
    support_media_ext: list(
      "attachment",
      "视频和音频扩展名",
      "Video and audio extensions",
      "mp4,m4v,webm,mov,mp3,m4a,ogg,opus,wav,flac",
    ),
    support_max_media_size: number(
      "attachment",
      "单个视频或音频上限（MB）",
      "Largest video or audio in MB",
      "100",
      0.1,
      1024,
    ),
    support_max_upload_attachment_num: integer(
      "attachment",
      "单帖附件数",
      "Files per thread",
      "9",
      0,
      50,
    ).open(),
    support_max_download_num: integer("attachment", "每日下载次数", "Downloads per day", "0", 0, 1_000_000)
      .open()
      .legacyOnly(),
    api_freq: json(
      "function",
      "接口频率",
      "Rates of calls",
      '{"get":{"freq":500,"forbidden":20},"post":{"freq":200,"forbidden":30}}',
    ),
    graphql_introspection: flag("function", "GraphQL 自省", "GraphQL introspection", "1"),
    mcp_server: flag("function", "MCP 服务", "MCP server", "1"),
    site_open_sort: flag("function", "首页智能排序", "Smart order at home", "0").open().legacyOnly(),
    thread_tab: choice("function", "首页默认标签", "Tab of the home page", ["1", "2", "3", "4"], "1")
      .open()
      .legacyOnly(),
    thread_optimize: flag("function", "帖子列表优化", "Optimised thread list", "0").open().legacyOnly(),
    open_view_count: flag("function", "浏览量实时更新", "Views counted at once", "0").open().legacyOnly(),
    api_query_token: flag(
      "function",
      "旧接口可在地址中携带令牌",
      "Old clients may send their token in the address",
      "0",
    ),
    open_api_log: flag("function", "接口日志", "Log of calls", "0").legacyOnly(),
    censor: flag("function", "内容过滤", "Stop words are applied", "1"),
    ...SPAM_SETTINGS,
    ...LINK_SETTINGS,
    site_charge: flag("function", "充值", "Top-ups", "0").open().legacyOnly(),
    site_can_reward: flag("function", "打赏", "Tips", "0").open(),
    site_pay_group_close: flag("function", "付费用户组", "Paid groups", "0").open().legacyOnly(),
    site_minimum_amount: number("function", "最低金额", "Least amount", "0", 0).legacyOnly(),
    site_onlooker_price: amount("function", "围观价格（元）", "Price of looking on", "0", 0, 100_000),
    site_pay_time: text("function", "切换为付费的时间", "Since when joining is paid").max(30).legacyOnly(),
    site_rewards: switches("打赏（按平台）", "Tips by platform"),
    site_areward: switches("悬赏（按平台）", "Bounties by platform"),
    site_redpacket: switches("红包（按平台）", "Red packets by platform"),
    site_anonymous: switches("匿名（按平台）", "Anonymity by platform"),
    site_personalletter: switches("私信（按平台）", "Messages by platform"),
    site_shop: switches("商品开关", "Goods by platform").legacyOnly(),
    site_pay: switches("付费开关", "Paid content by platform").legacyOnly(),
    site_usergroup: switches("用户组开关", "Groups by platform").legacyOnly(),
    site_recharges: switches("充值（按平台）", "Top-ups by platform"),
    site_withdrawal: switches("提现（按平台）", "Withdrawals by platform"),
    site_comment: switches("回复（按平台）", "Replies by platform"),
    site_create_thread0: flag("function", "允许文字帖", "Text threads", "1").legacyOnly(),
    site_create_thread1: flag("function", "允许长文帖", "Long threads", "1").legacyOnly(),
    site_create_thread2: flag("function", "允许视频帖", "Video threads", "1").legacyOnly(),
    site_create_thread3: flag("function", "允许图片帖", "Picture threads", "1").legacyOnly(),
    site_create_thread4: flag("function", "允许语音帖", "Audio threads", "1").legacyOnly(),
    site_create_thread5: flag("function", "允许问答帖", "Question threads", "0").legacyOnly(),
    site_create_thread6: flag("function", "允许商品帖", "Goods threads", "1").legacyOnly(),
    inner_net_ip: json("function", "内网地址", "Addresses of the inner net", "[]").legacyOnly(),
  },
  checks: CHECK_SETTINGS,
  agreement: {
    privacy: flag("agreement", "启用隐私政策", "Privacy policy is shown", "0").open(),
    privacy_content: longText("agreement", "隐私政策", "Privacy policy").max(50_000).open(),
    register: flag("agreement", "启用注册协议", "Terms are shown", "0").open(),
    register_content: longText("agreement", "注册协议", "Terms").max(50_000).open(),
  },
  cash: {
    cash_interval_time: integer("cash", "提现间隔（天）", "Days between withdrawals", "", 0),
    cash_rate: number("cash", "提现手续费率", "Fee of withdrawals", "", 0, 1).open(),
    cash_min_sum: amount("cash", "单次提现最低", "Least withdrawal", "", 0).open(),
    cash_max_sum: amount("cash", "单次提现最高", "Greatest withdrawal", "", 0),
    cash_sum_limit: amount("cash", "每日提现上限", "Withdrawals per day", "", 0),
  },
  ...PAYMENT_SETTINGS,
  watermark: {
    watermark: flag("attachment", "图片水印", "Watermark", "0"),
    watermark_image: image("attachment", "水印图片", "Watermark picture"),
    position: integer("attachment", "水印位置（1–9）", "Place of the watermark (1–9)", "1", 1, 9),
    horizontal_spacing: integer("attachment", "水平边距", "Horizontal distance", "0", 0, 9999),
    vertical_spacing: integer("attachment", "垂直边距", "Vertical distance", "0", 0, 9999),
  },
  wx_offiaccount: {
    offiaccount_close: flag("login", "公众号登录", "Sign-in by official account", "0").open(),
    offiaccount_app_id: secret("login", "公众号编号", "Official account id"),
    offiaccount_app_secret: secret("login", "公众号密钥", "Official account secret"),
    offiaccount_server_config_token: secret("login", "公众号令牌", "Official account token").legacyOnly(),
    offiaccount_api_base: text(
      "login",
      "公众号接口地址",
      "Official account endpoint",
      "https://api.weixin.qq.com",
    ).max(255),
    offiaccount_authorize_base: text(
      "login",
      "微信授权页地址",
      "Address of WeChat's consent pages",
      "https://open.weixin.qq.com",
    ).max(255),
  },
  wx_miniprogram: {
    miniprogram_close: flag("login", "小程序登录", "Sign-in by mini-program", "0").open(),
    miniprogram_app_id: secret("login", "小程序编号", "Mini-program id"),
    miniprogram_app_secret: secret("login", "小程序密钥", "Mini-program secret"),
    miniprogram_video: flag("login", "小程序视频", "Videos in the mini-program", "0").legacyOnly(),
  },
  wx_oplatform: {
    oplatform_close: flag("login", "开放平台登录", "Sign-in by open platform", "0"),
    oplatform_app_id: secret("login", "开放平台编号", "Open platform id"),
    oplatform_app_secret: secret("login", "开放平台密钥", "Open platform secret"),
    oplatform_app_token: secret("login", "开放平台令牌", "Open platform token").legacyOnly(),
    oplatform_app_aes_key: secret("login", "开放平台加密键", "Open platform AES key").legacyOnly(),
    oplatform_url: text("login", "开放平台地址", "Open platform address").max(255).legacyOnly(),
  },
  qcloud: {
    qcloud_close: flag("cloud", "云 API", "Cloud API is on", "0").open(),
    qcloud_app_id: text("cloud", "云账号", "Cloud account").max(100).open().legacyOnly(),
    qcloud_secret_id: secret("cloud", "云密钥编号", "Cloud secret id"),
    qcloud_secret_key: secret("cloud", "云密钥", "Cloud secret key"),
    qcloud_token: secret("cloud", "云令牌", "Cloud token").legacyOnly(),
    qcloud_cms_text: flag("cloud", "文本审核", "Text check", "0")
      .without(
        ["1"],
        "请在“功能”的“内容审核”里选择审核服务",
        "Choose a service among the settings of content checks instead.",
      )
      .legacyOnly(),
    qcloud_cms_image: flag("cloud", "图片审核", "Picture check", "0")
      .without(
        ["1"],
        "请在“功能”的“内容审核”里选择审核服务",
        "Choose a service among the settings of content checks instead.",
      )
      .legacyOnly(),
    qcloud_faceid: flag("cloud", "实名认证", "Real names", "0")
      .without(
        ["1"],
        "实名认证尚未提供：现在打开不会核实任何人",
        "There is no check of real names yet: it would verify nobody.",
      )
      .open()
      .legacyOnly(),
    qcloud_cos: flag("cloud", "对象存储", "Object storage", "0")
      .without(
        ["1"],
        "对象存储尚未接入：文件仍保存在本机",
        "Object storage is not connected yet: files stay on this machine.",
      )
      .open()
      .legacyOnly(),
    qcloud_cos_bucket_name: text("cloud", "存储桶", "Bucket").max(100).legacyOnly(),
    qcloud_cos_bucket_area: text("cloud", "存储桶地区", "Region of the bucket").max(100).legacyOnly(),
    qcloud_cos_cdn_url: text("cloud", "加速域名", "CDN address").max(255).legacyOnly(),
    qcloud_cos_sign_url: flag("cloud", "签名地址", "Signed addresses", "1").legacyOnly(),
    qcloud_cos_doc_preview: flag("cloud", "文档预览", "Document preview", "0").open().legacyOnly(),
    qcloud_sms: flag("cloud", "短信", "Text messages", "0").open(),
    qcloud_sms_app_id: secret("cloud", "短信应用", "Text message app"),
    qcloud_sms_app_key: secret("cloud", "短信密钥", "Text message key").legacyOnly(),
    qcloud_sms_template_id: secret("cloud", "短信模板", "Text message template"),
    qcloud_sms_sign: secret("cloud", "短信签名", "Text message signature"),
    qcloud_sms_region: text("cloud", "短信地域", "Text message region", "ap-guangzhou").max(50),
    qcloud_sms_endpoint: text(
      "cloud",
      "短信接口地址",
      "Text message endpoint",
      "https://sms.tencentcloudapi.com",
    ).max(255),
    qcloud_captcha: flag("cloud", "腾讯云验证码", "Captcha of Tencent Cloud", "0").open(),
    qcloud_captcha_app_id: secret("cloud", "验证码应用", "Captcha app"),
    qcloud_captcha_secret_key: secret("cloud", "验证码密钥", "Captcha key"),
    qcloud_captcha_endpoint: text(
      "cloud",
      "验证码接口地址",
      "Captcha endpoint",
      "https://captcha.tencentcloudapi.com",
    ).max(255),
    qcloud_vod: flag("cloud", "云点播", "Video on demand", "0")
      .without(
        ["1"],
        "云点播尚未接入：现在打开也不能上传视频",
        "Video on demand is not connected yet: no video could be uploaded.",
      )
      .open()
      .legacyOnly(),
    qcloud_vod_ext: list("cloud", "视频扩展名", "Video extensions", "").legacyOnly(),
    qcloud_vod_size: integer("cloud", "视频上限（MB）", "Largest video in MB", "", 0).legacyOnly(),
    qcloud_vod_sub_app_id: text("cloud", "点播子应用", "Sub-app").max(100).legacyOnly(),
    qcloud_vod_url_key: secret("cloud", "点播防盗链", "Anti-leech key").legacyOnly(),
    qcloud_vod_url_expire: integer(
      "cloud",
      "点播地址有效期",
      "Seconds that addresses last",
      "",
      0,
    ).legacyOnly(),
    qcloud_vod_auto_play: flag("cloud", "自动播放", "Videos play by themselves", "1").open().legacyOnly(),
  },
  mail: {
    smtp_host: text("mail", "SMTP 服务器", "Mail server (SMTP)").max(255),
    smtp_port: integer("mail", "SMTP 端口", "Port of the mail server", "465", 1, 65_535),
    smtp_security: choice("mail", "加密方式", "Encryption", ["tls", "starttls", "none"], "tls"),
    smtp_user: text("mail", "SMTP 用户名", "User name at the mail server").max(255),
    smtp_password: secret("mail", "SMTP 密码", "Password at the mail server"),
    mail_from_name: text("mail", "发件人名称", "Name of the sender").max(100),
    mail_from_address: text("mail", "发件人地址", "Address of the sender").max(255),
    mail_reply_to: text("mail", "回复地址", "Address for answers").max(255),
  },
  lbs: {
    lbs: flag("function", "位置服务", "Positions", "0").open().legacyOnly(),
    qq_lbs_key: text("function", "位置服务密钥", "Key of the map").max(100).open().legacyOnly(),
  },
  ucenter: {
    ucenter: flag("login", "UCenter", "UCenter", "0").open().legacyOnly(),
    ucenter_url: text("login", "UCenter 地址", "UCenter address").max(255).legacyOnly(),
    ucenter_key: secret("login", "UCenter 密钥", "UCenter key").legacyOnly(),
    ucenter_appid: text("login", "UCenter 应用", "UCenter app").max(100).legacyOnly(),
  },
} as const satisfies Record<string, Record<string, Definition>>;

type Tag = keyof typeof CATALOGUE;
/** `site_name` for settings of the tag `default`, `agreement.privacy` for all others. */
export type SettingName = {
  [T in Tag]: T extends typeof DEFAULT_TAG
    ? keyof (typeof CATALOGUE)[T] & string
    : `${T}.${keyof (typeof CATALOGUE)[T] & string}`;
}[Tag];

/** A setting with its place. */
export interface CataloguedSetting {
  readonly tag: string;
  readonly key: string;
  readonly name: SettingName;
  readonly definition: Definition;
}

/** Every setting, in the order of the catalogue. */
export const ALL_SETTINGS: readonly CataloguedSetting[] = Object.entries(CATALOGUE).flatMap(([tag, keys]) =>
  Object.entries(keys as Record<string, Definition>).map(([key, definition]) => ({
    tag,
    key,
    name: nameOf(tag, key) as SettingName,
    definition,
  })),
);

const byPlace = new Map(ALL_SETTINGS.map((setting) => [`${setting.tag} ${setting.key}`, setting]));

/** Finds the setting of a tag and key; undefined if there is none. */
export function settingAt(tag: string, key: string): CataloguedSetting | undefined {
  return byPlace.get(`${tag} ${key}`);
}

/** Gives the name of a setting in code; see `SettingName`. */
export function nameOf(tag: string, key: string): string {
  return tag === DEFAULT_TAG ? key : `${tag}.${key}`;
}
