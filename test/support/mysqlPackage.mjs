import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { findProgram } from "./databaseServer.mjs";

/** Debian's stable release has no MySQL, and its unstable one is for another C library, so everything comes along. */
const PACKAGE = "mysql-server-core";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const SOURCES = "/etc/apt";
/** Longest time for a step: about 50 MB are fetched. */
const STEP_MS = 5 * 60_000;
/** Unpacked once for a user of the machine. */
const FOLDER = join(tmpdir(), "luntan-mysql");
const WRAPPER = "mysqld";

/**
 * Finds a server of MySQL 8 or newer, and unpacks Debian's into a folder of its own if none is installed; the system
 * stays as it is.
 * @returns {string} path of the server, or of a script that starts it
 * @throws {Error} that says why there is none
 */
export function ensureMySql() {
  const installed = findProgram("mysqld");
  if (installed && isMySql(installed)) return installed;
  const wrapper = join(FOLDER, WRAPPER);
  if (existsSync(wrapper)) {
    // Others may write into the folder for temporary files, and this is run as root.
    if (process.getuid?.() !== statSync(FOLDER).uid) throw new Error(`${FOLDER} belongs to another user`);
    if (isMySql(wrapper)) return wrapper;
    rmSync(FOLDER, { recursive: true, force: true });
  }
  if (!existsSync(KEYRING) || !findProgram("apt-get") || !findProgram("dpkg-deb"))
    throw new Error("it is fetched only on Debian; install MySQL 8 or newer");
  console.log(`unpacking ${PACKAGE} into ${FOLDER} …`);
  const folder = mkdtempSync(`${FOLDER}.new-`);
  try {
    unpack(folder);
    renameSync(folder, FOLDER);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  if (!isMySql(wrapper)) throw new Error(`${wrapper} does not start`);
  return wrapper;
}

function isMySql(server) {
  try {
    const version = execFileSync(server, ["--version"], { stdio: "pipe" }).toString();
    return !/mariadb/i.test(version) && Number(/Ver (\d+)/.exec(version)?.[1] ?? 0) >= 8;
  } catch {
    return false;
  }
}

function unpack(folder) {
  const apt = aptIn(folder);
  apt("apt-get", "update", "-qq");
  const debs = join(folder, "debs");
  mkdirSync(debs);
  apt("apt-get", "download", "-qq", ...librariesOf(apt));
  const root = join(folder, "root");
  for (const deb of readdirSync(debs)) execFileSync("dpkg-deb", ["--extract", join(debs, deb), root]);
  for (const leftover of ["debs", "cache", "lists"])
    rmSync(join(folder, leftover), { recursive: true, force: true });
  writeWrapper(folder, root);
}

/** Runs programs of apt with lists and a cache of their own, beside those of the system. */
function aptIn(folder) {
  for (const part of ["parts", "lists/partial", "cache/archives/partial"])
    mkdirSync(join(folder, part), { recursive: true });
  const list = join(folder, "sources.list");
  writeFileSync(list, `deb [signed-by=${KEYRING}] ${mirror()} sid main\n`);
  const options = [
    `Dir::Etc::sourcelist=${list}`,
    `Dir::Etc::sourceparts=${join(folder, "parts")}`,
    `Dir::State::lists=${join(folder, "lists")}`,
    `Dir::Cache=${join(folder, "cache")}`,
    "APT::Sandbox::User=root",
    "Acquire::Retries=2",
    "Acquire::http::Timeout=30",
  ].flatMap((option) => ["-o", option]);
  return (program, ...args) =>
    execFileSync(program, [...options, ...args], {
      cwd: existsSync(join(folder, "debs")) ? join(folder, "debs") : folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: STEP_MS,
    }).toString();
}

/** Address of the Debian archive that this machine uses. */
function mirror() {
  const folders = [SOURCES, join(SOURCES, "sources.list.d")].filter(existsSync);
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => /\.(list|sources)$/.test(name))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  const addresses = [...files.join("\n").matchAll(/^(?:URIs:\s*|deb\s+(?:\[[^\]]*\]\s*)?)(\w+:\S+)/gm)].map(
    ([, address]) => address,
  );
  const main = addresses.find((address) => !address.includes("security"));
  if (!main) throw new Error("the sources of apt name no archive");
  return main;
}

/** The package and the libraries that it needs; what belongs to an installed system (debconf, perl, init) is not run. */
function librariesOf(apt) {
  const tree = apt("apt-cache", "depends", "--recurse", "--important", PACKAGE);
  const names = new Set(tree.split("\n").filter((line) => /^[a-z0-9]/.test(line)));
  return [...names].filter(
    (name) =>
      name === PACKAGE || (/^(lib|zlib|gcc-\d+-base)/.test(name) && !/:|perl|gdbm|^libdb|debconf/.test(name)),
  );
}

/** The server runs with the C library that was unpacked with it. */
function writeWrapper(folder, root) {
  const files = readdirSync(root, { recursive: true }).map(String);
  const find = (pattern) => {
    const file = files.find((path) => pattern.test(basename(path)));
    if (!file) throw new Error(`the packages hold no ${pattern.source}`);
    return relative(folder, join(root, file));
  };
  const wrapper = join(folder, WRAPPER);
  const share = "$here/root/usr/share/mysql";
  writeFileSync(
    wrapper,
    `#!/bin/sh
here=$(dirname "$(realpath "$0")")
defaults=\${1:---no-defaults}
[ $# -eq 0 ] || shift
exec "$here/${find(/^ld-linux.*\.so\.\d+$/)}" --library-path "$here/${dirname(find(/^libc\.so\.6$/))}" \\
  "$here/${find(/^mysqld$/)}" "$defaults" --lc-messages-dir="${share}" --character-sets-dir="${share}/charsets" \\
  --secure-file-priv=NULL "$@"
`,
  );
  chmodSync(wrapper, 0o755);
}
