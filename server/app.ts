import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { GraphQLSchema } from "graphql";
import { pino, type DestinationStream } from "pino";
import { openAdmission } from "./admission.ts";
import type { Config } from "./config.ts";
import type { Context, Services } from "./core/context.ts";
import { EventBus } from "./core/events.ts";
import { RateLimiter } from "./core/rateLimit.ts";
import { ReadBudget } from "./core/readBudget.ts";
import { openSecretKey } from "./core/secrets.ts";
import { openDatabase, type OpenDatabase } from "./database/open.ts";
import { makeDoors } from "./doors.ts";
import { features } from "./features.ts";
import { OutboxWorker } from "./features/outbox/outbox.service.ts";
import { ensureFirstAdmin, offerSetup } from "./features/session/setup.service.ts";
import { openGraphQLDoor, type GraphQLDoor } from "./graphql/door.ts";
import { makeSchema } from "./graphql/schema.ts";
import { openHttp, type Http } from "./http.ts";
import { Clock } from "./jobs/clock.ts";
import { makeMetrics } from "./metrics.ts";
import { programContext } from "./requests.ts";
import { openRestDoor, type RestDoor } from "./rest/router.ts";
import { StreamHub } from "./stream/hub.ts";
import { openPages, type Pages } from "./ssr/pages.ts";

/** How long what waits in memory may take to be written when the program ends, in milliseconds; rests end then. */
const LAST_LOOK_MS = 2_000;

/** The program, ready to answer; it has opened no port yet. */
export interface App {
  readonly config: Config;
  readonly services: Services;
  readonly database: OpenDatabase;
  readonly schema: GraphQLSchema;
  readonly graphql: GraphQLDoor;
  readonly rest: RestDoor;
  readonly pages: Pages;
  readonly clock: Clock;
  readonly outbox: OutboxWorker;
  readonly streams: StreamHub;
  /** Asks the program directly, as HTTP would. */
  readonly inject: Http["inject"];
  /** Link with which the operator becomes the first administrator; null once there is one. */
  readonly setupUrl: string | null;
  /** A context that is nobody, for start-up, jobs and tests. */
  context(): Context;
  /** Opens the port and starts the clock. @returns the address */
  listen(): Promise<string>;
  /** Finishes what is running and lets go of everything. Safe to call twice. */
  close(): Promise<void>;
}

/** What a caller may replace: where log lines go, and how pages are rendered during development. */
export interface AppOptions {
  readonly logTo?: DestinationStream;
  readonly pages?: Pages;
}

/** Puts the program together: config → database → features → doors. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const log = pino({ level: config.logLevel, base: null }, options.logTo ?? pino.destination(1));
  const filesDir = join(config.dataDir, "files");
  mkdirSync(filesDir, { recursive: true });
  const schema = makeSchema(features);
  const entities = features.flatMap((feature) => feature.entities ?? []);
  const database = await openDatabase(config.databaseUrl, config.dataDir, entities);
  const bus = new EventBus((error, event) => log.error({ event, error: String(error) }, "subscriber failed"));
  const outbox: OutboxWorker = new OutboxWorker(
    features.flatMap((feature) => feature.deliveries ?? []),
    () => context(),
  );
  const services: Services = {
    database,
    outbox,
    rateLimiter: new RateLimiter(config.rateLimitFactor),
    reads: new ReadBudget(config.rateLimitFactor),
    log,
    publicUrl: config.publicUrl,
    filesDir,
    secretKey: openSecretKey(config.dataDir),
    mayCallInner: config.environment !== "production",
    publish: (event) => bus.publish(event),
  };
  const context = (): Context => programContext(services);
  try {
    bus.subscribe(features.flatMap((feature) => feature.subscriptions ?? []));
    for (const feature of features) await feature.prepare?.(context());
    if (config.firstAdmin)
      await ensureFirstAdmin(context(), config.firstAdmin.username, config.firstAdmin.password);
    const token = await offerSetup(context());
    const graphql = await openGraphQLDoor(schema, log);
    const rest = openRestDoor(features);
    const metrics = makeMetrics();
    const pages =
      options.pages ??
      openPages({ rootDir: config.rootDir, publicUrl: config.publicUrl, cache: config.pageCache });
    bus.subscribe(pages.subscriptions);
    const streams = new StreamHub(context);
    bus.subscribe(streams.subscriptions);
    const clock = new Clock(
      features.flatMap((feature) => feature.jobs ?? []),
      context,
      log,
    );
    let closing: Promise<void> | null = null;
    const ready = async (): Promise<void> => {
      if (closing) throw new Error("The server is stopping.");
      await database.ping();
      accessSync(filesDir, constants.W_OK);
    };
    const admission = openAdmission();
    const doors = makeDoors({
      services,
      schema,
      graphql,
      rest,
      pages,
      metrics,
      streams,
      admission,
      metricsToken: config.metricsToken,
      ready,
      rootDir: config.rootDir,
    });
    const http = await openHttp(doors, {
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      log,
      metrics,
      admission,
    });
    const stop = async (): Promise<void> => {
      streams.close();
      await http.close();
      await clock.stop();
      await outbox.stop();
      await clock.runAll(
        ["flushViewCounts", "flushTopicViews", "stopWords.tally", "flushSeen"],
        AbortSignal.timeout(LAST_LOOK_MS),
      );
      await graphql.stop();
      await database.close();
    };
    return {
      config,
      services,
      database,
      schema,
      graphql,
      rest,
      pages,
      clock,
      outbox,
      streams,
      inject: http.inject,
      setupUrl: token && `${config.publicUrl}/setup?token=${token}`,
      context,
      async listen() {
        const address = await http.listen(config.port, config.host);
        clock.start();
        outbox.start();
        return address;
      },
      close: () => (closing ??= stop()),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
