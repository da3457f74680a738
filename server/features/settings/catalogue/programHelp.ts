/** Sentences on the settings of doors for programs. */
export const PROGRAM_HELP = {
  graphql_introspection: {
    zh: "让开发工具直接询问 /graphql 的结构；关闭后只有管理员可以，/schema.graphql 和 /developers 上的文档仍然公开。",
    en: "Lets tools ask /graphql for its schema; without it administrators alone may. The file /schema.graphql and the reference at /developers stay public.",
  },
  mcp_server: {
    zh: "让会员用自己的令牌把 AI 助手接到 /mcp（Model Context Protocol），助手能做的不超过令牌和会员本人的权限；关闭后 /mcp 不再提供。",
    en: "Lets members connect assistants to /mcp (Model Context Protocol) with their own tokens, which may no more than token and member; without it there is no /mcp.",
  },
  link_previews: {
    zh: "帖子和回复里单独成段的网址显示成卡片：标题、简介和图片由本站读取并保存，读者的浏览器不会访问外站。关闭后不再读取，已有的卡片也变回链接。",
    en: "Addresses that are a paragraph of their own become cards. This site reads title, description and picture and keeps a copy, so readers’ browsers call nobody. Without it nothing is read, and cards are links again.",
  },
  link_preview_players: {
    zh: "这些播放器可以在卡片里打开，读者点播放后才会加载。哔哩哔哩、腾讯视频、Vimeo 和 YouTube 不需要别的设置，其他网站要同时列入“oEmbed 网站”；去掉的网站只显示普通卡片。",
    en: "These players open within cards, loaded only when a reader presses play. Bilibili, Tencent Video, Vimeo and YouTube need nothing else; other sites must answer by oEmbed as well. Sites that you take away keep a plain card.",
  },
  link_preview_providers: {
    zh: "每行一个网站：名称 | 网址规则（可用 * ，用空格隔开） | oEmbed 接口。符合规则的网址由本站询问接口，取标题、作者和图片；播放器只取一个 iframe 的地址，而且要在“可在卡片里播放的网站”里。",
    en: "One site a line: name | address patterns with *, separated by blanks | oEmbed endpoint. This site asks the endpoint for title, author and picture of matching addresses; of a player only the address of one iframe is used, if its site may play in cards.",
  },
  link_preview_blocked: {
    zh: "这些网站及其子域名的网址不显示卡片，本站也不会访问它们。",
    en: "Addresses of these sites and of names below them stay links, and this site does not call them.",
  },
  first_texts_held: {
    zh: "成员可见的帖子和回复少于这个数时，新写的内容要版主看过才显示；0 表示不启用。注册很久但没发过言的成员也算在内，版主和管理员除外。",
    en: "While fewer threads and replies of a member can be seen, new ones wait for a moderator; 0 for never. Old members who never wrote are meant, too, moderators are not.",
  },
  spam_signs: {
    zh: "给新成员的帖子和回复打分（链接、速度、相同内容、一次性邮箱、随机名字），分数和原因只在审核队列里给版主看。老成员的内容不会被打分。",
    en: "Scores threads and replies of new members (links, speed, equal texts, disposable mail, random names). Moderators see score and reasons in the review queue. Texts of old members are never scored.",
  },
  spam_hold_score: {
    zh: "达到这个分数的内容要版主看过才显示；0 表示只打分，不拦截。需要打开“垃圾内容识别”。",
    en: "Texts with this score wait for a moderator; 0 to score without holding. Needs signs of spam to be looked for.",
  },
  spam_new_texts: {
    zh: "可见的帖子和回复达到这个数，就不再是新成员：内容不再打分，举报按普通成员计分。",
    en: "With as many visible threads and replies a member is new no longer: their texts are not scored, and their reports count in full.",
  },
  spam_new_days: {
    zh: "注册满这么多天，就不再是新成员：内容不再打分，举报按普通成员计分。",
    en: "After so many days a member is new no longer: their texts are not scored, and their reports count in full.",
  },
  report_hide_score: {
    zh: "举报的分数加起来达到这个值，内容先隐藏，等版主处理；0 表示不启用。普通成员 10 分，举报记录好的最多 20 分，记录差的更少；版主 50 分；新成员每人 2 分，合计最多 6 分，单靠新成员不会隐藏内容。",
    en: "Content whose reports reach this score is hidden until a moderator decides; 0 for never. A member counts 10, up to 20 with a good record and less with a bad one; a moderator 50; a new member 2, all together at most 6, so that new members alone hide nothing.",
  },
} as const;
