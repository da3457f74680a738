import type { DocumentNode } from "graphql";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { App } from "./App.tsx";
import { type Answer, type AnswerError, Answers, type Ask, ask, operationName } from "./apollo/answers.ts";
import type { PageAnswer } from "./apollo/client.ts";
import { pack } from "./apollo/packing.ts";
import { withTypenames } from "./apollo/typenames.ts";
import { ShellDocument, type ShellQuery } from "./gql/graphql.ts";
import { FailureView } from "./layout/FailureView.tsx";
import { HEAD_MARK } from "./layout/PageHead.tsx";
import { HeadCollector, HeadContext, headTags } from "./layout/head.ts";
import type { Page, PageAddress } from "./page.ts";
import { asksOf, loadPage } from "./pageLoader.ts";
import { rulesOf, takeInlineStyles } from "./platform/inlineStyles.ts";
import type { PageRoute } from "./page.ts";
import { nextAddress } from "./platform/savedAddress.ts";
import type { PageSettings } from "./platform/page.ts";
import { PageTexts, PageTextsContext } from "./platform/pageTexts.ts";
import { ServerSlotsContext } from "./plugins/serverSlots.ts";
import { SlotCollector, type SlotToRender } from "./plugins/slotCollector.ts";
import { findPage, isFirstRoute, movedTo } from "./pageMatch.ts";
import { markedIdsOf } from "./session/personalFields.ts";
import { LOGIN_PATH, loginAddress } from "./session/useViewer.ts";

/** A page that somebody wants, and the way to the data. */
export interface PageRequest extends PageSettings {
  /** Path and query, e.g. "/thread/5?page=2". */
  url: string;
  /** Null for visitors. */
  viewerId: string | null;
  /** True if members with the same permissions get the page as well; its viewer is none of them. */
  isShared: boolean;
  execute: (
    document: DocumentNode,
    variables: Record<string, unknown>,
  ) => Promise<{ data?: unknown; errors?: readonly AnswerError[] }>;
  /** Renders what plugins show at places of the page. */
  renderSlots: (slots: readonly SlotToRender[]) => Promise<PluginHtml>;
}

/** HTML that plugins show at places of the page, by the key of the place, and the style sheets that belong to it. */
interface PluginHtml {
  readonly html: ReadonlyMap<string, string>;
  readonly styles: readonly string[];
}

/** A rendered page; `head` and `body` are HTML, `state` is what the browser continues with. */
export interface PageResult {
  status: number;
  /** Redirect target, for status 302. */
  location?: string;
  head: string;
  body: string;
  /** Rules that stand for the style attributes of the body. */
  inlineRules: string;
  state: unknown;
  /** Files of the page below client/, for early loading of their chunks. */
  modules: string[];
  /** The same for every visitor, or for all members with the same permissions, until something is written. */
  cacheable: boolean;
  /** Statistics script of the site's settings, as the administrator wrote it. */
  statistics: string;
  /** Address of the site's icon; null for the default. */
  favicon: string | null;
  /** Style sheets of plugins that have rendered. */
  pluginStyles: readonly string[];
}

const NOTHING = {
  head: "",
  body: "",
  inlineRules: "",
  state: null,
  modules: [],
  cacheable: false,
  statistics: "",
  favicon: null,
  pluginStyles: [],
};
const NO_PLUGINS: PluginHtml = { html: new Map(), styles: [] };
/** Pages that the closed site shows: what it says, and the ways in for administrators. */
const OPEN_WHILE_CLOSED: ReadonlySet<string> = new Set([
  "/close",
  LOGIN_PATH,
  "/user/phone-login",
  "/user/status",
  "/setup",
]);
/** Address of the page on which a paid site is joined. */
const JOIN_PATH = "/forum/partner-invite";
/** Module shown in place of a failed page; listed with its page because it has styles of its own. */
const FAILURE_MODULE = "layout/FailureView.tsx";
/** Whole table of routes, which first pages of lists and threads do without. */
const ROUTES_MODULE = "routes.tsx";
/** Module that brings to a shared page what is the member's own. */
const MARKS_MODULE = "session/pageMarks.ts";
/** Fields that elements of the page show as they are (`Html`, `data-words`). */
const SHOWN_FIELDS: ReadonlySet<string> = new Set(["bodyHtml", "excerpt"]);
const OK = 200;
const FOUND = 302;

