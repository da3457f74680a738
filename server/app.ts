import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { GraphQLSchema } from "graphql";
import { pino, type DestinationStream, type Logger } from "pino";
import { openAdmission } from "./http/admission.ts";
import type { Config } from "./config.ts";
import type { Context, Services } from "./core/context.ts";
import { EventBus, on } from "./core/events.ts";
import type { Importing } from "./core/importing.ts";
import { RateLimiter } from "./core/rateLimit.ts";
import { diskFaultOf } from "./core/diskFaults.ts";
import { ReadBudget } from "./core/readBudget.ts";
import { StartError } from "./core/startError.ts";
import { openDatabase, type OpenDatabase } from "./database/open.ts";
import { setMark } from "./database/schema.ts";
import { makeRoutes } from "./http/routes.ts";
import { features } from "./features.ts";
import { OutboxWorker } from "./features/outbox/outbox.service.ts";
import { mayIntrospect } from "./features/site/introspection.service.ts";
import { pluginsChanged } from "./features/plugins/plugin.events.ts";
import { SearchIndexWorker } from "./features/search/index/indexer.service.ts";
import { ProcessWatch } from "./features/processes/watch.service.ts";
import { sharedCounters } from "./features/auth/attempts/limitCounter.service.ts";
import { ensureFirstAdmin, offerSetup } from "./features/auth/accounts/setup.service.ts";
import { openGraphQLEndpoint, type GraphQLEndpoint } from "./graphql/endpoint.ts";
import { runForeignQuery } from "./graphql/foreignQuery.ts";
import { makeSchema } from "./graphql/schema.ts";
import { openHttp, type Http } from "./http/server.ts";
import { Clock } from "./jobs/clock.ts";
import { makeMetrics } from "./http/metrics.ts";
import { Readiness } from "./readiness.ts";
import { programContext } from "./http/requests.ts";
import { openRestRouter, type RestRouter } from "./rest/router.ts";
import { discardSecrets, openSecretKey, sealedColumnsOf } from "./secretKey.ts";
import { StreamHub } from "./http/stream/hub.ts";
import { SubscriptionHub } from "./http/stream/subscriptions.ts";
import { Feeds } from "./ssr/feeds/feeds.ts";
import { openPages, type Pages } from "./ssr/pages.ts";
import { ThreadTexts } from "./ssr/texts/threadTexts.ts";

/** Time limit for writing buffered data when the program ends, in milliseconds; rests end then. */
const LAST_LOOK_MS = 2_000;

