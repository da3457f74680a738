import type { LivingProcess } from "./process.sql.ts";

/** Time between two renewals of the lease, in milliseconds. */
export const BEAT_MS = 2_000;
/**
 * Finds the processes that serve at the same time as another one: each renewed its lease after the other had started. A
 * process that was killed and started again is none, although the lease of its predecessor has not ended.
 */
export function runningTogether<T extends LivingProcess>(living: readonly T[]): T[] {
  const overlap = (one: T, other: T): boolean =>
    one.id !== other.id && one.seenAt > other.startedAt && other.seenAt > one.startedAt;
  return living.filter((one) => living.some((other) => overlap(one, other)));
}

/** Limitations of several processes on one database, for the log, the doctor and administrators. */
export const NOT_SHARED: readonly { readonly zh: string; readonly en: string }[] = [
  {
    zh: "新消息和未读数只即时推送给连接在同一进程上的浏览器，其他浏览器要到下一次轮询才看到",
    en: "new messages and counts reach at once only browsers that are connected to the same process; others see them with their next poll",
  },
  {
    zh: "频率限制按进程分别计数（登录和注册除外，它们是共享的）",
    en: "rate limits count in each process for itself (those of signing in and registering are shared)",
  },
  {
    zh: "上传的文件和 secret.key 在各进程自己的 DATA_DIR 里，所有进程必须使用同一个文件夹",
    en: "uploaded files and secret.key lie in the DATA_DIR of each process; all must use the same folder",
  },
  {
    zh: "缓存页面上的点赞、收藏、关注和浏览数最多晚一分钟（其他改动两秒内可见）",
    en: "likes, bookmarks, followers and views on cached pages are up to a minute old (other changes are seen within two seconds)",
  },
];
