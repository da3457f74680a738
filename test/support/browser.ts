import axe from "axe-core";
import { chromium, type Browser as Chromium, type BrowserContext, type Page } from "playwright-core";
import { expect, TestRunner } from "vitest";
import { addWitness, gatherEvidence } from "./evidence.ts";
import type { Forum } from "./forum.ts";
import { KeptContexts } from "./keptContexts.ts";
import type { Person } from "./person.ts";
import { timed } from "./profile.ts";
import { reachScript } from "./reach.ts";
import { findChromium, findWholeChromium } from "./tools.mjs";

/** A phone and a desk, as most people have them. */
export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;

/**
 * Features of Chromium that are switched off. All but the last are Playwright's own (1.65), which a second list replaces.
 * `ScriptStreaming` parses scripts on another thread and took a seventh of the processor time of a page.
 */
const FEATURES_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "ScriptStreaming",
];

/** Options of V8 that leave out its optimizing compilers, which only pay off in pages that live longer than a test's. */
const COMPILERS_OFF = ["--no-sparkplug", "--no-maglev", "--no-opt"];

/** A short notice that fades while a page is judged is gone when it is judged again. */
const LOOKS = 3;

/** Longest time for one step, in milliseconds. */
const STEP_TIMEOUT_MS = 30_000;

/** Longest time for the picture of a page after a failure, in milliseconds. */
const PICTURE_TIMEOUT_MS = 5_000;

const PHONE_AGENT =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1";

/** Options of a page in a browser: its window, preferences and person. */
export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
  readonly locale?: string;
  /** A phone's for narrow windows, unless given. */
  readonly userAgent?: string;
  readonly javaScriptEnabled?: boolean;
  /** A browser that has never been here, for tests of how pages load or of what stays in a context; others get a kept one. */
  readonly isFirstVisit?: boolean;
  /** Lets the worker keep the files of the shell; requests then pass by what a test sees. */
  readonly keepsShell?: boolean;
  /** Person who is signed in; a visitor's browser without one. */
  readonly person?: Person | undefined;
  /** Console errors that the test provokes on purpose. */
  readonly expectedErrors?: readonly RegExp[];
}

/** The Chromium that all files of a worker use; it ends with the worker, whose end of their pipe closes. */
let shared: Promise<Chromium> | undefined;

/** Gives the Chromium of this worker: windows have nothing in common, and to start one for each file took half a second. */
async function sharedChromium(launch: () => Promise<Chromium>): Promise<Chromium> {
  const running = await shared?.catch(() => undefined);
  if (running?.isConnected()) return running;
  return (shared = launch());
}

/** Chromium, which fails the test for whatever a developer would see in its console. */
export class Browser {
  private readonly contexts: { context: BrowserContext; complaints: string[] }[] = [];
  private readonly kept: KeptContexts;
  private readonly dismiss = addWitness({
    testify: (picture) => this.showPages(picture),
    forget: () => undefined,
  });

  private constructor(
    private readonly chromium: Chromium,
    private readonly isShared: boolean,
    private readonly forum: Pick<Forum, "url">,
  ) {
    this.kept = new KeptContexts(chromium, forum.url);
  }

  /**
   * Starts Chromium for a forum that listens (`Forum.open({ listen: true })`).
   *
   * @param options.heapMb most memory for the scripts of one of its processes, in MB, for tests of what has no end
   * @param options.hasScreen true for tests of notifications, which the quicker Chromium without a screen does not show
   */
  static async open(
    forum: Pick<Forum, "url">,
    options: { heapMb?: number; hasScreen?: boolean } = {},
  ): Promise<Browser> {
    const { heapMb, hasScreen = false } = options;
    const executablePath = hasScreen ? findWholeChromium() : findChromium();
    if (!executablePath) throw new Error("Chromium is missing: `npm test` installs it, or says how.");
    const quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
    const args = [...quiet, "--disable-component-update", "--disable-sync", "--force-color-profile=srgb"];
    // Pages of a context share the process of the page that is parked in it.
    args.push("--renderer-process-limit=1");
    args.push(`--disable-features=${FEATURES_OFF.join(",")}`);
    const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
    args.push(`--js-flags=${[...COMPILERS_OFF, ...heap].join(" ")}`);
    if (process.getuid?.() === 0) args.push("--no-sandbox");
    const launch = (): Promise<Chromium> =>
      timed("browsers", () => chromium.launch({ executablePath, headless: true, args }));
    const isShared = heapMb === undefined && !hasScreen;
    return new Browser(await (isShared ? sharedChromium(launch) : launch()), isShared, forum);
  }