/** Tabs of `/my` that have become sections of the settings, which mails and bookmarks may still name. */
const SECTION_OF_TAB: Readonly<Record<string, string>> = { notices: "notifications", sessions: "devices" };

/** Gives the section of the settings that a former tab of `/my` has become; no link of the forum leads to such a tab. */
function settingsOf(pathname: string, search: URLSearchParams): string | undefined {
  const section = SECTION_OF_TAB[search.get("tab") ?? search.get("section") ?? ""];
  return pathname === "/my" && section ? `/my/settings?section=${section}` : undefined;
}

/** Modules whose chunks the browser needs for a page. */
function modulesOf(route: PageRoute, status: number): string[] {
  const table = isFirstRoute(route) ? [] : [ROUTES_MODULE];
  return [...table, route.module, ...(status === OK ? [] : [FAILURE_MODULE])];
}

/** Runs the queries of a page concurrently and renders it. */
export async function renderPage(request: PageRequest): Promise<PageResult> {
  const { pathname, search, searchParams } = new URL(`http://site.invalid${request.url}`);
  const moved = movedTo(pathname, search) ?? settingsOf(pathname, searchParams);
  if (moved) return { ...NOTHING, status: FOUND, location: moved };

  const { route, params } = await findPage(pathname);
  const page = await loadPage(route);
  if (page.needsLogin && request.viewerId === null) {
    return { ...NOTHING, status: FOUND, location: loginAddress(pathname + search) };
  }

  const { viewerId, density, now } = request;
  const address = { params, search: searchParams, viewerId, density, now };
  const asks = [ask(ShellDocument, {}), ...asksOf(page, address)];
  const answers = await answersTo(asks, request);
  const followUps = page.followUps?.(address, answers) ?? [];
  asks.push(...followUps);
  answers.push(...(await answersTo(followUps, request)));

  const site = (answers[0]?.data as ShellQuery | undefined)?.site;
  if (site?.closed && !site.viewerCanAdminister && !OPEN_WHILE_CLOSED.has(pathname)) {
    return { ...NOTHING, status: FOUND, location: "/close" };
  }
  // Administrators of a closed site may be signed in as somebody else.
  if (page.isForVisitors && viewerId !== null && !site?.closed)
    return { ...NOTHING, status: FOUND, location: nextAddress(search) ?? "/" };
  if (site && !site.closed && pathname === "/close") return { ...NOTHING, status: FOUND, location: "/" };

  if (pathname !== JOIN_PATH && answers.some(isForMembers))
    return { ...NOTHING, status: FOUND, location: joinAddress(pathname + search) };

  const elsewhere = await findElsewhere(request, page, address, answers);
  if (elsewhere) return { ...NOTHING, status: FOUND, location: elsewhere };

  const { platform, locale, colorScheme, textSize, publicUrl } = request;
  const settings: PageSettings = { platform, locale, colorScheme, textSize, density, publicUrl, now };
  const more = await answersTo(page.askMore?.(answers) ?? [], request);
  const shown = (
    <App settings={settings} answers={new Answers([...answers, ...more])} failureView={FailureView} />
  );
  const { collector, texts, html, pluginStyles } = await renderWithPlugins(shown, request, {
    pathname,
    search,
  });

  const { html: body, styles } = takeInlineStyles(html);
  const hasErrors = answers.some(({ errors }) => errors?.length);
  const marks = request.isShared ? markedIdsOf(answers) : null;
  const isForMany = request.isShared ? marks !== null : viewerId === null;
  const modules = modulesOf(route, collector.status);
  return {
    status: collector.status,
    head: site ? headHtml(collector, site, settings) : "",
    body,
    inlineRules: rulesOf(styles),
    state: {
      settings,
      viewerId,
      answers: packAnswers(asks, answers, texts),
      styles,
      ...(marks && { marks }),
    },
    modules: marks ? [...modules, MARKS_MODULE] : modules,
    cacheable: isForMany && collector.status === OK && !hasErrors,
    statistics: site?.stat ?? "",
    favicon: site?.favicon ?? null,
    pluginStyles,
  };
}

