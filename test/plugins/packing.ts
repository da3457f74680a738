import { crc32, deflateRawSync } from "node:zlib";

/** A file of an archive, and what a builder of bad ones changes. */
export interface PackedFile {
  readonly name: string;
  readonly content: string | Buffer;
  /** Unix mode; a symlink has 0o120777. */
  readonly mode?: number;
  /** Size that the archive announces, if it lies. */
  readonly announced?: number;
}

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
const UNIX = 3 << 8;

/** Writes a zip archive, good or bad, by the format's own description (APPNOTE 4.3). */
export function zipOf(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644, announced } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const size = announced ?? bytes.length;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(LOCAL, 0);
    local.writeUInt16LE(DEFLATED, 8);
    local.writeUInt32LE(crc32(bytes), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(ENTRY, 0);
    entry.writeUInt16LE(UNIX, 4);
    entry.writeUInt16LE(DEFLATED, 10);
    entry.writeUInt32LE(crc32(bytes), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name));
    offset += local.length + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

/** A manifest of a plugin that shows one line at the top of the home page. */
export function manifestOf(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    pluginName: "welcome",
    version: "1.0.0",
    appid: "welcome",
    type: "widget",
    author: { name: "Ada", email: "ada@example.org" },
    platform: ["pc", "h5"],
    host: { from: "0.1.0", before: "1.0.0" },
    names: { zh: "欢迎语", en: "Welcome" },
    slots: [{ part: "line", target: "plugin_index", hookName: "header_insert_before_hook" }],
    capabilities: ["viewer"],
    settings: [{ key: "greeting", kind: "text", label: { zh: "问候", en: "Greeting" }, initial: "Hello" }],
    ...change,
  };
}

/** The code of that plugin for a frame. */
export const FRAMED_CODE = `luntan.onState(({ settings, viewer }) => {
  document.getElementById("root").textContent = settings.greeting + ", " + (viewer ? viewer.nickname : "guest");
});`;

/** A package of that plugin. */
export function packageOf(change: Readonly<Record<string, unknown>> = {}, code = FRAMED_CODE): Buffer {
  return zipOf([
    { name: "plugin.json", content: JSON.stringify(manifestOf(change)) },
    { name: "client.js", content: code },
  ]);
}

/** The files of a package as the command line reads them. */
export function filesOf(manifest: object, code: string): Map<string, Buffer> {
  return new Map([
    ["plugin.json", Buffer.from(JSON.stringify(manifest))],
    ["client.js", Buffer.from(code)],
  ]);
}
