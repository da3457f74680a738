import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import type { Config } from "../config.ts";
import { ok, warn, type Finding } from "./findings.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Looks for values of the configuration that are valid and yet not what a forum in service wants. */
export function examineConfiguration(config: Config): Finding[] {
  return [
    ok(`configuration: ${config.publicUrl}, data in ${config.dataDir}`),
    examineAddress(config),
    examineProxies(config),
    ...examineTrialValues(config),
    ...examineBackupFolder(config),
  ];
}

function examineAddress({ publicUrl }: Config): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  if (LOOPBACK.has(hostname))
    return warn(
      `address: ${publicUrl} leads to this machine alone`,
      "set PUBLIC_URL to the address that members type, so that links in mails work",
    );
  if (protocol === "http:")
    return warn(
      `address: ${publicUrl} is not encrypted; passwords can be read on the way, and passkeys and push do not work`,
      "serve https in a proxy and set PUBLIC_URL to it",
    );
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0
    ? ok(`address: ${publicUrl}`)
    : warn(
        `address: ${publicUrl} has no name`,
        "give the machine a name; certificates and passkeys need one",
      );
}

/** Https is served by a proxy; without its address all members are one to the limits. */
function examineProxies({ publicUrl, trustProxy, host }: Config): Finding {
  if (trustProxy.length > 0) {
    const everybody = trustProxy.filter((range) => /\/0$/.test(range));
    if (everybody.length > 0)
      return warn(
        `proxy: TRUST_PROXY believes everybody (${everybody.join(", ")}), who can then choose an address`,
        "name the addresses of the proxies alone",
      );
    return ok(`proxy: ${trustProxy.join(", ")}`);
  }
  return publicUrl.startsWith("https:")
    ? warn(
        "proxy: TRUST_PROXY is not set, so all visitors share one address and one rate limit",
        "set TRUST_PROXY to the address of the proxy that serves https",
      )
    : ok(`proxy: none; ${host} is asked directly`);
}

/** Values for trials and benchmarks that were left on. */
function examineTrialValues(config: Config): Finding[] {
  const left: [boolean, string, string][] = [
    [config.environment !== "production", `NODE_ENV is ${config.environment}`, "unset NODE_ENV"],
    [config.rateLimitFactor === 0, "RATE_LIMIT_FACTOR is 0: nothing is limited", "unset RATE_LIMIT_FACTOR"],
    [!config.pageCache, "PAGE_CACHE is 0: each page is rendered anew", "unset PAGE_CACHE"],
    [config.logLevel === "debug", "LOG_LEVEL is debug: the log grows quickly", "set LOG_LEVEL to info"],
    [config.logLevel === "silent", "LOG_LEVEL is silent: errors leave no trace", "set LOG_LEVEL to info"],
  ];
  const findings = left
    .filter(([isLeft]) => isLeft)
    .map(([, what, todo]) => warn(`trial values: ${what}`, todo));
  return findings.length > 0 ? findings : [ok("trial values: none are set")];
}

/** A disk that is lost takes the backups on it along. */
function examineBackupFolder({ backups, dataDir }: Config): Finding[] {
  if (!backups || !existsSync(backups.folder) || !existsSync(dataDir)) return [];
  return statSync(backups.folder).dev === statSync(dataDir).dev
    ? [
        warn(
          `backup: ${backups.folder} lies on the disk of the data`,
          "set BACKUP_DIR to another disk, or copy the files elsewhere each day",
        ),
      ]
    : [ok(`backup: ${backups.folder} lies on another disk than the data`)];
}