/** HTML of a page, and what it says of itself while it is rendered. */
interface Rendered {
  readonly html: string;
  readonly collector: HeadCollector;
  readonly texts: PageTexts;
  readonly slots: SlotCollector;
}

function renderOnce(shown: ReactNode, location: PageLocation, slots: SlotCollector): Rendered {
  const collector = new HeadCollector();
  const texts = new PageTexts();
  const html = renderToString(
    <HeadContext value={collector}>
      <PageTextsContext value={texts}>
        <ServerSlotsContext value={slots}>
          <StaticRouter location={location}>{shown}</StaticRouter>
        </ServerSlotsContext>
      </PageTextsContext>
    </HeadContext>,
  );
  return { html, collector, texts, slots };
}

interface PageLocation {
  readonly pathname: string;
  readonly search: string;
}

/** Renders a page, and once more with what plugins show if there are any that render on the server. */
async function renderWithPlugins(
  shown: ReactNode,
  { renderSlots }: PageRequest,
  location: PageLocation,
): Promise<Rendered & { readonly pluginStyles: readonly string[] }> {
  const first = renderOnce(shown, location, new SlotCollector());
  const places = [...first.slots.asked.values()];
  const { html, styles } = places.length > 0 ? await renderSlots(places) : NO_PLUGINS;
  const rendered = html.size > 0 ? renderOnce(shown, location, new SlotCollector(html)) : first;
  return { ...rendered, pluginStyles: styles };
}

/** Runs queries concurrently. */
function answersTo(asks: readonly Ask[], { execute }: PageRequest): Promise<Answer[]> {
  return Promise.all(
    asks.map(async ({ document, variables }) => {
      const { data, errors } = await execute(withTypenames(document), variables);
      return { name: operationName(document), variables, data, errors };
    }),
  );
}

/** True if a paid site refused a question of who has not joined it. */
function isForMembers({ errors }: Answer): boolean {
  return errors?.some(({ extensions }) => extensions?.["code"] === "JOIN_REQUIRED") ?? false;
}

/** The page on which a paid site is joined, which leads to an address afterwards if that may be returned to. */
function joinAddress(next: string): string {
  return loginAddress(next).replace(LOGIN_PATH, JOIN_PATH);
}

/** Asks where to go instead if what the address names has moved; null if it is there, and if it is nowhere. */
async function findElsewhere(
  { execute }: PageRequest,
  { instead, missing, elsewhere }: Page,
  address: PageAddress,
  answers: readonly Answer[],
): Promise<string | null> {
  const href = instead?.(address, answers);
  if (href) return href;
  const question = missing?.(address, answers);
  if (!question) return null;
  const { data } = await execute(question.document, question.variables);
  return data ? (elsewhere?.(address, data) ?? null) : null;
}

/** Leaves out what the page shows anyway, and what the browser knows itself: names and variables of what went well. */
function packAnswers(asks: readonly Ask[], answers: readonly Answer[], texts: PageTexts): PageAnswer[] {
  return answers.map(({ data, ...failed }, index) => {
    if (failed.errors?.length) return failed;
    return pack(asks[index]!.document, data, (field, text) =>
      SHOWN_FIELDS.has(field) ? texts.numberOf(text) : undefined,
    );
  });
}

function headHtml({ content }: HeadCollector, site: ShellQuery["site"], settings: PageSettings): string {
  return headTags(content, site, settings.publicUrl, settings.locale)
    .map(({ tag, attributes, text }) => {
      if (tag === "title") return `<title>${escapeHtml(text ?? "")}</title>`;
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      const open = `<${tag}${written.join("")} ${HEAD_MARK}="">`;
      return tag === "script" ? `${open}${text ?? ""}</script>` : open;
    })
    .join("");
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character]!);
}
