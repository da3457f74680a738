import { ApolloProvider } from "@apollo/client/react";
import { act, render, waitFor } from "@testing-library/react";
import { lazy } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { vi } from "vitest";
import { App } from "../../client/App.tsx";
import { Answers } from "../../client/apollo/answers.ts";
import { createClient } from "../../client/apollo/client.ts";
import { makeHttpLink } from "../../client/apollo/httpLink.ts";
import { makeOnceLink } from "../../client/apollo/onceLink.ts";
import { loadPage } from "../../client/pageLoader.ts";
import { findPage } from "../../client/pageMatch.ts";
import { announceResponse } from "../../client/session/useResponseCodes.ts";
import { loadAct } from "../../client/ui/lateAct.ts";
import { hideToast } from "../../client/ui/toast.tsx";
import type { Answer, Person } from "./person.ts";

const loadFailureView = () => import("../../client/layout/FailureView.tsx");
const FailureView = lazy(() => loadFailureView().then((m) => ({ default: m.FailureView })));

/** State of the line between a window and the server: mutations meet it, queries pass unless a test names them. */
export type LineState = "open" | "cut" | "busy" | "slow";

/** One request that reached the line. */
export interface Sent {
  readonly name: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The line of one window: every request goes over it to the real server, unless it is cut. */
export class Line {
  state: LineState = "open";
  /** Mutations that were sent, and queries that meet the line, whatever became of them. */
  readonly mutations: Sent[] = [];
  /** Names of queries that meet the state of the line as well. */
  readonly meeting = new Set<string>();
  private waiting: (() => void)[] = [];

  constructor(private readonly person: Person) {}

  /** Lets what waits on a slow line pass, and all that follows. */
  open(): void {
    this.state = "open";
    for (const pass of this.waiting.splice(0)) pass();
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = init.headers as Record<string, string>;
    if (init.body instanceof FormData) {
      const { text, status } = await this.upload(url, init.body);
      return new Response(text, { status });
    }
    const isMutation = typeof init.body === "string" && this.note(init.body);
    if (isMutation && this.state === "cut") throw new TypeError("Failed to fetch");
    if (isMutation && this.state === "busy") return busy();
    if (isMutation && this.state === "slow") await new Promise<void>((pass) => this.waiting.push(pass));
    const { authorization: _authorization, ...others } = lowerCased(headers);
    const answer = await this.person.request(init.method ?? "GET", url, init.body as string, others);
    return new Response(answer.text, { status: answer.status });
  };

  /** Sends files, as `fetch` and `XMLHttpRequest` do. @throws {TypeError} over a cut line */
  async upload(url: string, form: FormData): Promise<Answer> {
    this.mutations.push({ name: url, variables: {} });
    if (this.state === "cut") throw new TypeError("Failed to fetch");
    if (this.state === "slow") await new Promise<void>((pass) => this.waiting.push(pass));
    const { body, contentType } = await multipart(form);
    return this.person.request("POST", url, body, { "content-type": contentType });
  }

  /** Notes what meets the line. @returns true if the body is that */
  private note(body: string): boolean {
    const { operationName, variables, query } = JSON.parse(body) as {
      operationName: string;
      variables: Record<string, unknown>;
      query: string;
    };
    if (!query.startsWith("mutation") && !this.meeting.has(operationName)) return false;
    this.mutations.push({ name: operationName, variables });
    return true;
  }
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Writes a form as browsers send it. */
async function multipart(form: FormData): Promise<{ body: Buffer; contentType: string }> {
  const boundary = "----luntan-window";
  const parts: Buffer[] = [];
  for (const [name, value] of form.entries()) {
    const isFile = typeof value !== "string";
    const file = isFile ? `; filename="${value.name}"\r\ncontent-type: ${value.type}` : "";
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      isFile ? await bytesOf(value) : Buffer.from(value),
      Buffer.from("\r\n"),
    );
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`));
  return { body: Buffer.concat(parts), contentType: `multipart/form-data; boundary=${boundary}` };
}

function bytesOf(file: File): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(Buffer.from(reader.result as ArrayBuffer));
    reader.onerror = () => reject(new Error("The file was not read."));
    reader.readAsArrayBuffer(file);
  });
}

/** The answer of a server that takes nothing more for now. */
function busy(): Response {
  const error = {
    message: "The forum is overloaded. Please try again in a moment.",
    extensions: { code: "OVERLOADED" },
  };
  return new Response(JSON.stringify({ errors: [error] }), { status: 503 });
}

/** A window in which somebody has opened a page. */
export interface Window {
  readonly line: Line;
  /** Address at which the window stands, with its query. */
  address(): string;
}

let current = "";
function AddressProbe() {
  const { pathname, search } = useLocation();
  current = pathname + search;
  return null;
}

/** Opens an address in a window of its own, in English, and waits until its page stands. */
export async function openWindow(person: Person, address: string): Promise<Window> {
  const line = new Line(person);
  vi.stubGlobal("fetch", line.fetch);
  document.documentElement.lang = "en";
  await Promise.all([
    loadFailureView(),
    loadAct(),
    findPage(address.split("?")[0]!).then(({ route }) => loadPage(route, true)),
  ]);
  const settings = {
    platform: "pc" as const,
    locale: "en" as const,
    colorScheme: "light" as const,
    textSize: "normal" as const,
    density: "cards" as const,
    publicUrl: "http://forum.test",
    now: Date.now(),
  };
  await act(async () => {
    render(
      <ApolloProvider client={createClient(makeOnceLink().concat(makeHttpLink(announceResponse)))}>
        <MemoryRouter initialEntries={[address]}>
          <AddressProbe />
          <App settings={settings} answers={new Answers([])} failureView={FailureView} />
        </MemoryRouter>
      </ApolloProvider>,
    );
    await Promise.resolve();
  });
  await waitFor(() => {
    const main = document.querySelector("main");
    const isLoading = !main?.textContent || main.querySelector("[data-skeleton], [aria-busy=true]");
    const isKnown = !person.credentials || document.body.textContent?.includes(person.nickname);
    if (isLoading || !isKnown) throw new Error(`${address} still loads.`);
  });
  return { line, address: () => current };
}

/** Closes what windows leave behind: toasts, storage, the line. */
export function closeWindows(): void {
  act(() => hideToast());
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
}
