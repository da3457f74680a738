import { isReportAllowed, ownOrigins, parseReportHost, reportHosts } from "./reportHosts.ts";

interface Service {
  readonly name: string;
  /** Pattern that identifies snippets of this service. */
  readonly mark: RegExp;
  /** Hosts that it reports to besides those in the snippet. */
  readonly hosts?: readonly string[];
  /** Its own cloud, by a part of a host that the snippet names, reports to hosts of its own. */
  readonly cloud?: { readonly host: RegExp; readonly hosts: readonly string[] };
}

/** Services whose snippets are recognised. */
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

/** Finds the origins that a text names, in the order of their first mention; with https, since pages use nothing else. */
function originsIn(text: string): string[] {
  const origins = new Set<string>();
  for (const [, scheme = "", host] of text.matchAll(/(http:|https:)?\/\/([\w.-]+(?::\d+)?)/gi)) {
    const origin = parseReportHost(host!);
    const plain = scheme.toLowerCase() === "http:" ? parseReportHost(`http://${host}`) : null;
    if (origin && !NO_HOSTS.has(origin)) origins.add(plain ?? origin);
  }
  return [...origins];
}

/** Finds the services of a script, and the origins besides the site itself that it reports to. */
export function readStatisticsScript(
  script: string,
  publicUrl: string,
): { services: string[]; origins: string[] } {
  const snippetOrigins = originsIn(script);
  const services = SERVICES.filter(({ mark }) => mark.test(script));
  const usual = services.flatMap(({ hosts = [], cloud }) => {
    const isCloud = cloud && snippetOrigins.some((origin) => cloud.host.test(new URL(origin).hostname));
    return [...hosts, ...(isCloud ? cloud.hosts : [])];
  });
  // What a star covers need not be named a second time.
  const own = ownOrigins(publicUrl);
  const others = snippetOrigins.filter((origin) => !own.includes(origin) && !isReportAllowed(origin, usual));
  const origins = [...usual, ...others];
  return { services: services.map(({ name }) => name), origins };
}

/** Finds the origins that a script reports to and that the hosts of the setting do not allow. */
export function blockedReports(script: string, stored: string, publicUrl: string): string[] {
  const hosts = reportHosts(stored);
  return readStatisticsScript(script, publicUrl).origins.filter((origin) => !isReportAllowed(origin, hosts));
}
