import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pino, type Logger } from "pino";
import { createApp, type App, type AppOptions } from "../../app.ts";
import type { Config } from "../../config.ts";
import { places, readRun, writeRun, type ImportRun } from "../../features/imports/page/importFolder.ts";
import { ImportPhase } from "../../features/imports/page/importPage.view.ts";
import { NO_PAGES } from "../../ssr/pages.ts";
import { NeutralFolder } from "../format/folder.ts";
import { hasImport, importFolder, undoImport } from "../import/import.ts";
import { writeReport } from "../import/report.ts";
import { READERS } from "../sources/readers.ts";
import type { SourceReport } from "../sources/source.ts";
import { ClosedForum } from "./closedForum.ts";
import { mappedCommunity, openMappings } from "./mappings.ts";
import { sentenceOf } from "./sentence.ts";

const MINUTE_MS = 60_000;

/** Hears of a forum that was opened, of one that is closed for a community, and of one that could not be opened again. */
export interface ServeOptions {
  readonly opened?: (app: App, address: string) => void;
  readonly closed?: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Serves a forum, and closes it for a community that moves in from the page: a page that says so answers meanwhile.
 * An import that the end of the program has interrupted goes on first.
 */
export class ForumServer {
  private app: App | null = null;
  private closed: ClosedForum | null = null;
  private isEnding = false;
  readonly log: Logger;
  private readonly folder: string;

  private constructor(
    private readonly config: Config,
    private readonly options: AppOptions,
    private readonly listeners: ServeOptions,
  ) {
    this.log = pino({ level: config.logLevel, base: null }, options.logTo ?? pino.destination(1));
    this.folder = join(config.dataDir, "import");
  }

  /** Opens the forum, or goes on with the import. @throws {StartError} if it cannot start */
  static async open(config: Config, options: AppOptions, listeners: ServeOptions): Promise<ForumServer> {
    const server = new ForumServer(config, options, listeners);
    const phase = readRun(server.folder)?.phase;
    if (phase === ImportPhase.IMPORTING || phase === ImportPhase.UNDOING) await server.begin();
    else await server.openForum();
    return server;
  }

  /** The forum that answers; null while a community moves in. */
  get current(): App | null {
    return this.app;
  }

  /** Finishes what is running. An import that is under way goes on at the next start. */
  async close(): Promise<void> {
    this.isEnding = true;
    await this.app?.close();
    await this.closed?.close();
  }

  private async openForum(): Promise<void> {
    const importing = {
      sources: Object.keys(READERS),
      start: () => void this.giveWay(),
      mappings: openMappings(places(this.folder).community),
    };
    const app = await createApp(this.config, { ...this.options, importing });
    // What takes time is done: the port is nobody's for an instant only.
    await this.closed?.close();
    this.closed = null;
    const address = await app.listen().catch(async (error: unknown) => {
      await app.close();
      throw error;
    });
    this.app = app;
    this.listeners.opened?.(app, address);
  }

  /** Closes the forum, which answers first who has asked for it. */
  private async giveWay(): Promise<void> {
    try {
      const { app } = this;
      this.app = null;
      await app?.close();
      if (!this.isEnding) await this.begin();
    } catch (error) {
      this.listeners.failed(error);
    }
  }

  private async begin(): Promise<void> {
    const closed = await ClosedForum.open(this.config, this.log);
    this.closed = closed;
    this.listeners.closed?.();
    void this.moveIn(closed).catch(this.listeners.failed);
  }

  private async moveIn(closed: ClosedForum): Promise<void> {
    try {
      await this.run(closed);
    } catch (error) {
      // Nothing more can be done by itself: the database is away, or the disk is full.
      this.log.error(
        { error: String(error) },
        "a community cannot move in; the next start of the server goes on",
      );
      closed.state = { percent: null, minutes: null, isStopped: true };
      return;
    }
    if (!this.isEnding) await this.openForum();
  }

  /** Imports, or makes the forum empty again after a failure. @throws {Error} if that fails too */
  private async run(closed: ClosedForum): Promise<void> {
    let run = readRun(this.folder)!;
    if (run.phase === ImportPhase.IMPORTING) {
      try {
        await this.import(closed);
        this.note({ ...run, phase: ImportPhase.MOVED_IN, startedAt: new Date().toISOString(), owner: null });
        return;
      } catch (error) {
        const problem = sentenceOf(error);
        this.log.error({ error: String(error) }, "a community cannot move in; the forum is made empty again");
        run = { ...run, phase: ImportPhase.UNDOING, problem };
        this.note(run);
      }
    }
    await this.withProgram(async (app) => {
      if (await hasImport(app)) await undoImport(app, () => undefined);
    });
    this.note({ ...run, phase: ImportPhase.FAILED });
  }

  private async import(closed: ClosedForum): Promise<void> {
    const { community } = places(this.folder);
    const folder = await mappedCommunity(await NeutralFolder.open(community));
    const { source } = JSON.parse(await readFile(join(community, "report.json"), "utf8")) as {
      source: SourceReport | null;
    };
    const result = await this.withProgram((app) =>
      importFolder(app, {
        folder,
        replacesOwner: true,
        tell: (line) => this.log.info({ line }, "a community moves in"),
        listener(percent, leftMs) {
          closed.state = { percent, minutes: Math.ceil(leftMs / MINUTE_MS), isStopped: false };
        },
      }),
    );
    // The community is here, with its report or without.
    await writeReport(folder, { source, result }, this.config.publicUrl).catch((error: unknown) =>
      this.log.error({ error: String(error) }, "the report of the import cannot be written"),
    );
  }

  private async withProgram<T>(work: (app: App) => Promise<T>): Promise<T> {
    const { logTo } = this.options;
    const app = await createApp(this.config, { isImporting: true, pages: NO_PAGES, ...(logTo && { logTo }) });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  }

  private note(run: ImportRun): void {
    writeRun(this.folder, run);
  }
}
