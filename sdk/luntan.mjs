/** Client of a Luntan forum. Needs nothing but `fetch`, so it runs in Node.js from 20 on, and in browsers. */
import { Everything } from "./everything.mjs";

const ATTEMPT_LIMIT_MS = 60_000;
const RETRIES = 5;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
const POLL_MS = 5_000;
const PAGE_SIZE = 100;
/** Longest address that all caches and proxies take. */
const ADDRESS_MAX = 2_000;
/** The server says something every twelve seconds; a stream that is silent for longer has broken. */
const SILENCE_LIMIT_MS = 45_000;
/** Statuses of forums, or of proxies before them, that offer no subscriptions. */
const NO_STREAM = new Set([400, 404, 405, 406, 501]);

/** Statuses of servers and proxies that are busy or away. */
const BUSY_STATUSES = new Set([429, 502, 503, 504]);
/** Refusals that have changed nothing and pass by themselves. */
const BUSY_CODES = new Set(["RATE_LIMITED", "OVERLOADED", "IDEMPOTENCY_KEY_BUSY", "DATABASE_ERROR"]);

/** A refusal of the forum, or an answer that is none. `code` is one of those that `/api/errors` lists. */
export class LuntanError extends Error {
  constructor(message, { code, status, requestId, retryAfterSeconds, errors = [], data = null, cause }) {
    super(message, { cause });
    this.name = "LuntanError";
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.errors = errors;
    this.data = data;
  }
}

/** Client of one forum, with the rights of one token. */
export class Luntan {
  #url;
  #headers;
  #isVisitor;
  #retries;
  #firstWaitMs;
  #fetch;

  /** `url` is the address of the site, `token` one of a member or an application (`luntan_pat_…`, `luntan_app_…`, `luntan_oat_…`). */
  constructor({ url, token, language = "en", retries = RETRIES, firstWaitMs = FIRST_WAIT_MS, fetch: ask }) {
    this.#url = url.replace(/\/+$/, "");
    this.#headers = {
      "accept-language": language,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    this.#isVisitor = token === undefined;
    this.#retries = retries;
    this.#firstWaitMs = firstWaitMs;
    this.#fetch = ask ?? ((address, request) => fetch(address, request));
  }

