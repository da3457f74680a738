import { createHash } from "node:crypto";
import type { Services } from "../core/context.ts";
import { DomainError } from "../core/errors.ts";
import { statusOf } from "../core/httpStatus.ts";
import { chooseLocale } from "../core/locale.ts";
import { readCode } from "../features/plugins/codeFiles.ts";
import { frameDocument } from "../features/plugins/frameDocument.ts";
import { installPlugin } from "../features/plugins/install.service.ts";
import { FILES_ADDRESS, FRAMES_ADDRESS } from "../features/plugins/installed.service.ts";
import { PluginTier } from "../features/plugins/plugin.entity.ts";
import { enabledPlugins } from "../features/plugins/plugin.loaders.ts";
import { programContext, requestContext } from "./requests.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "private, no-store",
} as const;
/** Another version has another address. */
const FOR_AN_HOUR = "public, max-age=3600";
/** Opened by themselves the files are nobody's: no origin, no scripts. */
const FILE_POLICY = "sandbox; default-src 'none'";
const ADDRESS =
  /^\/plugin-(?:files|frames)\/([a-z][a-z0-9-]{0,39})\/([\da-f]{64})(?:\/(client\.(?:js|css)))?$/;

/** Lists the addresses of plugins: their installation, their code, and the pages of their frames. */
export function pluginRoutes(services: Services): Route[] {
  return [
    {
      method: "POST",
      path: "/plugin-packages",
      name: "plugin-packages",
      work: "upload",
      streams: true,
      handle: (request) => takePackage(services, request),
    },
    {
      method: "GET",
      path: `${FILES_ADDRESS}*`,
      name: "plugin-files",
      work: "file",
      handle: (request) => sendCode(services, request),
    },
    {
      method: "GET",
      path: `${FRAMES_ADDRESS}*`,
      name: "plugin-frames",
      work: "file",
      handle: (request) => sendFrame(services, request),
    },
  ];
}

/** Takes a package: `POST /plugin-packages` with a multipart body of one file. */
async function takePackage(services: Services, request: HttpRequest): Promise<HttpAnswer> {
  try {
    const ctx = await requestContext(services, request);
    const { id, name, version } = await installPlugin(ctx, {
      announcedBytes: Number(request.headers["content-length"]),
      open: () => request.openFile(),
    });
    return { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ id: String(id), name, version }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refused(request, error);
  }
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

/** Sends the module or the style sheet of a trusted plugin that is shown. */
async function sendCode(services: Services, { path }: HttpRequest): Promise<HttpAnswer> {
  const [, name = "", hash = "", file] = ADDRESS.exec(path) ?? [];
  const code = file ? await findCode(services, name, hash, PluginTier.TRUSTED) : null;
  if (!code) return missing();
  const isScript = file === "client.js";
  return {
    status: 200,
    headers: {
      "content-type": isScript ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8",
      "content-security-policy": FILE_POLICY,
      "cache-control": FOR_AN_HOUR,
    },
    body: isScript ? code.script : inLayer(code.styles),
  };
}

/** Puts styles into the layer of plugins, below what the forum says of its own parts (client/styles.css). */
function inLayer(styles: string): string {
  return `@layer plugins{${styles}\n}`;
}

/** Sends the page of a frame of a plugin that is shown. */
async function sendFrame(services: Services, { path }: HttpRequest): Promise<HttpAnswer> {
  const [, name = "", hash = "", file] = ADDRESS.exec(path) ?? [];
  const code = file ? null : await findCode(services, name, hash, PluginTier.FRAMED);
  if (!code) return missing();
  const { html, scripts } = frameDocument(code);
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const policy = [
    // Whoever opens the page by itself gets a document without an origin, too.
    "sandbox allow-scripts",
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    // Nothing that a style could lead to may be loaded.
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": FOR_AN_HOUR,
      "referrer-policy": "no-referrer",
    },
    body: html,
  };
}

async function findCode(services: Services, name: string, hash: string, tier: PluginTier) {
  const plugins = await enabledPlugins(programContext(services));
  // Pages that are open still ask for the version that they know.
  const plugin = plugins.find((each) => each.name === name && each.tier === tier);
  return plugin ? readCode(services, name, hash) : null;
}

function missing(): HttpAnswer {
  return {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    body: "not found",
  };
}
