import { defineTexts } from "../../i18n/texts.ts";

/** Texts of moving in. */
export const importsTexts = defineTexts({
  caption: { zh: "迁入社区", en: "Move a community in" },
  lead: {
    zh: "把其他程序的社区整体搬到这里：成员用原密码登录，帖子、附件、私信、余额和旧链接都保留。先试运行：只读取和检查，不写入论坛。",
    en: "Bring a whole community here from other forum software. Members keep their passwords; threads, files, messages, balances and old links come along. Start with a dry run: it only reads and checks, and changes nothing in this forum.",
  },
  closedTitle: { zh: "不能迁入", en: "A community cannot move in" },
  MOVED_IN: { zh: "已有社区迁入本论坛。", en: "A community has already moved into this forum." },
  HAS_MEMBERS: {
    zh: "除你之外论坛已有其他成员。社区只能迁入空论坛：请用新的数据目录或空数据库再装一个。",
    en: "This forum has other members besides you. A community can only move into an empty forum: set one up with a new data folder or an empty database.",
  },
  HAS_CONTENT: {
    zh: "论坛已有帖子、回复或资金记录。社区只能迁入空论坛：请用新的数据目录或空数据库再装一个。",
    en: "This forum already has threads, replies or transactions. A community can only move into an empty forum: set one up with a new data folder or an empty database.",
  },
  notHere: {
    zh: "此服务器只能用命令行迁入：luntan import。",
    en: "On this server, use the command line to move a community in: luntan import.",
  },
  source: { zh: "原论坛程序", en: "Old forum software" },
  DISCUZ_Q: { zh: "Discuz! Q（2.3 至 4）", en: "Discuz! Q (2.3 to 4)" },
  DISCUZ_X: { zh: "Discuz! X（3.4、3.5）", en: "Discuz! X (3.4, 3.5)" },
  FLARUM: { zh: "Flarum", en: "Flarum" },
  PHPBB: { zh: "phpBB", en: "phpBB" },
  NODEBB: { zh: "NodeBB", en: "NodeBB" },
  DISCOURSE: { zh: "Discourse", en: "Discourse" },
  NEUTRAL: { zh: "通用格式的压缩包", en: "Archive in the neutral format" },
  way: { zh: "数据来自", en: "Data source" },
  byConnection: { zh: "数据库连接", en: "Database connection" },
  byFile: { zh: "上传的文件", en: "Uploaded file" },
  connection: { zh: "数据库连接", en: "Database connection" },
  connectionHint: {
    zh: "形如 mysql://用户:密码@主机:3306/数据库。只读取，不写入；密码不保存，也不显示。",
    en: "For example mysql://user:password@host:3306/database. The database is only read; the password is neither stored nor displayed.",
  },
  connectionWrong: {
    zh: "请填写以 mysql:// 开头的地址",
    en: "Enter an address that starts with mysql://",
  },
  fileHintArchive: {
    zh: "luntan export 所写文件夹的 zip 压缩包，最大 50 GB",
    en: "A zip archive of a folder written by luntan export, up to 50 GB",
  },
  fileHintDatabase: {
    zh: "SQLite 数据库、Discourse 备份，或 PostgreSQL、MongoDB 的导出文件，最大 50 GB",
    en: "An SQLite database, a Discourse backup, or a PostgreSQL or MongoDB export, up to 50 GB",
  },
  chooseFile: { zh: "选择文件", en: "Choose a file" },
  otherFile: { zh: "换一个文件", en: "Choose a different file" },
  cancelUpload: { zh: "取消上传", en: "Cancel upload" },
  uploaded: {
    zh: (name: string, size: string) => `已上传：${name}（${size}）`,
    en: (name: string, size: string) => `Uploaded: ${name} (${size})`,
  },
  uploading: {
    zh: (percent: number) => `正在上传 ${percent}%`,
    en: (percent: number) => `Uploading: ${percent}%`,
  },
  address: { zh: "原网址（可选）", en: "Address of the old forum (optional)" },
  addressHint: {
    zh: "形如 https://old.example.org；正文里指向它的链接会改为新链接",
    en: "For example https://old.example.org. Links to it in posts will point here instead",
  },
  addressWrong: {
    zh: "请填写以 http:// 或 https:// 开头的网址",
    en: "Enter an address that starts with http:// or https://",
  },
  siteFolder: { zh: "附件文件夹（可选）", en: "Files from the old site (optional)" },
  noFolder: { zh: "不迁入附件", en: "Do not import files" },
  folderHint: {
    zh: (path: string) => `把原站的文件放进 ${path} 的一个子文件夹，刷新本页后即可选择`,
    en: (path: string) =>
      `To select files from the old site, put them in a folder inside ${path} and reload this page`,
  },
  timeZone: { zh: "原站时区（可选）", en: "Time zone of the old forum (optional)" },
  timeZoneHint: { zh: "默认 Asia/Shanghai", en: "Defaults to Asia/Shanghai" },
  appKey: { zh: "原站密钥（可选）", en: "Old site key (optional)" },
  appKeyHint: {
    zh: "config/config.php 里的 key；没有它，微信账号只列在报告里",
    en: "The key in config/config.php. Without it, WeChat accounts are only listed in the report",
  },
  needsFile: { zh: "请先上传文件", en: "Upload a file first" },
  check: { zh: "开始试运行", en: "Start dry run" },
  checking: {
    zh: (source: string) => `正在试运行：${source}`,
    en: (source: string) => `Dry run in progress: ${source}`,
  },
  checkingText: {
    zh: "大型社区需要几分钟到几小时。可以离开本页，结果会留在这里。",
    en: "Large communities can take anywhere from minutes to hours. You can leave this page; the result will be waiting here.",
  },
  cancel: { zh: "取消", en: "Cancel" },
  problem: { zh: "没有成功，论坛和之前一样", en: "That did not work. Your forum has not been changed" },
  checked: { zh: "试运行通过", en: "The dry run succeeded" },
  checkedText: {
    zh: "所有记录都可以迁入，论坛尚未改动。",
    en: "All records can be imported. Nothing in this forum has changed yet.",
  },
  comes: { zh: "将迁入", en: "What will be imported" },
  changes: { zh: "改动或未迁入", en: "Changed or left out" },
  noChanges: { zh: "没有改动，也没有遗漏。", en: "Nothing is changed or left out." },
  losses: { zh: "Markdown 没有的文本格式", en: "Formatting that Markdown does not support" },
  money: { zh: "资金", en: "Money" },
  sourceCents: { zh: "原站余额", en: "Balances in the old forum" },
  openedCents: { zh: "迁入余额", en: "Imported balances" },
  refusedCents: { zh: "拒绝的余额", en: "Rejected balances" },
  differences: { zh: "余额与流水不符的成员", en: "Members whose balance does not match their history" },
  report: { zh: "查看完整报告", en: "View the full report" },
  json: { zh: "下载 JSON", en: "Download JSON" },
  reportNote: { zh: "（英文）", en: "" },
  administrators: { zh: "迁入后的管理员", en: "Administrators after the import" },
  administratorsText: {
    zh: (names: string) => `${names}——用原来的密码登录。你现在的账号和设置会被替换。`,
    en: (names: string) =>
      `${names} will sign in with their existing passwords. Your current account and settings will be replaced.`,
  },
  noAdministrators: {
    zh: "这个社区没有能登录的管理员，迁入后无人能管理论坛，因此不能开始。请在下面把一个用户组的成员移到管理员组，或先在原论坛任命一位。",
    en: "This community has no administrator who can sign in, so nobody could manage the forum afterwards. Move the members of a group to the administrators below, or appoint one in the old forum first.",
  },
  start: { zh: "开始迁入", en: "Start import" },
  startTitle: { zh: "现在开始迁入？", en: "Start the import now?" },
  startText: {
    zh: "论坛会对所有人关闭，直到迁入完成。你会被退出登录；完成后请用原论坛的管理员账号登录。如果失败，论坛会恢复为空，你可以用现在的账号登录。",
    en: "The forum will be closed to everyone until the import is complete. You will be signed out; afterwards, sign in with an administrator account from the old forum. If the import fails, the forum will be empty again and you can sign in with your current account.",
  },
  command: {
    zh: "此服务器不能从页面开始迁入。请停止服务器，再用命令行迁入。",
    en: "This server cannot start the import from this page. Stop the server and use the command line.",
  },
  closing: { zh: "论坛正在关闭，请稍候……", en: "The forum is closing. One moment…" },
  again: { zh: "重新开始", en: "Start over" },
  discardTitle: { zh: "删除这次的数据？", en: "Delete this import data?" },
  discardText: {
    zh: "上传的文件、读取的记录和报告都会删除；论坛不受影响。",
    en: "The uploaded file, the records read from it and the report will be deleted. The forum is not affected.",
  },
  discard: { zh: "删除", en: "Delete" },
  discarded: { zh: "已删除", en: "Deleted" },
  movedIn: { zh: "社区已迁入", en: "The community has moved in" },
  movedInText: {
    zh: "看过报告后请删除迁入数据：其中有私信和密码哈希。",
    en: "Delete the import data once you have read the report: it contains private messages and password hashes.",
  },
});
