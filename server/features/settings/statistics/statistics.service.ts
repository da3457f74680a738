import type { Context } from "../../../core/context.ts";
import { invalid } from "../../../core/errors.ts";
import { allow, mustBeAdmin } from "../../../core/viewer.ts";
import { isReportAllowed, parseReportHost, REPORT_HOSTS_MAX } from "./reportHosts.ts";
import { getSettings } from "../setting.service.ts";
import type { StatisticsScriptView } from "../setting.view.ts";
import { readStatisticsScript } from "./statisticsScript.ts";

/** Longest script that is looked at, in characters: what can be saved. */
const SCRIPT_MAX = 10_000;
/** Longest list of hosts that is looked at, in characters. */
const HOSTS_MAX = 1_000;

/** A script and a list of hosts that are not saved yet. */
export interface StatisticsDraft {
  readonly script: string;
  /** As it was typed; the saved list if it is absent. */
  readonly hosts?: string | null | undefined;
}

/**
 * What a statistics script reports to, and what of it the hosts of the site allow.
 * @throws {DomainError} LOGIN_REQUIRED, FORBIDDEN for all but administrators; INVALID_PARAMETER for texts that are too long.
 */
export async function examineStatistics(
  ctx: Context,
  { script, hosts }: StatisticsDraft,
): Promise<StatisticsScriptView> {
  allow(mustBeAdmin(ctx.viewer));
  const stored = (await getSettings(ctx)).site_stat_hosts;
  const typed = hosts ?? stored;
  if (script.length > SCRIPT_MAX * 2 || typed.length > HOSTS_MAX * 2)
    throw invalid("script", "统计代码过长", "The script is too long.");
  const listed = typed.split(/[\s,;]+/).flatMap((text) => parseReportHost(text) ?? []);
  const { services, origins } = readStatisticsScript(script, ctx.services.publicUrl);
  const named = origins.map((origin) => ({ origin, isAllowed: isReportAllowed(origin, listed) }));
  const missing = named.flatMap(({ origin, isAllowed }) => (isAllowed ? [] : [origin]));
  const proposal = [...new Set([...listed, ...missing])].slice(0, REPORT_HOSTS_MAX).join(" ");
  return { services, hosts: named, proposal };
}
