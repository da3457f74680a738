import { createHash } from "node:crypto";
import { type Manifest, parseManifest, refusePackage } from "../manifest.ts";
import { ownSchema } from "../server-part/ownGraphql.ts";
import { problemOf } from "../server-part/serverManifest.ts";
import { PluginTier } from "../plugin.entity.ts";
import { UNPACKED_MAX_BYTES } from "./zip.ts";

/** Longest archive, in bytes: no longer than its files may be together. */
export const PACKAGE_MAX_BYTES = UNPACKED_MAX_BYTES;
const MANIFEST = "plugin.json";
const SCRIPT = "client.js";
const STYLES = "client.css";
const SERVER = "server.js";
/** Tests that `luntan plugin check` runs against another version of the forum. */
const TESTS = "plugin.test.js";
/** Files that a package may hold; those for people are not stored. */
export const PACKAGE_FILES: readonly string[] = [
  MANIFEST,
  SCRIPT,
  STYLES,
  SERVER,
  TESTS,
  "README.md",
  "LICENSE",
];
const SCRIPT_MAX_BYTES = 2_000_000;
const STYLES_MAX_BYTES = 500_000;
/** Code that would end the element of a frame's page in which it stands. */
const ENDS_SCRIPT = /<\/script|<!--/i;
const ENDS_STYLE = /<\/style/i;

/** A checked package. */
export interface PluginPackage {
  readonly manifest: Manifest;
  readonly script: string;
  readonly styles: string;
  /** Code of the server part; null without one. */
  readonly server: string | null;
  /** Its own tests; null without any. */
  readonly tests: string | null;
  readonly hash: string;
}

/** Digest of the files of a plugin, in hexadecimal digits. */
export function hashOf({ script, styles, server, tests }: Omit<PluginPackage, "manifest" | "hash">): string {
  return createHash("sha256")
    .update(`${Buffer.byteLength(script)}\n`)
    .update(script)
    .update(styles)
    .update(server === null ? "" : `\n${Buffer.byteLength(styles)}\n${server}`)
    .update(tests === null ? "" : `\n${createHash("sha256").update(tests).digest("hex")}`)
    .digest("hex");
}

/**
 * Checks the files of a package.
 * @throws {DomainError} INVALID_PARAMETER with the reason.
 */
export function checkPackage(
  files: ReadonlyMap<string, Buffer>,
  tier: PluginTier,
  hostVersion: string,
): PluginPackage {
  const manifests = [...files.keys()].filter((name) => name.split("/").at(-1) === MANIFEST);
  if (manifests.length > 1)
    throw refusePackage("包里有多个 plugin.json", "There is more than one plugin.json.");
  if (manifests[0] !== MANIFEST)
    throw refusePackage("包的根目录缺少 plugin.json", "There is no plugin.json at the root of the package.");
  for (const name of files.keys())
    if (!PACKAGE_FILES.includes(name))
      throw refusePackage(`包里不应有 ${name}`, `A package holds no ${name}.`);
  const manifest = parseManifest(textOf(files, MANIFEST, SCRIPT_MAX_BYTES), tier, hostVersion);
  const script = textOf(files, SCRIPT, SCRIPT_MAX_BYTES);
  if (script.trim() === "") throw refusePackage("包里缺少 client.js", "There is no client.js.");
  const styles = textOf(files, STYLES, STYLES_MAX_BYTES);
  if (tier === PluginTier.FRAMED) {
    if (ENDS_SCRIPT.test(script))
      throw refusePackage("client.js 不得含有 </script 或 <!--", "client.js holds </script or <!--.");
    if (ENDS_STYLE.test(styles))
      throw refusePackage("client.css 不得含有 </style", "client.css holds </style.");
  }
  const server = textOf(files, SERVER, SCRIPT_MAX_BYTES) || null;
  checkServerPart(manifest, server !== null, tier);
  const code = { script, styles, server, tests: textOf(files, TESTS, SCRIPT_MAX_BYTES) || null };
  return { manifest, ...code, hash: hashOf(code) };
}

/** Refuses a server part from the web, and code or declaration of one alone. */
function checkServerPart({ server }: Manifest, hasCode: boolean, tier: PluginTier): void {
  if (tier === PluginTier.FRAMED && (server || hasCode))
    throw refusePackage(
      "带服务端部分的插件只能由站长在命令行安装",
      "A server part is installed on the command line alone: a package from the web holds no server.js.",
    );
  if (hasCode !== (server !== undefined))
    throw refusePackage(
      "server.js 与 plugin.json 的 server 须同时存在",
      "server.js and server in plugin.json belong together.",
    );
  if (!server) return;
  const problem = problemOf(server);
  if (problem) throw refusePackage(problem.zh, problem.en);
  const mutations = server.graphql === undefined ? null : ownSchema(server.graphql).getMutationType();
  const odd = server.canInsert.find((name) => !mutations || !Object.hasOwn(mutations.getFields(), name));
  if (odd !== undefined)
    throw refusePackage(
      `server.canInsert：没有 mutation ${odd}`,
      `server.canInsert: there is no mutation ${odd}.`,
    );
}

function textOf(files: ReadonlyMap<string, Buffer>, name: string, most: number): string {
  const bytes = files.get(name) ?? Buffer.alloc(0);
  if (bytes.length > most)
    throw refusePackage(`${name} 过大，最大 ${most / 1e6} MB`, `${name} is larger than ${most / 1e6} MB.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusePackage(`${name} 不是 UTF-8 文本`, `${name} is no text in UTF-8.`);
  }
}