/** The program, ready to answer; it has opened no port yet. */
export interface App {
  readonly config: Config;
  readonly services: Services;
  readonly database: OpenDatabase;
  readonly schema: GraphQLSchema;
  readonly graphql: GraphQLEndpoint;
  readonly rest: RestRouter;
  readonly pages: Pages;
  readonly clock: Clock;
  readonly outbox: OutboxWorker;
  readonly searchIndexer: SearchIndexWorker;
  readonly streams: StreamHub;
  readonly subscriptions: SubscriptionHub;
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

/** Replacements by a caller: the log's destination, and the rendering of pages during development. */
export interface AppOptions {
  readonly logTo?: DestinationStream;
  readonly pages?: Pages;
  /** Starts on a database that a newer version of the program has migrated. */
  readonly force?: boolean;
  /** Runs without plugins. */
  readonly safe?: boolean;
  /** Gives up the sealed values that the key of the data folder does not open, instead of refusing to start. */
  readonly discardSecrets?: boolean;
  /** Opens a forum into which a community moves: no preset rows, no first administrator, and nobody hears of anything. */
  readonly isImporting?: boolean;
  /** Lets a community move in from the page; without it the page offers nothing. */
  readonly importing?: Pick<Importing, "sources" | "start" | "mappings">;
}

/** Puts the program together: config → database → features → routes. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const log = pino({ level: config.logLevel, base: null }, options.logTo ?? pino.destination(1));
  const filesDir = join(config.dataDir, "files");
  makeFolder(filesDir);
  const schema = makeSchema(features);
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    entities: features.flatMap((feature) => feature.entities ?? []),
    version: config.version,
    force: options.force ?? false,
    log,
    slowStatementMs: config.slowStatementMs,
  });
  try {
    const discardsSecrets = options.discardSecrets ?? false;
    const sealed = sealedColumnsOf(features);
    const secretKey = await openSecretKey(config.dataDir, database, sealed, discardsSecrets);
    const core = openCore(config, {
      database,
      schema,
      log,
      filesDir,
      secretKey,
      withoutPlugins: options.safe ?? false,
      importing: {
        folder: join(config.dataDir, "import"),
        program: join(config.rootDir, "server/cli/luntan.mjs"),
        sources: [],
        start: null,
        mappings: null,
        ...options.importing,
      },
    });
    if (discardsSecrets) await discardSecrets(core.context(), sealed);
    const setupToken = options.isImporting ? null : await prepareFeatures(config, core);
    return await assemble(config, core, { schema, setupToken, pages: options.pages });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The services of the program and the workers behind them, before anything answers. */
interface Core {
  readonly database: OpenDatabase;
  readonly services: Services;
  readonly bus: EventBus;
  readonly outbox: OutboxWorker;
  readonly searchIndexer: SearchIndexWorker;
  readonly processes: ProcessWatch;
  context(): Context;
}

function openCore(
  config: Config,
  given: Pick<Services, "schema" | "filesDir" | "secretKey" | "withoutPlugins" | "importing"> & {
    database: OpenDatabase;
    log: Logger;
  },
): Core {
  const { database, log } = given;
  const bus = new EventBus((error, event) => log.error({ event, error: String(error) }, "subscriber failed"));
  const context = (): Context => programContext(services);
  const deliveries = features.flatMap((feature) => feature.deliveries ?? []);
  const outbox = new OutboxWorker(deliveries, context);
  const searchIndexer = new SearchIndexWorker(context);
  const processes = new ProcessWatch(context);
  const services: Services = {
    ...given,
    outbox,
    searchIndexer,
    hooks: {
      settings: features.flatMap((feature) => feature.settingHooks ?? []),
      groups: features.flatMap((feature) => feature.groupHooks ?? []),
      erasures: features.flatMap((feature) => feature.erasureHooks ?? []),
      contents: features.flatMap((feature) => feature.contentHooks ?? []),
      permissions: features.flatMap((feature) => feature.permissionHooks ?? []),
    },
    processId: processes.id,
    rateLimiter: new RateLimiter(config.rateLimitFactor, sharedCounters(context)),
    reads: new ReadBudget(config.rateLimitFactor),
    publicUrl: config.publicUrl,
    version: config.version,
    pluginsDir: join(config.dataDir, "plugins"),
    samplesDir: join(config.rootDir, "plugins/samples"),
    isProduction: config.environment === "production",
    mayCallInner: config.environment !== "production",
    webhookHosts: config.webhookHosts,
    backups: config.backups,
    runForeignQuery: (ctx, query) => runForeignQuery(given.schema, ctx, query),
    publish: (event) => bus.publish(event),
  };
  return { database, services, bus, outbox, searchIndexer, processes, context };
}

/** Starts the features on their data. @returns the token of the first administrator's link; null once there is one */
async function prepareFeatures(config: Config, { bus, context }: Core): Promise<string | null> {
  bus.subscribe(features.flatMap((feature) => feature.subscriptions ?? []));
  for (const feature of features) await feature.prepare?.(context());
  if (config.firstAdmin)
    await ensureFirstAdmin(context(), config.firstAdmin.username, config.firstAdmin.password);
  return offerSetup(context());
}

/** Connects the program to its routes; it has opened no port yet. */
async function assemble(
  config: Config,
  core: Core,
  given: { schema: GraphQLSchema; setupToken: string | null; pages?: Pages | undefined },
): Promise<App> {
  const { database, services, bus, outbox, searchIndexer, processes, context } = core;
  const { log } = services;
  const { schema, setupToken } = given;
  const { rootDir, publicUrl, metricsToken, trustProxy, version, dataDir } = config;
  const graphql = await openGraphQLEndpoint(schema, log, { extend: extendSchema, mayIntrospect });
  const rest = openRestRouter(features);
  const pages =
    given.pages ?? openPages({ rootDir, publicUrl, cache: config.pageCache, invalidations: processes });
  bus.subscribe(pages.subscriptions);
  // The command line serves no pages, but other processes do.
  if (given.pages) bus.subscribe([on(pluginsChanged, () => processes.changed())]);
  const feeds = new Feeds(publicUrl, config.pageCache, processes);
  const texts = new ThreadTexts(publicUrl, config.pageCache, processes);
  bus.subscribe([...feeds.subscriptions, ...texts.subscriptions]);
  const [streams, subscriptions] = [new StreamHub(context), new SubscriptionHub()];
  bus.subscribe([...streams.subscriptions, ...subscriptions.subscriptions]);
  const jobs = features.flatMap((feature) => feature.jobs ?? []);
  const clock = new Clock(jobs, context, log);
  const readiness = new Readiness(database, services.filesDir);
  let closing: Promise<void> | null = null;
  const ready = async (): Promise<void> => {
    if (closing) throw new Error("The server is stopping.");
    await readiness.prove();
  };
  const admission = openAdmission();
  const measured = { admission, streams, subscriptions, clock, pages, context };
  const connections = database.engine === "mysql" ? database.connections : null;
  const metrics = makeMetrics(dataDir, { ...measured, version, statements: database.log, connections });
  const parts = {
    services,
    schema,
    graphql,
    rest,
    pages,
    feeds,
    texts,
    metrics,
    streams,
    subscriptions,
    admission,
  };
  const routes = makeRoutes({ ...parts, metricsToken, rootDir, ready });
  const http = await openHttp(routes, { publicUrl, trustProxy, log, metrics, admission });
  const app = {
    config,
    services,
    database,
    schema,
    graphql,
    rest,
    pages,
    clock,
    outbox,
    searchIndexer,
    streams,
    subscriptions,
  };
  return {
    ...app,
    inject: http.inject,
    setupUrl: setupToken && `${publicUrl}/setup?token=${setupToken}`,
    context,
    async listen() {
      const address = await http.listen(config.port, config.host).catch((error: unknown) => {
        throw listenError(error, config);
      });
      await setMark(database, "started", config.version).catch((error: unknown) =>
        log.error({ error: String(error) }, "the start was not noted: the database takes no writes"),
      );
      for (const worker of [clock, outbox, searchIndexer, processes]) worker.start();
      return address;
    },
    close: () => (closing ??= stop({ ...app, processes, http })),
  };
}

/** Adds to the schema what features have while the program runs. */
async function extendSchema(ctx: Context, schema: GraphQLSchema): Promise<GraphQLSchema | null> {
  let extended: GraphQLSchema | null = null;
  for (const feature of features)
    extended = (await feature.extendSchema?.(ctx, extended ?? schema)) ?? extended;
  return extended;
}

/** Ends the parts of the program in order: what takes requests first, what they write to last. */
async function stop(
  parts: Pick<
    App,
    "services" | "streams" | "subscriptions" | "clock" | "outbox" | "searchIndexer" | "graphql" | "database"
  > &
    Pick<Core, "processes"> & {
      http: Http;
    },
): Promise<void> {
  await parts.http.drain();
  parts.streams.close();
  parts.subscriptions.close();
  await parts.http.close();
  await parts.clock.stop();
  await parts.outbox.stop();
  await parts.searchIndexer.stop();
  await parts.clock.flush(AbortSignal.timeout(LAST_LOOK_MS));
  for (const feature of features) feature.stop?.(parts.services);
  await parts.processes.stop();
  await parts.graphql.stop();
  await parts.database.close();
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!diskFaultOf(error) && !/^E(NOTDIR|EXIST|NOENT|LOOP)$/.test(code ?? "")) throw error;
    throw new StartError(
      `The folder ${folder} cannot be made (${code}). DATA_DIR must name a folder that the user who runs Luntan may write.`,
    );
  }
}

/** Explains in one sentence an address that cannot be used; other errors stay as they are. */
function listenError(error: unknown, { host, port }: Config): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return new StartError(
      `Port ${port} of ${host} is taken (EADDRINUSE). Stop the program that has it, or set PORT to another one.`,
    );
  if (code === "EACCES")
    return new StartError(`Port ${port} may not be opened by this user (EACCES). Set PORT to 1024 or above.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new StartError(`HOST ${host} is no address of this machine (${code}).`);
  return error;
}
