import { defineTexts } from "../../i18n/texts.ts";

/** Texts of the state of the program. */
export const healthTexts = defineTexts({
  title: { zh: "运行状况", en: "Health" },
  well: { zh: "（正常）", en: " (fine)" },
  look: { zh: "（需要留意）", en: " (needs a look)" },
  mail: { zh: "邮件", en: "Mail" },
  mailOn: { zh: "已设置", en: "Set up" },
  mailOff: { zh: "未设置，去填写", en: "Not set up yet" },
  storage: { zh: "存储", en: "Storage" },
  free: {
    zh: (free: string, all: string) => `剩余 ${free}，共 ${all}`,
    en: (free: string, all: string) => `${free} of ${all} free`,
  },
  databaseSize: { zh: (size: string) => `数据库 ${size}`, en: (size: string) => `Database ${size}` },
  backup: { zh: "备份", en: "Backup" },
  noBackup: { zh: "没有记录", en: "None on record" },
  backupProven: { zh: "验证通过：", en: "Verified" },
  backupFailed: { zh: "备份失败：", en: "Failed" },
  backupHint: {
    zh: "设置 BACKUP_DIR 可定时备份，也可以运行 luntan backup。",
    en: "Set BACKUP_DIR for backups on a timetable, or run luntan backup.",
  },
  queue: { zh: "队列", en: "Queue" },
  queued: { zh: (count: number) => `${count} 项待处理`, en: (count: number) => `${count} waiting` },
  failed: { zh: (count: number) => `${count} 项多次失败`, en: (count: number) => `${count} given up` },
  version: { zh: "版本", en: "Version" },
  online: {
    zh: (_count: number, minutes: number) => `位成员在线（${minutes} 分钟内有动作，不含访客）`,
    en: (count: number, minutes: number) =>
      `${count === 1 ? "member" : "members"} online (active within ${minutes} minutes; visitors are not counted)`,
  },
});
