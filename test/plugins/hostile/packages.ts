import { FRAMED_CODE, manifestOf, packageOf, zipOf } from "../packing.ts";

const entry = (name: string, content: string | Buffer = "x") => ({ name, content });
const good = [entry("plugin.json", JSON.stringify(manifestOf())), entry("client.js", FRAMED_CODE)];
const slot = { part: "line", target: "plugin_index", hookName: "header_insert_before_hook" };
const json = (change: object) => packageOf(change as Record<string, unknown>);

/** A package that must not come in. */
export interface HostilePackage {
  readonly what: string;
  readonly bytes: () => Buffer;
  /** Part of what the administrator reads. */
  readonly reason: string;
  readonly code: string;
}

const PACKAGES: readonly [string, () => Buffer, string, string?][] = [
  ["that is no archive", () => Buffer.from("hello"), "damaged"],
  ["that is empty", () => Buffer.alloc(0), "damaged"],
  ["that is cut off", () => packageOf().subarray(40), "damaged"],
  ["with a path out of the folder", () => zipOf([...good, entry("../evil.js")]), "leads out"],
  ["with an absolute path", () => zipOf([...good, entry("/etc/passwd")]), "leads out"],
  ["with a path of Windows", () => zipOf([...good, entry("..\\evil.js")]), "leads out"],
  [
    "with 10,000 files",
    () => zipOf(Array.from({ length: 10_000 }, (_, at) => entry(`f${at}`))),
    "more than 20 files",
  ],
  ["with a link", () => zipOf([...good, { ...entry("LICENSE", "/etc/passwd"), mode: 0o120777 }]), "link"],
  ["with two files of one name", () => zipOf([...good, entry("client.js", "1")]), "two files"],
  [
    "that is a bomb",
    () => zipOf([...good, entry("README.md", Buffer.alloc(50_000_000))]),
    "larger than 8 MB",
  ],
  [
    "that lies about its size",
    () => zipOf([...good, { ...entry("README.md", Buffer.alloc(50_000_000)), announced: 10 }]),
    "larger than it says",
  ],
  ["without a manifest", () => zipOf([good[1]!]), "no plugin.json"],
  ["with two manifests", () => zipOf([...good, entry("a/plugin.json", "{}")]), "more than one"],
  ["whose manifest is no JSON", () => zipOf([entry("plugin.json", "{"), good[1]!]), "no JSON"],
  ["without code", () => zipOf([good[0]!]), "no client.js"],
  ["with a file of another kind", () => zipOf([...good, entry("server.js")]), "holds no server.js"],
  ["with the version 1.0", () => json({ version: "1.0" }), "version"],
  ["with the version 1.0.0.0", () => json({ version: "1.0.0.0" }), "version"],
  ["with the version 1000.0.0", () => json({ version: "1000.0.0" }), "version"],
  ["without a name", () => json({ pluginName: "" }), "pluginName"],
  ["without an author", () => json({ author: undefined }), "author"],
  ["for no device", () => json({ platform: [] }), "platform"],
  ["of an unknown target", () => json({ slots: [{ ...slot, target: "plugin_moon" }] }), "plugin_moon"],
  ["of an unknown hook", () => json({ slots: [{ ...slot, hookName: "moon_hook" }] }), "moon_hook"],
  ["with a place twice", () => json({ slots: [slot, slot] }), "twice"],
  [
    "with a frame in every row",
    () => json({ slots: [{ ...slot, hookName: "thread_extension_display_hook" }] }),
    "A frame cannot show",
  ],
  ["with an unknown right", () => json({ capabilities: ["cookies"] }), "capabilities"],
  ["with an unknown key", () => json({ serverPart: true }), "plugin.json"],
  ["for later versions", () => json({ host: { from: "2.0.0", before: "3.0.0" } }), "from 2.0.0"],
  ["for earlier versions", () => json({ host: { from: "0.0.1", before: "0.1.0" } }), "before 0.1.0"],
  [
    "that clashes with the name of another",
    () => json({ pluginName: "neighbour" }),
    "belongs to the plugin neighbour",
    "ALREADY_EXISTS",
  ],
  ["that is larger than 8 MB", () => Buffer.alloc(8_000_001), "8 MB"],
  ["whose code ends its element", () => packageOf({}, 'x = "</script>";'), "</script"],
];

/** Packages that are uploaded and refused: no file of theirs is stored, no row is written. */
export const HOSTILE_PACKAGES: readonly HostilePackage[] = PACKAGES.map(
  ([what, bytes, reason, code = "INVALID_PARAMETER"]) => ({ what, bytes, reason, code }),
);