  /** Opens a window of its own; `page.goto("/thread/1")` takes paths. */
  async openPage(options: PageOptions = {}): Promise<Page> {
    const {
      width = DESKTOP.width,
      height = DESKTOP.height,
      colorScheme = "light",
      locale = "zh-CN",
    } = options;
    const phone = width < 800;
    const userAgent = options.userAgent ?? (phone ? PHONE_AGENT : undefined);
    const chosen = {
      viewport: { width, height },
      colorScheme,
      locale,
      hasTouch: phone,
      isMobile: phone,
      javaScriptEnabled: options.javaScriptEnabled ?? true,
      serviceWorkers: options.keepsShell ? "allow" : "block",
      ...(userAgent ? { userAgent } : {}),
    } as const;
    const isKept = !options.isFirstVisit && !options.keepsShell;
    const context = isKept
      ? await this.kept.take(chosen)
      : await this.chromium.newContext({ ...chosen, baseURL: this.forum.url });
    await this.signIn(context, options.person);
    const complaints: string[] = [];
    this.contexts.push({ context, complaints });
    const complain = (what: string): void => {
      if (!options.expectedErrors?.some((pattern) => pattern.test(what))) complaints.push(what);
    };
    context.on("page", (page) => this.watch(page, complain));
    context.on("request", (request) => {
      const url = new URL(request.url());
      const local = ["data:", "blob:", "about:"].includes(url.protocol) || url.origin === this.forum.url;
      if (!local) complain(`request to a foreign host: ${request.url()}`);
      if (local && url.pathname.startsWith("/assets/")) reachScript(url.pathname);
    });
    // What a loaded machine needs; less than a test has, so that failures name the step.
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    return context.newPage();
  }

  /** Fails if any page opened since the last call has complained. Call it at the end of every test. */
  async expectNoComplaints(): Promise<void> {
    const complaints = this.contexts.flatMap((each) => each.complaints);
    await this.closePages();
    expect(complaints).toEqual([]);
  }

  /** Fails if any open page has complained since the last call. The pages stay open. */
  expectNoComplaintsYet(): void {
    expect(this.contexts.flatMap(({ complaints }) => complaints.splice(0))).toEqual([]);
  }

  /** Closes all windows, without judging them. */
  async closePages(): Promise<void> {
    await gatherEvidence(TestRunner.getCurrentTest());
    await this.giveBack();
  }

  async close(): Promise<void> {
    this.dismiss();
    await this.closePages();
    await this.kept.close();
    if (!this.isShared) await this.chromium.close();
  }

  /** Takes a picture of each open page, and closes them, so that the next test is not judged by them. */
  private async showPages(picture: string): Promise<string[]> {
    const lines: string[] = [];
    const pages = this.contexts.flatMap(({ context }) => context.pages());
    for (const page of pages.filter((each) => !this.kept.isParked(each))) {
      const path = `${picture}-${lines.length + 1}.png`;
      const isTaken = await page.screenshot({ path, timeout: PICTURE_TIMEOUT_MS }).then(
        () => true,
        () => false,
      );
      lines.push(`page ${page.url()}: ${isTaken ? path : "no picture"}`);
    }
    const complaints = this.contexts.flatMap((each) =>
      each.complaints.map((text) => `console of it: ${text}`),
    );
    await this.giveBack();
    return [...lines, ...complaints];
  }

  private async giveBack(): Promise<void> {
    await Promise.all(this.contexts.splice(0).map(({ context }) => this.kept.giveBack(context)));
  }

  private watch(page: Page, complain: (what: string) => void): void {
    page.on("pageerror", (error) => complain(`page error: ${error.message}`));
    page.on("console", (message) => {
      // Hydration mismatches are errors or warnings, depending on the build of React; faults of headers are warnings.
      const isFault = /hydrat|did not match|Permissions-Policy/i.test(message.text());
      if (message.type() === "error" || isFault)
        complain(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("response", (response) => {
      if (response.status() >= 500) complain(`${response.status()} from ${response.url()}`);
    });
  }

  private async signIn(context: BrowserContext, person: Person | undefined): Promise<void> {
    if (!person?.credentials) return;
    const { cookie, accessToken } = person.credentials;
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([
      { name, value, url: this.forum.url, httpOnly: true, sameSite: "Lax" },
      { name: "access_token", value: accessToken, url: this.forum.url, sameSite: "Lax" },
    ]);
  }
}

/**
 * Fails with the list of what axe finds on the page at rest; colours included, so it is asked in both themes.
 * @param where what a failure names besides
 */
export async function expectNoViolations(page: Page, where = "", rules: Rules = {}): Promise<void> {
  let found = await violationsOf(page, rules);
  for (let look = 1; look < LOOKS && found.length > 0; look += 1) found = await violationsOf(page, rules);
  expect(found, where).toEqual([]);
}

/** Rules of axe that a page is judged by: all unless given. */
export interface Rules {
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

async function violationsOf(page: Page, { only, except }: Rules): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(judge, { only: only && [...only], except: except && [...except] });
}

/** Runs in the page: waits until it is at rest, and lists what axe finds. No page has frames. */
async function judge({ only, except }: { only?: string[] | undefined; except?: string[] | undefined }) {
  const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await frame();
  // What moves has arrived, and colours have changed. An animation that is taken back has ended, too.
  const moving = document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
  const { axe: judgeOf } = window as unknown as { axe: typeof import("axe-core") };
  const { violations } = await judgeOf.run(document, {
    resultTypes: ["violations"],
    // Style sheets of other hosts, which no page has.
    preload: false,
    ...(only && { runOnly: only }),
    ...(except && { rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])) }),
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id}: ${target.join(" ")}: ${failureSummary?.split("\n").at(-1)?.trim()}`,
    ),
  );
}
