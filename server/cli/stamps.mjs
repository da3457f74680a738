import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Interval at which a waiting build checks if the other one has ended, in milliseconds. */
const LOCK_POLL_MS = 250;

/** All files below a file or folder of the project with their sizes and times; folders named in `skip` are left out. */
function filesOf(root, source, skip) {
  const found = [];
  const visit = (path) => {
    const name = relative(root, path).replaceAll("\\", "/");
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat || skip.includes(name)) return;
    if (!stat.isDirectory())
      return void found.push({ path, name, mark: `${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` });
    for (const entry of readdirSync(path)) visit(join(path, entry));
  };
  visit(resolve(root, source));
  return found;
}

/** Digests of the sources of parts; files that several parts share are listed once. */
export class Sources {
  #root;
  #skip;
  #listed = new Map();

  /** @param skip folders of generated files, from the root, which are no sources */
  constructor(root, skip = []) {
    this.#root = root;
    this.#skip = skip;
  }

  /** A digest of names and contents of sources, so that touching a file without changing it builds nothing. */
  contents({ sources }) {
    return this.#digest(sources, (file) => readFileSync(file.path));
  }

  /** A digest of names, sizes and times, which reads no file; it changes whenever a file is written. */
  marks({ sources }) {
    return this.#digest(sources, (file) => file.mark);
  }

  #digest(sources, valueOf) {
    const hash = createHash("sha256").update(process.version.split(".")[0]);
    for (const file of sources.flatMap((source) => this.#filesOf(source)).sort(byPath)) {
      hash.update(`\0${file.name}\0`).update(valueOf(file));
    }
    return hash.digest("hex");
  }

  #filesOf(source) {
    if (!this.#listed.has(source)) this.#listed.set(source, filesOf(this.#root, source, this.#skip));
    return this.#listed.get(source);
  }
}

function byPath(one, other) {
  return one.path < other.path ? -1 : 1;
}

/** Digests of the sources that the present build was made from, `{ contents, marks }` by part, kept beside the build. */
export class Stamps {
  constructor(root) {
    this.file = resolve(root, "dist/stamps.json");
  }

  read() {
    try {
      return JSON.parse(readFileSync(this.file, "utf8"));
    } catch {
      return {};
    }
  }

  write(part, digests) {
    this.#save({ ...this.read(), [part]: digests });
  }

  /** Makes parts count as changed. */
  forget(parts) {
    this.#save(Object.fromEntries(Object.entries(this.read()).filter(([part]) => !parts.includes(part))));
  }

  #save(parts) {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, `${JSON.stringify(parts, null, 2)}\n`);
  }
}

/** Runs work while no other process of this checkout builds; a lock whose owner has died is taken over. */
export async function withBuildLock(root, work) {
  const file = resolve(root, "dist/build.lock");
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !take(file); told = true) {
    if (!told) console.log("waiting for another build of this folder to end …");
    await wait(LOCK_POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isOwned(file)) rmSync(file, { force: true });
    return false;
  }
}

function isOwned(file) {
  let pid;
  try {
    pid = Number(readFileSync(file, "utf8"));
  } catch {
    return false;
  }
  // Written in two steps: an empty file is a lock that is being taken right now.
  if (!pid) return Date.now() - statSync(file).mtimeMs < 5_000;
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return error.code === "EPERM";
  }
}
