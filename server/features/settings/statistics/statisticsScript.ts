import { isReportAllowed, ownOrigins, parseReportHost, reportHosts } from "./reportHosts.ts";

interface Service {
  readonly name: string;
  /** What shows in a snippet that it is this service's. */
  readonly mark: RegExp;
  /** Where it reports to besides what the snippet names. */
  readonly hosts?: readonly string[];
  /** Its own cloud, by a part of a host that the snippet names, reports to hosts of its own. */
  readonly cloud?: { readonly host: RegExp; readonly hosts: readonly string[] };
}

/** The services whose snippets are understood. */
const SERVICES: readonly Service[] = [
  { name: "百度统计 (Baidu)", mark: /hm\.baidu\.com\/|\b_hmt\b/, hosts: ["https://hm.baidu.com"] },
  {
    name: "Google Analytics",
    mark: /googletagmanager\.com\/gt|google-analytics\.com\/|\bgtag\(/,
    hosts: [
      "https://*.google-analytics.com",
      "https://*.analytics.google.com",
      "https://*.googletagmanager.com",
    ],
  },
  { name: "Matomo", mark: /\b_paq\b|matomo\.(?:js|php)|piwik\.(?:js|php)/ },
  { name: "Plausible", mark: /\bplausible\b|data-domain=/ },
  {
    name: "Umami",
    mark: /data-website-id=|umami\.js\b/,
    cloud: { host: /(?:^|\.)umami\.(?:is|dev)$/, hosts: ["https://*.umami.is", "https://*.umami.dev"] },
  },
];

/** Names of vocabularies that look like addresses. */
const NO_HOSTS = new Set(["https://www.w3.org", "https://schema.org"]);

/** The origins that a text names, in the order of their first mention; whatever the scheme, pages may use https alone. */
function originsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, scheme = "", host] of text.matchAll(/(http:|https:)?\/\/([\w.-]{1,253}(?::\d{1,5})?)/gi)) {
    const origin = parseReportHost(host!);
    const plain = scheme.toLowerCase() === "http:" ? parseReportHost(`http://${host}`) : null;
    if (origin && !NO_HOSTS.has(origin)) found.add(plain ?? origin);
  }
  return [...found];
}

/** The services that a script belongs to, and the origins besides the site itself that it reports to. */
export function readStatisticsScript(
  script: string,
  publicUrl: string,
): { services: string[]; origins: string[] } {
  const named = originsIn(script);
  const services = SERVICES.filter(({ mark }) => mark.test(script));
  const known = services.flatMap(({ hosts = [], cloud }) => {
    const isCloud = cloud && named.some((origin) => cloud.host.test(new URL(origin).hostname));
    return [...hosts, ...(isCloud ? cloud.hosts : [])];
  });
  // What a star covers need not be named a second time.
  const own = ownOrigins(publicUrl);
  const others = named.filter((origin) => !own.includes(origin) && !isReportAllowed(origin, known));
  const origins = [...known, ...others];
  return { services: services.map(({ name }) => name), origins };
}

/** The origins that a script reports to and that the hosts of the setting do not allow. */
export function blockedReports(script: string, stored: string, publicUrl: string): string[] {
  const hosts = reportHosts(stored);
  return readStatisticsScript(script, publicUrl).origins.filter((origin) => !isReportAllowed(origin, hosts));
}
