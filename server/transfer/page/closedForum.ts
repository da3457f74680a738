import type { Config } from "../../config.ts";
import { DomainError } from "../../core/errors.ts";
import { chooseLocale } from "../../core/locale.ts";
import type { Logger } from "../../core/logger.ts";
import { openAdmission } from "../../http/admission.ts";
import { makeMetrics } from "../../http/metrics.ts";
import { errorBody } from "../../http/refusals.ts";
import type { HttpAnswer, HttpRequest, Route } from "../../http/route.ts";
import { openHttp, type Http } from "../../http/server.ts";
import { failure } from "../../rest/envelope.ts";
import { movingInPage, type MovingIn } from "../../ssr/failurePage.ts";

/** Programs ask again after this, in seconds. */
const RETRY_AFTER_S = 10;
const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-store",
  "retry-after": String(RETRY_AFTER_S),
} as const;
const TEXT_HEADERS = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" } as const;

/** The port of a forum into which a community moves: a page that says so, and refusals for programs. */
export class ClosedForum {
  state: MovingIn = { percent: null, minutes: null, isStopped: false };
  private http: Http | null = null;

  private constructor(private readonly config: Config) {}

  /** Listens at the address of the forum. */
  static async open(config: Config, log: Logger): Promise<ClosedForum> {
    const forum = new ClosedForum(config);
    const { publicUrl, trustProxy, port, host, dataDir } = config;
    const parts = { publicUrl, trustProxy, log, metrics: makeMetrics(dataDir), admission: openAdmission() };
    forum.http = await openHttp(forum.routes(), parts);
    await forum.http.listen(port, host);
    return forum;
  }

  /** Stops to listen. */
  async close(): Promise<void> {
    await this.http?.drain();
    await this.http?.close();
  }

  private routes(): Route[] {
    const route = (path: string, handle: (request: HttpRequest) => HttpAnswer): Route => ({
      method: "ANY",
      path,
      name: "closed",
      work: "none",
      handle: (request) => Promise.resolve(handle(request)),
    });
    return [
      // The process is alive; nobody shall restart it now.
      route("/healthz", () => ({ status: 200, headers: TEXT_HEADERS, body: "ok" })),
      route("/readyz", () => ({ status: 503, headers: TEXT_HEADERS, body: "a community moves in" })),
      route("/api/*", refuseOldClient),
      route("/graphql", refuseProgram),
      route("/graphql/*", refuseProgram),
      route("*", (request) => movingInPage(this.state, request)),
    ];
  }
}

function closedError(): DomainError {
  return new DomainError("SITE_CLOSED", {
    retryAfterSeconds: RETRY_AFTER_S,
    text: {
      zh: "社区正在迁入，论坛暂时关闭",
      en: "A community is moving in; the forum is closed for a while.",
    },
  });
}

function refuseProgram({ headers, requestId }: HttpRequest): HttpAnswer {
  return {
    status: 503,
    headers: JSON_HEADERS,
    body: JSON.stringify(errorBody(closedError(), { headers, id: requestId })),
  };
}

function refuseOldClient({ cookies, headers, requestId }: HttpRequest): HttpAnswer {
  const locale = chooseLocale(cookies["locale"], String(headers["accept-language"] ?? ""));
  return {
    status: 503,
    headers: JSON_HEADERS,
    body: JSON.stringify(failure(closedError(), locale, requestId, new Date())),
  };
}