  /** Runs a document and gives its data. Mutations get a key, so that they run once however often they are sent. */
  async request(document, variables = {}, { signal, idempotencyKey } = {}) {
    const isMutation = changesSomething(document);
    const address = isMutation || !this.#isVisitor ? null : addressOf(document, variables);
    if (address !== null)
      return (await this.#send(address, { signal, mayRepeat: true, method: "GET", headers: {} })).data;
    const key = isMutation && idempotencyKey === undefined ? crypto.randomUUID() : idempotencyKey;
    const answer = await this.#send("/graphql", {
      signal,
      mayRepeat: !isMutation || Boolean(key),
      headers: { "content-type": "application/json", ...(key ? { "idempotency-key": key } : {}) },
      body: () => JSON.stringify({ query: document, variables }),
    });
    return answer.data;
  }

  /**
   * Gives the rows of a list, page by page. The document takes `$first` and `$after`, and asks for `nodes` and
   * `pageInfo { hasNextPage endCursor }`; `path` names the list where it is not the only one, such as `thread.posts`.
   */
  async *pages(document, variables = {}, { path, first = PAGE_SIZE, after = null, signal } = {}) {
    for (let cursor = after; ;) {
      const data = await this.request(document, { ...variables, first, after: cursor }, { signal });
      const list = path ? path.split(".").reduce((part, name) => part?.[name], data) : listIn(data);
      if (!list?.nodes || !list.pageInfo)
        throw new TypeError("The document asks for no list with `nodes` and `pageInfo`.");
      yield* list.nodes;
      const { hasNextPage, endCursor } = list.pageInfo;
      if (!hasNextPage || endCursor === cursor) return;
      cursor = endCursor;
    }
  }

  /** Gives the feed of changes, from `after` (a cursor that was kept) or `since` on. */
  changes(options) {
    return new ChangeFeed(this, options);
  }

  /** Gives all threads, replies and comments that there are, then what happened to them since; `from` a kept cursor on. */
  everything(options) {
    return new Everything(this, options);
  }

  /**
   * Subscribes, and gives the data of each event until the server ends it. It is not repeated when it breaks: go on from
   * the last cursor, as `changes` does.
   */
  async *subscribe(document, variables = {}, { signal } = {}) {
    const stop = new AbortController();
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    let silence;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stop.abort(new Error("The stream went silent.")), SILENCE_LIMIT_MS);
    };
    try {
      heard();
      const response = await this.#fetch(`${this.#url}/graphql/stream`, {
        method: "POST",
        headers: { ...this.#headers, "content-type": "application/json", accept: "text/event-stream" },
        body: JSON.stringify({ query: document, variables }),
        signal: either,
      });
      if (!response.ok || !response.body || !/event-stream/.test(response.headers.get("content-type") ?? ""))
        throw errorOf(response, parsed(await response.text()));
      for await (const { event, data } of eventsOf(response.body, heard)) {
        if (event === "complete") return;
        if (event !== "next") continue;
        const message = parsed(data);
        if (!message || message.errors) throw errorOf(response, message);
        yield message.data;
      }
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof LuntanError) throw cause;
      throw new LuntanError(`The stream broke: ${cause.message}`, { code: "NO_ANSWER", cause });
    } finally {
      clearTimeout(silence);
      stop.abort();
    }
  }

  /** Uploads a file and gives the attachment, whose id goes into `attachmentIds`. */
  async upload(file, { kind = "image", name = file.name ?? "file", signal } = {}) {
    return this.#send(`/uploads?kind=${encodeURIComponent(kind)}`, {
      signal,
      // An upload that nothing holds is removed after a day, so sending it again harms nothing.
      mayRepeat: true,
      headers: {},
      body() {
        const form = new FormData();
        form.append("file", file, name);
        return form;
      },
    });
  }

  async #send(path, { headers, body, signal, mayRepeat, method = "POST" }) {
    for (let attempt = 0; ; attempt++) {
      const { answer, error, isBusy } = await this.#attempt(path, {
        method,
        headers,
        body: body?.(),
        signal,
      });
      if (!error) return answer;
      // A refusal has changed nothing; what got no answer may have run.
      if (attempt >= this.#retries || !(isBusy || (mayRepeat && error.status === undefined))) throw error;
      await pause(waitBefore(attempt, this.#firstWaitMs, error.retryAfterSeconds), signal);
    }
  }

  async #attempt(path, { method, headers, body, signal }) {
    const limit = AbortSignal.timeout(ATTEMPT_LIMIT_MS);
    let response;
    let text;
    try {
      response = await this.#fetch(this.#url + path, {
        method,
        headers: { ...this.#headers, ...headers },
        body,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      text = await response.text();
    } catch (cause) {
      signal?.throwIfAborted();
      const error = new LuntanError(`No answer: ${cause.message}`, { code: "NO_ANSWER", cause });
      return { error, isBusy: false };
    }
    const answer = parsed(text);
    if (response.ok && answer && !answer.errors && !answer.error) return { answer };
    const error = errorOf(response, answer);
    const hasRun = Object.values(answer?.data ?? {}).some((value) => value !== null);
    return { error, isBusy: !hasRun && (BUSY_STATUSES.has(response.status) || BUSY_CODES.has(error.code)) };
  }
}

/**
 * The feed of changes as an async iterator that can be resumed: `cursor` moves past a change when the next one is asked
 * for, so that one during which the program ended comes again.
 */
class ChangeFeed {
  #client;
  #options;

  constructor(client, options = {}) {
    this.#client = client;
    this.#options = options;
    this.cursor = options.after ?? null;
  }

  async *[Symbol.asyncIterator]() {
    const { follow = false, pollMs, signal } = this.#options;
    // Who names an interval wants to be asked no more often.
    let isStreamed = pollMs === undefined;
    for (;;) {
      yield* this.#read();
      if (!follow) return;
      if (isStreamed) {
        try {
          yield* this.#listen();
        } catch (error) {
          if (!(error instanceof LuntanError)) throw error;
          // The question below says what is wrong, if it is more than the stream.
          isStreamed = !NO_STREAM.has(error.status);
        }
      }
      await pause(pollMs ?? POLL_MS, signal);
    }
  }

