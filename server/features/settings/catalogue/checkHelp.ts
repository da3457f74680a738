/** Sentences on the settings of checks by an outside service. */
export const CHECK_HELP = {
  "checks.check_service": {
    zh: "会员发表或修改的帖子、回复和评论会送到这个服务审核；有问题的内容只会送进审核队列，机器不会删除任何内容。版主和管理员的内容、私信和群聊不送审。",
    en: "Threads, replies and comments that members write or change are sent to this service. What it finds goes to the review queue; nothing is deleted by a machine. Texts of moderators, messages and group chats are not sent.",
  },
  "checks.check_texts": {
    zh: "送审标题和正文，过长的内容分段送审。不送作者的任何信息。",
    en: "Sends title and text, long ones in parts. Nothing about the author is sent.",
  },
  "checks.check_pictures": {
    zh: "送审帖子和回复里的图片：缩小后的副本，相同的图片只送一次。动图只送第一帧，头像不送。阿里云只接受公网图片地址，不能用于审核图片。",
    en: "Sends the pictures of threads and replies: a small copy, equal pictures once. Of animations the first frame is sent, avatars are not. Alibaba Cloud takes public addresses only, so it cannot check pictures here.",
  },
  "checks.check_failure": {
    zh: "先显示：内容立即可见，审核发现问题后转入审核队列，服务没有回答时保持可见。先等待：通过后才显示，服务三次没有回答时由版主决定。",
    en: "Shown: content is visible at once, goes to the queue if the service finds something, and stays if it does not answer. Held: content appears once it has passed; if the service fails three times, moderators decide.",
  },
  "checks.check_tencent_region": {
    zh: "腾讯云的密钥在“云服务”里填写，并需开启云 API。",
    en: "The keys are those of Tencent Cloud among the settings of the cloud, whose API has to be on.",
  },
  "checks.check_tencent_biz_type": {
    zh: "控制台里的审核策略名称；留空使用默认策略。",
    en: "Name of a policy in Tencent's console; empty for the default one.",
  },
  "checks.check_tencent_text_endpoint": {
    zh: "一般不用改；也可以填转发到腾讯云的代理地址。",
    en: "Stays as it is, unless a relay of yours passes calls on to Tencent.",
  },
  "checks.check_tencent_picture_endpoint": {
    zh: "一般不用改；也可以填转发到腾讯云的代理地址。",
    en: "Stays as it is, unless a relay of yours passes calls on to Tencent.",
  },
  "checks.check_aliyun_key_id": {
    zh: "有内容安全权限（AliyunYundunGreenWebFullAccess）的 RAM 用户的 AccessKey ID。",
    en: "AccessKey id of a RAM user who may use content moderation (AliyunYundunGreenWebFullAccess).",
  },
  "checks.check_aliyun_key_secret": {
    zh: "同一个 AccessKey 的密钥，加密保存。",
    en: "Secret of the same AccessKey; it is stored encrypted.",
  },
  "checks.check_aliyun_endpoint": {
    zh: "按服务器所在地域选择，例如 green-cip.cn-beijing.aliyuncs.com。",
    en: "The one of your region, such as https://green-cip.ap-southeast-1.aliyuncs.com.",
  },
  "checks.check_aliyun_service_code": {
    zh: "控制台里文本审核增强版 PLUS 的服务代码。",
    en: "Code of a service of Text Moderation PLUS in the console.",
  },
  "checks.check_own_url": {
    zh: "本站向这个 https 地址发送签名的 JSON，格式见 docs/content-checks.md。",
    en: "This site posts signed JSON to this https address; docs/content-checks.md has the format.",
  },
  "checks.check_own_secret": {
    zh: "用来签名每个请求，你的服务凭它确认请求来自本站。",
    en: "Signs each call, so that your service knows that it comes from this site.",
  },
};
