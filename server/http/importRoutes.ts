import { createReadStream } from "node:fs";
import type { Context, Services } from "../core/context.ts";
import { cannotStore, diskFaultOf } from "../core/diskFaults.ts";
import { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import { chooseLocale } from "../core/locale.ts";
import { getMappingFile, uploadImportMapping } from "../features/imports/page/importMapping.service.ts";
import { getReport } from "../features/imports/page/importPage.service.ts";
import { storeImportPiece } from "../features/imports/page/upload.service.ts";
import { requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-store",
} as const;
/** The report has styles of its own and no scripts. */
const REPORT_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Lists the addresses of moving in from the page: pieces of its file, its report, and decisions as a file. */
export function importRoutes(services: Services): Route[] {
  return [
    {
      method: "POST",
      path: "/import-files",
      name: "import-files",
      work: "upload",
      streams: true,
      handle: (request) => answering(services, request, (ctx) => takePiece(ctx, request)),
    },
    {
      method: "GET",
      path: "/import-report",
      name: "import-report",
      work: "file",
      handle: (request) => answering(services, request, (ctx) => Promise.resolve(sendReport(ctx, request))),
    },
    {
      method: "GET",
      path: "/import-mapping",
      name: "import-mapping",
      work: "file",
      handle: (request) => answering(services, request, (ctx) => Promise.resolve(sendMapping(ctx))),
    },
    {
      method: "POST",
      path: "/import-mapping",
      name: "import-mapping",
      work: "upload",
      streams: true,
      handle: (request) => answering(services, request, (ctx) => takeMapping(ctx, request)),
    },
  ];
}

/** Answers refusals in the form of uploads. */
async function answering(
  services: Services,
  request: HttpRequest,
  work: (ctx: Context) => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  try {
    return await work(await requestContext(services, request));
  } catch (error) {
    if (error instanceof DomainError) return refused(request, error);
    if (!diskFaultOf(error)) throw error;
    services.log.error({ requestId: request.requestId, error: String(error) }, "a file cannot be stored");
    return refused(request, cannotStore());
  }
}

/** Takes a piece: `POST /import-files?name=old.db&offset=0&size=9` with a multipart body of one file. */
async function takePiece(ctx: Context, request: HttpRequest): Promise<HttpAnswer> {
  const query = new URLSearchParams(request.search);
  const arrived = await storeImportPiece(ctx, {
    name: query.get("name") ?? "",
    offset: Number(query.get("offset") ?? "0"),
    size: Number(query.get("size") ?? "0"),
    open: () => request.openFile(),
  });
  return { status: 200, headers: JSON_HEADERS, body: JSON.stringify(arrived) };
}

/** Sends the report: `GET /import-report?format=json`, or as a page. */
function sendReport(ctx: Context, { search }: HttpRequest): HttpAnswer {
  const isJson = new URLSearchParams(search).get("format") === "json";
  return {
    status: 200,
    headers: {
      "content-type": isJson ? JSON_HEADERS["content-type"] : "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": REPORT_POLICY,
      ...(isJson ? { "content-disposition": 'attachment; filename="import-report.json"' } : {}),
    },
    body: createReadStream(getReport(ctx, isJson ? "json" : "html")),
  };
}

/** Sends the decisions on groups and categories as the file that the command line reads. */
function sendMapping(ctx: Context): HttpAnswer {
  return {
    status: 200,
    headers: { ...JSON_HEADERS, "content-disposition": 'attachment; filename="mapping.json"' },
    body: createReadStream(getMappingFile(ctx)),
  };
}

/** Takes such a file: `POST /import-mapping` with a multipart body of one file. */
async function takeMapping(ctx: Context, request: HttpRequest): Promise<HttpAnswer> {
  const { version } = await uploadImportMapping(ctx, { open: () => request.openFile() });
  return { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ version }) };
}

function refused({ cookies, headers, requestId }: HttpRequest, error: DomainError): HttpAnswer {
  const locale = chooseLocale(cookies["locale"], String(headers["accept-language"] ?? ""));
  const { code, legacyCode } = error;
  const wait = error.details.retryAfterSeconds;
  return {
    status: statusOf(error),
    headers: { ...JSON_HEADERS, ...(wait === undefined ? {} : { "retry-after": String(wait) }) },
    body: JSON.stringify({ error: { code, legacyCode, message: error.textIn(locale), requestId } }),
  };
}