  /** Gives what there is by now. */
  async *#read() {
    const { since, categoryId, first = PAGE_SIZE, fields = "", signal } = this.#options;
    const document = `query ($after: String, $since: DateTimeISO, $categoryId: ID, $first: Int!) {
      changes(after: $after, since: $since, categoryId: $categoryId, first: $first) {
        edges { cursor node { id kind at threadId postId ${fields} } }
        pageInfo { hasNextPage endCursor }
      }
    }`;
    for (;;) {
      const from = this.cursor ? { after: this.cursor } : { since };
      const { changes } = await this.#client.request(document, { ...from, categoryId, first }, { signal });
      for (const { cursor, node } of changes.edges) {
        yield node;
        this.cursor = cursor;
      }
      this.cursor = changes.pageInfo.endCursor ?? this.cursor;
      if (!changes.pageInfo.hasNextPage) return;
    }
  }

  /** Gives what comes, from the cursor on, so that nothing between question and stream is missed. */
  async *#listen() {
    const { categoryId, fields = "", signal } = this.#options;
    const document = `subscription ($after: String, $categoryId: ID) {
      changes(after: $after, categoryId: $categoryId) {
        cursor
        change { id kind at threadId postId ${fields} }
      }
    }`;
    const events = this.#client.subscribe(document, { after: this.cursor, categoryId }, { signal });
    for await (const { changes } of events) {
      if (changes.change) yield changes.change;
      this.cursor = changes.cursor;
    }
  }
}

/** The address at which a visitor asks by GET, so that caches may answer; null if it would be too long for some. */
function addressOf(document, variables) {
  const address = `/graphql?${new URLSearchParams({ query: document, variables: JSON.stringify(variables) })}`;
  return address.length > ADDRESS_MAX ? null : address;
}

/** Reads server-sent events. `heard` is called whenever something arrives. */
async function* eventsOf(body, heard) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const fields = block.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line) ?? []);
      const valueOf = (field) => fields.filter(([, name]) => name === field).map(([, , text]) => text);
      yield { event: valueOf("event")[0], data: valueOf("data").join("\n") };
    }
  }
}

/** True if the document holds a mutation: the word stands outside all braces, brackets, texts and comments. */
function changesSomething(document) {
  const bare = document.replaceAll(/"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g, " ");
  let depth = 0;
  let outside = "";
  for (const sign of bare) {
    if (sign === "{" || sign === "(") depth++;
    else if (sign === "}" || sign === ")") depth--;
    else if (depth === 0) outside += sign;
  }
  return /\bmutation\b/.test(outside);
}

function parsed(text) {
  try {
    const answer = JSON.parse(text);
    return typeof answer === "object" ? answer : null;
  } catch {
    return null;
  }
}

function errorOf(response, answer) {
  const first = answer?.errors?.[0];
  const { code, requestId, retryAfterSeconds } = first?.extensions ?? answer?.error ?? {};
  const header = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new LuntanError(first?.message ?? answer?.error?.message ?? `HTTP ${response.status}`, {
    code: code ?? "NO_ANSWER",
    status: response.status,
    requestId,
    retryAfterSeconds: retryAfterSeconds ?? (Number.isNaN(header) ? undefined : header),
    errors: answer?.errors,
    data: answer?.data,
  });
}

/** What the server asks for, else twice as long each time; a part by chance keeps programs from coming together. */
function waitBefore(attempt, firstWaitMs, retryAfterSeconds) {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1_000;
  return Math.min(LONGEST_WAIT_MS, firstWaitMs * 2 ** attempt) * (0.5 + Math.random() / 2);
}

function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function listIn(value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  if (value.pageInfo) return value;
  for (const part of Object.values(value)) {
    const list = listIn(part);
    if (list) return list;
  }
  return undefined;
}
