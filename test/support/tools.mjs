import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findProgram } from "./databaseServer.mjs";

/** Chromium without a screen, which takes a quarter less time. */
const SHELL = "chromium-headless-shell";
/**
 * Programs that the suites need beyond Node.js: how to tell that one is there, and that it is the one that is installed
 * where there is a choice, and their Debian packages.
 */
const TOOLS = {
  mariadb: { isThere: hasMariaDb, isBest: hasMariaDb, packages: ["mariadb-server"] },
  chromium: {
    isThere: () => Boolean(findChromium()),
    isBest: () => Boolean(findProgram(SHELL) && findWholeChromium()),
    packages: [SHELL, "chromium", "fonts-noto-cjk"],
  },
};
/** While this file answers 101, Debian's packages start no service. */
const POLICY = "/usr/sbin/policy-rc.d";

/** Full path of Chromium or Chrome, or null; without a screen where that is there. */
export function findChromium() {
  return findProgram(SHELL) ?? findWholeChromium();
}

/** Full path of a Chromium or Chrome that can show notifications, or null. */
export function findWholeChromium() {
  return findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

function hasMariaDb() {
  return Boolean(findProgram("mariadbd", "mysqld"));
}

/**
 * Installs missing programs where that is possible without asking: on Debian as root.
 * @throws {Error} saying what to install, elsewhere.
 */
export function ensureTools(needs) {
  const needed = Object.entries(TOOLS).filter(([name]) => needs.has(name));
  const mayInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0 && findProgram("apt-get");
  const wanted = needed.flatMap(([, tool]) => (tool.isBest() ? [] : tool.packages));
  if (mayInstall && wanted.length > 0) {
    console.log(`installing ${wanted.join(", ")} …`);
    try {
      installWithoutServices(wanted);
    } catch (error) {
      console.error(`They could not be installed: ${error.message}`);
    }
  }
  const missing = needed.filter(([, tool]) => !tool.isThere()).flatMap(([, tool]) => tool.packages);
  if (missing.length === 0) return;
  const narrower = "or run less: LUNTAN_TEST=fast npm test";
  throw new Error(
    `The tests need programs that are missing here. Install ${missing.join(", ")}, ${narrower}.`,
  );
}

function installWithoutServices(packages) {
  const ownPolicy = !existsSync(POLICY);
  if (ownPolicy) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: ["ignore", "ignore", "inherit"], env });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], {
      stdio: ["ignore", "ignore", "inherit"],
      env,
    });
  } finally {
    if (ownPolicy) rmSync(POLICY, { force: true });
  }
}
