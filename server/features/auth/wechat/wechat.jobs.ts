import type { Job } from "../../../core/feature.ts";
import { removeExpiredTickets } from "./wechatTicket.service.ts";

/** Jobs of sign-ins by WeChat. */
export const wechatJobs: readonly Job[] = [
  { name: "removeExpiredWechatTickets", everyMs: 600_000, run: removeExpiredTickets },
];
