import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "./core/startError.ts";
import { SLOW_STATEMENT_MS } from "./database/statementLog.ts";
import { completeEnvironment } from "./environment.ts";

const HOUR_MS = 3_600_000;

const flag = z.enum(["0", "1", "false", "true"]).transform((value) => value === "1" || value === "true");

/** Pages are served at the root of a host. */
function isOrigin(text: string): boolean {
  // A value that is not a URL has its own message.
  if (!URL.canParse(text)) return true;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

const Environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("production"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine((text) => isOrigin(text), "must have no path, no query, and no name and password")
    .optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^(mysql|mariadb):\/\/[^/]*\/.+/, "must look like mysql://user:password@host:3306/database")
    .optional(),
  ADMIN_USERNAME: z.string().min(1).optional(),
  ADMIN_PASSWORD: z.string().min(1).optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{16,200}$/, "must have 16 to 200 letters, digits or -._~+/")
    .optional(),
  SLOW_STATEMENT_MS: z.coerce.number().int().min(0).max(600_000).default(SLOW_STATEMENT_MS),
  PAGE_CACHE: flag.default(true),
  RATE_LIMIT_FACTOR: z.coerce.number().min(0).default(1),
  WEBHOOK_HOSTS: z
    .string()
    .regex(/^\s*[\w.-]+(:\d+)?(\s*,\s*[\w.-]+(:\d+)?)*\s*$/, "must be names or addresses, comma-separated")
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY: z.coerce.number().min(0.01).max(8_760).default(24),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(7),
  LUNTAN_BACKUP_PASSPHRASE: z.string().min(10, "must have 10 characters or more").optional(),
});

/** Everything that can be set from outside; docs/operating.md lists each variable. */
export interface Config {
  readonly environment: "production" | "development" | "test";
  readonly port: number;
  readonly host: string;
  /** Folder of package.json, below which the built client lies. */
  readonly rootDir: string;
  /** Version of the program, of package.json. */
  readonly version: string;
  /** Address as people see it, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** mysql://…; undefined means SQLite in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly firstAdmin: { readonly username: string; readonly password: string } | null;
  /** Proxies whose X-Forwarded-* are believed: addresses or CIDR ranges. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /**
   * Token that `/metrics` requires as `Authorization: Bearer …`; without it there are no metrics. Proxies on the same
   * machine look like the machine itself, so an address is no proof.
   */
  readonly metricsToken: string | null;
  /** Time from which a statement of the database is logged and counted as slow, in milliseconds; 0 for none. */
  readonly slowStatementMs: number;
  /** Finished pages of visitors are kept in memory. */
  readonly pageCache: boolean;
  /** Multiplies every rate limit; 0 switches them off, for benchmarks. */
  readonly rateLimitFactor: number;
  /** Machines of the inner net that webhooks may call, over http too: `name` or `name:port`, as their addresses say. */
  readonly webhookHosts: readonly string[];
  /** Timetable of backups; null without one. */
  readonly backups: { readonly folder: string; readonly everyMs: number; readonly keep: number } | null;
  /** Passphrase that encrypts backups; null leaves them readable. */
  readonly backupPassphrase: string | null;
}

/** The environment as it is; the only place that reads it. */
export function currentEnvironment(): Record<string, string | undefined> {
  return process.env;
}

/**
 * Reads the configuration from environment variables.
 * @throws {StartError} one message that lists every variable that is wrong.
 */
export function loadConfig(variables: Record<string, string | undefined> = currentEnvironment()): Config {
  const environment = completeEnvironment(variables);
  const parsed = Environment.safeParse(environment.variables);
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? [];
  const problems = [...environment.problems, ...wrong].map((problem) => `  ${problem}`);
  if (!parsed.success || problems.length > 0)
    throw new StartError(`The configuration has problems:\n${problems.join("\n")}`);
  const value = parsed.data;
  if (Boolean(value.ADMIN_USERNAME) !== Boolean(value.ADMIN_PASSWORD)) {
    throw new StartError("The configuration has problems:\n  ADMIN_USERNAME and ADMIN_PASSWORD go together.");
  }
  const rootDir = findRoot();
  return {
    environment: value.NODE_ENV,
    port: value.PORT,
    host: value.HOST,
    rootDir,
    version: versionOf(rootDir),
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ""),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    firstAdmin: value.ADMIN_USERNAME
      ? { username: value.ADMIN_USERNAME, password: value.ADMIN_PASSWORD! }
      : null,
    trustProxy: listOf(value.TRUST_PROXY),
    logLevel: value.LOG_LEVEL,
    metricsToken: value.METRICS_TOKEN ?? null,
    slowStatementMs: value.SLOW_STATEMENT_MS,
    pageCache: value.PAGE_CACHE,
    rateLimitFactor: value.RATE_LIMIT_FACTOR,
    webhookHosts: listOf(value.WEBHOOK_HOSTS?.toLowerCase()),
    backups: value.BACKUP_DIR
      ? {
          folder: resolve(value.BACKUP_DIR),
          everyMs: value.BACKUP_EVERY * HOUR_MS,
          keep: value.BACKUP_KEEP,
        }
      : null,
    backupPassphrase: value.LUNTAN_BACKUP_PASSPHRASE ?? null,
  };
}

function listOf(text = ""): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The program's folder, from the sources as from the bundle. */
function findRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("The program's folder has no package.json.");
    folder = parent;
  }
  return folder;
}

function versionOf(rootDir: string): string {
  const manifest = JSON.parse(readFileSync(join(rootDir, "package.json"), "utf8")) as { version: string };
  return manifest.version;
}
