import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { readBackupRecord } from "../core/backupRecord.ts";
import { measureDisk, measureForum, type Measured } from "./forumMetrics.ts";

const SECOND_MS = 1_000;

/** Metrics of the program in Prometheus' format. */
export interface Metrics {
  /** Notes an answered request. @param route a name from a closed list, never a raw address */
  answered(route: string, method: string, status: number, seconds: number): void;
  errored(code: string): void;
  /** Notes that a browser has registered a plugin at a place; both come from closed lists. */
  pluginRegistered(plugin: string, place: string): void;
  text(): Promise<string>;
  readonly contentType: string;
}

let ofProcess: Registry | undefined;

/**
 * Gives the metrics of the process: memory, processor time, delay of the event loop. Their observers never end and hold
 * what they are registered with, so that a process has them once, however many forums it opens.
 */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess, prefix: "luntan_" });
  }
  return ofProcess;
}

/**
 * Makes the metrics of one running program.
 *
 * @param dataDir the folder that says when the last backup was made
 * @param forum parts of the forum, where one is served
 */
export function makeMetrics(dataDir: string, forum?: Measured): Metrics {
  const registry = new Registry();
  const process = processMetrics();
  const requests = new Histogram({
    name: "luntan_http_request_seconds",
    help: "Time until an answer was complete.",
    labelNames: ["route", "method", "status"],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  const errors = new Counter({
    name: "luntan_errors_total",
    help: "Refusals and failures by code.",
    labelNames: ["code"],
    registers: [registry],
  });
  const registrations = new Counter({
    name: "luntan_plugin_registrations_total",
    help: "Registrations of plugins in browsers, if the site counts them.",
    labelNames: ["plugin", "place"],
    registers: [registry],
  });
  measureBackups(registry, dataDir);
  if (forum) {
    measureForum(registry, forum);
    measureDisk(registry, dataDir);
  }
  return {
    answered: (route, method, status, seconds) => {
      requests.observe({ route, method, status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    errored: (code) => errors.inc({ code }),
    pluginRegistered: (plugin, place) => registrations.inc({ plugin, place }),
    text: async () => `${await process.metrics()}${await registry.metrics()}`,
    contentType: registry.contentType,
  };
}

/** Adds age, size and proof of the last backup, which are read when they are looked at. */
function measureBackups(registry: Registry, dataDir: string): void {
  const measures = [
    ["made_timestamp_seconds", "Time of the last backup; 0 if there is none.", "madeAt"],
    ["proven_timestamp_seconds", "Time at which the last backup was verified; 0 if never.", "provenAt"],
    [
      "failed_timestamp_seconds",
      "Time at which a backup failed since the last one; 0 if none did.",
      "failedAt",
    ],
    ["bytes", "Size of the last backup.", "bytes"],
  ] as const;
  for (const [name, help, field] of measures)
    new Gauge({
      name: `luntan_backup_${name}`,
      help,
      registers: [registry],
      collect() {
        const value = readBackupRecord(dataDir)?.[field] ?? 0;
        this.set(value instanceof Date ? value.getTime() / SECOND_MS : value);
      },
    });
}
