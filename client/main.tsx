import "./styles.css";
import { ApolloProvider } from "@apollo/client/react";
import { lazy, type ReactNode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App.tsx";
import { type Answer, ask } from "./apollo/answers.ts";
import { createClient, type PageAnswer, restoreAnswers } from "./apollo/client.ts";
import { makeHttpLink } from "./apollo/httpLink.ts";
import { loadSendOnce, makeOnceLink } from "./apollo/onceLink.ts";
import { ShellDocument } from "./gql/graphql.ts";
import { asksOf, loadPage } from "./pageLoader.ts";
import { findPage, loadRoutes } from "./pageMatch.ts";
import { clearCookie, readCookie } from "./platform/cookies.ts";
import { restoreInlineStyles } from "./platform/inlineStyles.ts";
import { keepShell } from "./platform/offline.ts";
import type { PageSettings } from "./platform/page.ts";
import { readPageTexts } from "./platform/pageTexts.ts";
import { reloadOnce } from "./platform/routeLoad.ts";
import { keepTypedTexts } from "./platform/typedTexts.ts";
import { loadAct } from "./ui/lateAct.ts";
import type { MarkedIds } from "./session/personalFields.ts";
import { restoreAccessToken } from "./session/token.ts";
import { announceResponse } from "./session/useResponseCodes.ts";

interface State {
  settings: PageSettings;
  viewerId: string | null;
  answers: PageAnswer[];
  /** Style attributes of the page, by their number. */
  styles: string[];
  /** Ids of what the page shows, on a page that members share. */
  marks?: MarkedIds;
}

const loadFailureView = () => import("./layout/FailureView.tsx");
const FailureView = lazy(() => loadFailureView().then((m) => ({ default: m.FailureView })));
/** Delay before the code is loaded that the next page or a lost connection may need, in milliseconds. */
const SETTLED_MS = 3_000;

const client = createClient(makeOnceLink().concat(makeHttpLink(announceResponse)));
let tellTakenOver: () => void;
const takenOver = new Promise<void>((done) => (tellTakenOver = done));

/** While the server's page is taken over the cache answers everything; afterwards pages ask for news. */
function Takeover({ children }: { children: ReactNode }) {
  useEffect(() => {
    client.prioritizeCacheValues = false;
    document.documentElement.dataset.hydrated = "true";
    tellTakenOver();
    if (import.meta.env.PROD) keepShell();
    setTimeout(
      () =>
        void Promise.all([loadFailureView(), loadAct(), loadSendOnce(), loadRoutes()]).catch(() => undefined),
      SETTLED_MS,
    );
  }, []);
  return children;
}

/** Tells if a field has other content than the server gave it. */
function isFilledIn(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some((field) => field.value !== field.defaultValue);
}

async function start(): Promise<void> {
  const state = JSON.parse(document.getElementById("state")!.textContent!) as State;
  // A page that somebody has begun to fill in stays; the next one is that of the member.
  if (state.viewerId === null && restoreAccessToken() && !isFilledIn()) return location.reload();
  const { marks } = state;
  // At once, so that the answer is there when the page has been taken over.
  if (marks) void bringMarks(marks);
  forgetMissingScripts();
  const root = document.getElementById("root")!;
  const texts = readPageTexts(root);
  const { pathname, search } = location;
  const { route, params } = await findPage(pathname);
  const page = await loadPage(route, true);
  await page.prepare?.();
  await nextTask();
  const { viewerId, settings } = state;
  const address = {
    params,
    search: new URLSearchParams(search),
    viewerId,
    density: settings.density,
    now: settings.now,
  };
  const asks = [ask(ShellDocument, {}), ...asksOf(page, address)];
  client.prioritizeCacheValues = true;
  const followUps = (answers: readonly Answer[]) => page.followUps?.(address, answers) ?? [];
  const failures = restoreAnswers(client, asks, followUps, state.answers, texts);

  await nextTask();
  restoreInlineStyles(root, state.styles);
  keepTypedTexts(root);
  // As a transition the take-over lets input in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <ApolloProvider client={client}>
        <BrowserRouter>
          <Takeover>
            <App settings={state.settings} answers={failures} failureView={FailureView} />
          </Takeover>
        </BrowserRouter>
      </ApolloProvider>,
    );
  });
}

/** Brings what is the member's own to a page that members share; its code is asked for again when the line is back. */
async function bringMarks(marks: MarkedIds): Promise<void> {
  const code = await import("./session/pageMarks.ts").catch(() => null);
  if (code) return code.bringMarks(client, marks, takenOver);
  await new Promise((done) => addEventListener("online", done, { once: true }));
  return bringMarks(marks);
}

/** Scripts run after all: pages need not come with all that is the member's own (server/ssr/wholePages.ts). */
function forgetMissingScripts(): void {
  if (readCookie("scripts") !== null) clearCookie("scripts");
}

/** Lets the browser answer input between the steps of the start, each of which is long on a slow phone. */
function nextTask(): Promise<void> {
  return new Promise((done) => setTimeout(done));
}

try {
  await start();
} catch (error) {
  // Code that a new release has taken away comes with the page of that release; what stands here can be read anyway.
  if (!reloadOnce()) throw error;
}
