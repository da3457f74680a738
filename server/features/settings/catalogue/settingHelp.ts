import type { SettingName } from "./catalogue.ts";
import { CHECK_HELP } from "./checkHelp.ts";
import { COUNTING_HELP } from "./countingHelp.ts";
import { MONEY_HELP, type Sentence } from "./moneyHelp.ts";
import { PROGRAM_HELP } from "./programHelp.ts";
import { UPLOAD_HELP } from "./uploadHelp.ts";

/** One sentence on each setting that has an effect here, for owners: what it does, and where that is seen. */
export const SETTING_HELP: Partial<Readonly<Record<SettingName, Sentence>>> = {
  site_name: {
    zh: "显示在页头、浏览器标签和每一封邮件里。",
    en: "Stands in the header, in browser tabs and in every mail.",
  },
  site_title: {
    zh: "跟在站点名称后面，只用于首页的浏览器标签和搜索结果。",
    en: "Follows the name in the browser tab of the home page and in search results.",
  },
  site_keywords: {
    zh: "写给搜索引擎，用逗号分隔；成员看不到。",
    en: "For search engines, separated by commas; members do not see them.",
  },
  site_reactions: {
    zh: "成员除了点赞还能使用的表情，用空格分隔，最多 8 个；不填就只有点赞。每个回应都算一个赞。",
    en: "Emojis with which members react beside the like, with blanks between them, at most 8; empty for the like alone. Each counts as a like.",
  },
  site_time_zone: {
    zh: "签到和活跃日历的一天从这个时区的零点开始，例如 Asia/Shanghai。",
    en: "Days of check-ins and of the activity calendar begin at midnight of this zone, such as Asia/Shanghai.",
  },
  site_introduction: {
    zh: "一两句话说明这里聊什么：显示在首页侧栏、站点信息和分享卡片里。",
    en: "Says in a sentence or two what this place is about: beside the home page, on the site’s page and on shared cards.",
  },
  site_mode: {
    zh: "“公开”让所有人都能阅读和注册。“付费加入”只让付过费的成员、管理人员和付费用户组进入，已注册的成员也要付费。",
    en: "“Public” lets everybody read and register. “Paid” lets in staff, paid groups and who has paid: members who have registered before pay, too.",
  },
  site_price: {
    zh: "付费加入和续费的价格，至少 0.1 元，最多两位小数。",
    en: "What joining and renewing cost, at least 0.1, with at most two places.",
  },
  site_expire: {
    zh: "每次付费可以使用的天数；不填或 0 表示永久。",
    en: "Days that each payment lasts; empty or 0 for good.",
  },
  site_close: {
    zh: "打开后只有管理员能进入，其他人看到下面的提示。",
    en: "While it is on, only administrators get in; everybody else reads the message below.",
  },
  site_close_msg: {
    zh: "告诉访客为什么关闭、什么时候回来。",
    en: "Tells visitors why the site is closed and when it returns.",
  },
  site_author: {
    zh: "填写成员的编号；“站点信息”页会把这位成员列为站长。",
    en: "The number of the member whom the site’s page names as its owner.",
  },
  site_record: {
    zh: "ICP 备案号，显示在每页底部。",
    en: "The ICP filing number at the foot of every page.",
  },
  site_record_code: {
    zh: "公安备案号，显示在每页底部。",
    en: "The public security filing number at the foot of every page.",
  },
  site_manage: {
    zh: "关掉某个平台后，那里的访客会看到“暂未开放”。",
    en: "Visitors on a platform that is switched off read that the site is not open there.",
  },
  site_skin: {
    zh: "按钮、链接和选中状态的颜色。",
    en: "The colour of buttons, links and whatever is selected.",
  },
  site_accent: {
    zh: "按钮、链接和选中状态的颜色，例如 #3d50d6；留空用上面的配色。在“品牌”页可以预览。",
    en: "The colour of buttons, links and whatever is selected, such as #3d50d6; without one the theme above holds. The page “Brand” shows it beforehand.",
  },
  site_fabu: {
    zh: "让搜索引擎更快找到新帖；关闭后 /sitemap.xml 不再提供。",
    en: "Helps search engines to find new threads; without it there is no /sitemap.xml.",
  },
  logo: {
    zh: "显示在页头站点名称旁边，高 36 像素左右，透明背景最好看。",
    en: "Stands beside the name in the header, some 36 pixels high; best with a transparent background.",
  },
  header_logo: {
    zh: "显示在首页横幅里，代替站点名称。",
    en: "Stands in the banner of the home page in place of the name.",
  },
  background_image: {
    zh: "首页横幅的背景，建议 1600×400 像素。",
    en: "Fills the banner of the home page; 1600 by 400 pixels suit it.",
  },
  favicon: {
    zh: "浏览器标签里的小图标，建议 64×64 像素。",
    en: "The small picture in browser tabs; 64 by 64 pixels suit it.",
  },
  private_messages: {
    zh: "关闭后成员之间不能再发私信，已有的对话仍然可以阅读。",
    en: "While it is off, members send no messages; what was written stays readable.",
  },
  register_close: {
    zh: "关闭后只有已有账号的人能登录，注册入口会消失。",
    en: "While it is off, the way in for new members is gone; those who have an account sign in.",
  },
  register_validate: {
    zh: "新成员要等管理人员通过后才能发言。",
    en: "New members wait until staff lets them in.",
  },
  register_invitation: {
    zh: "只有持邀请码的人能注册。管理员和获准邀请的成员可以生成邀请码；成员的个人链接不再足够。",
    en: "Only people with a code can register. Administrators and members who may invite make codes; the link with a member's number is not enough.",
  },
  register_captcha: {
    zh: "浏览器自动完成一次计算，没有图片题，也不连接外部服务；用手机号注册时，在发送短信前进行。需要通过 https 访问。",
    en: "The browser computes for a moment; there are no puzzles and no outside service. With a phone it happens before the text message is sent. Needs https.",
  },
  sign_in_captcha: {
    zh: "同一账号 15 分钟内失败这么多次（同一网络地址为其 10 倍）后，登录时浏览器要先完成一次计算；登录过的浏览器不受影响。0 表示不需要；网站没有 https 时不生效。",
    en: "After so many failures of an account within 15 minutes, or ten times as many of an address, browsers compute for a moment before a sign-in; those that have signed in before do not. 0 asks for none; without https nothing is asked.",
  },
  sms_captcha: {
    zh: "每次发送短信验证码前，浏览器先完成一次计算，防止短信被刷。需要通过 https 访问。",
    en: "Before each code by text message the browser computes for a moment, so that nobody has messages sent in bulk. Needs https.",
  },
  register_email: {
    zh: "开通邮件后才会询问，并向填写的地址发送一封验证邮件。",
    en: "Asked for once the site sends mail; a link mailed to the address confirms it.",
  },
  register_type: {
    zh: "选“手机号”时，新成员用短信验证码注册，登录页也先显示手机号；选“微信”时同样，用微信注册。已有成员仍可用密码登录。需要先开启短信或微信登录。",
    en: "With “Phone” or “WeChat”, new members register by it alone, and the sign-in page begins with it; passwords of members go on working. Needs text messages, or sign-in by WeChat.",
  },
  is_need_transition: {
    zh: "打开时，微信里先显示说明页再授权，可以读取微信昵称；关闭时直接静默登录，不读取昵称。",
    en: "Within WeChat a page explains before people agree, and their name is read. Without it they are named silently, and no name is read.",
  },
  sign_in_codes: {
    zh: "开通邮件后，成员可以用发到邮箱的验证码代替密码登录。",
    en: "Once the site sends mail, members may sign in by a mailed code instead of the password.",
  },
  admin_second_factor: {
    zh: "没有开启两步验证的管理员只有普通成员的权限，直到他们开启。",
    en: "Administrators without a second factor have the rights of members until they set one up.",
  },
  username_bout: {
    zh: "每位成员总共可以修改用户名的次数。",
    en: "How often each member may change the name that they sign in with.",
  },
  password_length: {
    zh: "新密码至少要有这么多个字符，最低为 8。",
    en: "New passwords have at least so many characters, never fewer than 8.",
  },
  password_strength: {
    zh: "一般留空即可：长度比花样更安全。",
    en: "Best left empty: length protects better than symbols.",
  },
  open_ext_fields: {
    zh: "新成员注册后先回答你设定的问题才能参与；关闭后，等待填写的成员会自动放行。",
    en: "New members answer the questions that you have set before they take part. Switched off, whoever waits is let go.",
  },
  api_freq: {
    zh: "旧客户端的每个接口，每位成员（访客按地址）最多调用多少次，超过后要等多少秒。",
    en: "How often a member, or a visitor’s address, may make each call of old clients, and how many seconds it is closed beyond that.",
  },
  api_query_token: {
    zh: "只有很旧的客户端需要；地址里的令牌容易外泄，能不开就不开。",
    en: "Only very old clients need it; tokens in addresses leak easily, so leave it off if you can.",
  },
  censor: {
    zh: "关闭后“敏感词”列表不再检查任何内容。",
    en: "While it is off, the list of stop words checks nothing.",
  },
  site_anonymous: {
    zh: "在哪些平台可以匿名发帖；还要给用户组相应的权限。",
    en: "Platforms on which threads may be anonymous; the group needs the permission too.",
  },
  site_can_reward: {
    zh: "打开后成员可以用钱包里的钱打赏帖子的作者，帖子下显示谁打赏过。",
    en: "Members tip the authors of threads from their wallets, and threads show who has.",
  },
  site_rewards: {
    zh: "在哪些平台可以打赏帖子的作者。",
    en: "Platforms on which members may tip the authors of threads.",
  },
  site_areward: {
    zh: "在哪些平台发帖时可以悬赏；还要给用户组相应的权限。已发出的悬赏不受影响。",
    en: "Platforms on which new threads may come with a bounty; the group needs the permission too. Those that were offered go on.",
  },
  site_onlooker_price: {
    zh: "提问者开启围观时，其他人阅读回答要付的价格；0 为免费。已提出的问题不受影响。",
    en: "What others pay for reading an answer where the asker allows onlookers; 0 is free. Questions that were asked keep theirs.",
  },
  site_redpacket: {
    zh: "在哪些平台发帖时可以附带红包；还要给用户组相应的权限。已发出的红包不受影响。",
    en: "Platforms on which new threads may come with a red packet; the group needs the permission too. Those that were given go on.",
  },
  site_withdrawal: {
    zh: "在哪些平台可以申请提现；还要给用户组相应的权限。",
    en: "Platforms on which members may ask for withdrawals; the group needs the permission too.",
  },
  site_recharges: {
    zh: "在哪些平台可以充值；还要连接至少一种支付渠道。",
    en: "Platforms on which members may top up; a way to pay must be connected too.",
  },
  ...COUNTING_HELP,
  ...CHECK_HELP,
  ...UPLOAD_HELP,
  ...PROGRAM_HELP,
  ...MONEY_HELP,
  site_personalletter: {
    zh: "在哪些平台可以发私信。",
    en: "Platforms on which members may send messages.",
  },
  site_comment: {
    zh: "在哪些平台可以回复。",
    en: "Platforms on which members may reply.",
  },
  "agreement.privacy": {
    zh: "打开并填写后，注册时必须同意隐私政策。",
    en: "With a text, those who register must agree to the privacy policy.",
  },
  "agreement.privacy_content": {
    zh: "说明你收集哪些信息、用来做什么。",
    en: "Says which data you collect and what for.",
  },
  "agreement.register": {
    zh: "打开并填写后，注册时必须同意注册协议。",
    en: "With a text, those who register must agree to the terms.",
  },
  "agreement.register_content": {
    zh: "写下社区的规则。",
    en: "The rules of the community.",
  },
  "watermark.watermark": {
    zh: "给之后上传的图片加上水印，已有的图片不变。",
    en: "Marks pictures that are uploaded from now on; earlier ones stay as they are.",
  },
  "watermark.watermark_image": {
    zh: "只能是 PNG，半透明的最好看；没有图片就没有水印。",
    en: "A PNG, best half-transparent; without a picture there is no mark.",
  },
  "watermark.position": {
    zh: "像九宫格一样：1 左上，5 正中，9 右下。",
    en: "Like the keys of a telephone: 1 top left, 5 centre, 9 bottom right.",
  },
  "watermark.horizontal_spacing": {
    zh: "离左边或右边的距离，单位像素。",
    en: "Distance from the left or right edge, in pixels.",
  },
  "watermark.vertical_spacing": {
    zh: "离上边或下边的距离，单位像素。",
    en: "Distance from the top or bottom edge, in pixels.",
  },
  "wx_offiaccount.offiaccount_close": {
    zh: "打开并填写下面的编号和密钥后，可以用微信登录（微信里直接登录，电脑上扫码），也可以用公众号发送通知。",
    en: "With the id and secret below, members sign in by WeChat (within it, or by a QR code on desks), and notifications can go out through your official account.",
  },
  "wx_offiaccount.offiaccount_app_id": {
    zh: "在微信公众平台“基本配置”里可以找到。",
    en: "Found in the basic settings of the official account.",
  },
  "wx_offiaccount.offiaccount_app_secret": {
    zh: "和编号在同一页；保存后不再显示。",
    en: "On the same page as the id; not shown again once it is saved.",
  },
  "wx_offiaccount.offiaccount_api_base": {
    zh: "一般不用改；经过代理访问微信时填写代理地址。",
    en: "Change it only if you reach WeChat through a proxy.",
  },
  "wx_offiaccount.offiaccount_authorize_base": {
    zh: "一般不用改；用别的系统模拟微信时填写它的地址。",
    en: "Change it only if another system stands in for WeChat.",
  },
  "wx_miniprogram.miniprogram_close": {
    zh: "打开并填写下面的编号和密钥后，小程序可以用 wx.login 的 code 登录。",
    en: "With the id and secret below, a mini-program signs in by the code of wx.login.",
  },
  "wx_miniprogram.miniprogram_app_id": {
    zh: "在微信公众平台的小程序“开发设置”里可以找到。",
    en: "Found in the development settings of the mini-program.",
  },
  "wx_miniprogram.miniprogram_app_secret": {
    zh: "和编号在同一页；保存后不再显示。",
    en: "On the same page as the id; not shown again once it is saved.",
  },
  "wx_oplatform.oplatform_close": {
    zh: "打开并填写下面的编号和密钥后，电脑上可以通过开放平台的扫码页登录；回调域名填写本站域名。",
    en: "With the id and secret below, desks sign in by the QR page of the open platform; its callback domain is that of this site.",
  },
  "wx_oplatform.oplatform_app_id": {
    zh: "在微信开放平台的网站应用里可以找到。",
    en: "Found at the website application on the open platform.",
  },
  "wx_oplatform.oplatform_app_secret": {
    zh: "和编号在同一页；保存后不再显示。",
    en: "On the same page as the id; not shown again once it is saved.",
  },
  "qcloud.qcloud_close": {
    zh: "腾讯云服务的总开关；短信等功能要先打开它。",
    en: "Main switch of Tencent Cloud; text messages need it.",
  },
  "qcloud.qcloud_secret_id": {
    zh: "在腾讯云“访问管理”里创建。",
    en: "Made in the access management of Tencent Cloud.",
  },
  "qcloud.qcloud_secret_key": {
    zh: "和密钥编号成对；保存后不再显示。",
    en: "Belongs to the secret id; not shown again once it is saved.",
  },
  "qcloud.qcloud_sms": {
    zh: "打开后可以用短信发送通知，成员可以绑定手机号、用短信验证码登录；还需填写下面的各项。",
    en: "Lets notifications go out as text messages, and members bind a phone and sign in by it; needs what follows.",
  },
  "qcloud.qcloud_sms_app_id": {
    zh: "腾讯云短信控制台里的 SDK AppID。",
    en: "The SDK app id of the text message console.",
  },
  "qcloud.qcloud_sms_template_id": {
    zh: "验证码模板的编号，模板须有两个变量：验证码和有效分钟数；没有它就不提供手机号登录和绑定。",
    en: "Id of the template for codes, with two variables: the code and the minutes it is valid. No phone sign-in without it.",
  },
  "qcloud.qcloud_sms_sign": {
    zh: "短信开头方括号里的名称，须在腾讯云审核通过。",
    en: "The approved name in brackets at the beginning of each text message.",
  },
  "qcloud.qcloud_sms_region": {
    zh: "短信服务所在的地域，一般不用改。",
    en: "Region of the text message service; rarely changed.",
  },
  "qcloud.qcloud_sms_endpoint": {
    zh: "一般不用改；经过代理访问腾讯云时填写代理地址。",
    en: "Change it only if you reach Tencent Cloud through a proxy.",
  },
  "qcloud.qcloud_captcha": {
    zh: "用腾讯云的验证码代替浏览器计算；成员的浏览器会连接腾讯云。下面两项和云密钥填完整后生效，在此之前仍由浏览器计算。",
    en: "Puzzles of Tencent Cloud in place of what browsers compute; browsers then ask Tencent. In effect once the keys are complete.",
  },
  "qcloud.qcloud_captcha_app_id": {
    zh: "腾讯云验证码控制台里的 CaptchaAppId，是一串数字。",
    en: "The CaptchaAppId of the captcha console, a number.",
  },
  "qcloud.qcloud_captcha_secret_key": {
    zh: "和验证码应用成对的 AppSecretKey；保存后不再显示。",
    en: "The AppSecretKey that belongs to the captcha app; not shown again once it is saved.",
  },
  "qcloud.qcloud_captcha_endpoint": {
    zh: "一般不用改；经过代理访问腾讯云时填写代理地址。",
    en: "Change it only if you reach Tencent Cloud through a proxy.",
  },
  "mail.smtp_host": {
    zh: "发信服务器的地址，例如 smtp.example.com；没有它就发不出任何邮件。",
    en: "Address of the server that sends mail, such as smtp.example.com; nothing is mailed without it.",
  },
  "mail.smtp_port": {
    zh: "常用 465（TLS）或 587（STARTTLS）。",
    en: "Mostly 465 (TLS) or 587 (STARTTLS).",
  },
  "mail.smtp_security": {
    zh: "要和端口相配；“none”只适合本机的邮件服务器。",
    en: "Has to suit the port; “none” is for a mail server on the same machine only.",
  },
  "mail.smtp_user": {
    zh: "多数服务商要求填写完整的邮箱地址。",
    en: "Most providers want the whole address here.",
  },
  "mail.smtp_password": {
    zh: "通常是服务商给的授权码；加密保存，不再显示。",
    en: "Often a code that the provider gives; stored encrypted and not shown again.",
  },
  "mail.mail_from_name": {
    zh: "收件人看到的名字；留空则用站点名称。",
    en: "The name that readers see; the site’s name if it is empty.",
  },
  "mail.mail_from_address": {
    zh: "发件邮箱；服务商一般要求它属于上面的用户名。",
    en: "The address that mails come from; providers mostly want it to belong to the user name.",
  },
  "mail.mail_reply_to": {
    zh: "收件人点“回复”时写给谁；留空则回到发件地址。",
    en: "Answers go there; to the sender’s address if it is empty.",
  },
};
