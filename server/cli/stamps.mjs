import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Interval at which a waiting build checks if the other one has ended, in milliseconds. */
const LOCK_POLL_MS = 250;

/** All files below the given files and folders, sorted; folders named in `skip` (from the root) are left out. */
function filesOf(root, sources, skip = []) {
  const found = [];
  const visit = (path) => {
    const name = relative(root, path).replaceAll("\\", "/");
    if (!existsSync(path) || skip.includes(name)) return;
    if (!statSync(path).isDirectory()) return void found.push(path);
    for (const entry of readdirSync(path)) visit(join(path, entry));
  };
  for (const source of sources) visit(resolve(root, source));
  return found.sort();
}

/** A digest of names and contents of sources, so that touching a file without changing it builds nothing. */
export function digestOf(root, { sources, skip }) {
  const hash = createHash("sha256").update(process.version.split(".")[0]);
  for (const path of filesOf(root, sources, skip)) {
    hash.update(`\0${relative(root, path)}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** The digests of the sources that the present build was made from, kept beside the build. */
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

  write(part, digest) {
    this.#save({ ...this.read(), [part]: digest });
  }

  /** Makes parts count as changed. */
  forget(parts) {
    this.#save(Object.fromEntries(Object.entries(this.read()).filter(([part]) => !parts.includes(part))));
  }

  #save(digests) {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, `${JSON.stringify(digests, null, 2)}\n`);
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
