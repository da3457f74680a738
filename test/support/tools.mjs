import { execFileSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { findProgram } from "./databaseServer.mjs";

/** Programs that the suites need beyond Node.js: how to tell that they are there, and their Debian packages. */
const TOOLS = {
  mariadb: { isThere: () => Boolean(findProgram("mariadbd", "mysqld")), packages: ["mariadb-server"] },
  chromium: { isThere: () => Boolean(findChromium()), packages: ["chromium", "fonts-noto-cjk"] },
};
/** While this file answers 101, Debian's packages start no service. */
const POLICY = "/usr/sbin/policy-rc.d";

/** Full path of Chromium or Chrome, or null. */
export function findChromium() {
  return findProgram("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
}

/**
 * Installs missing programs where that is possible without asking: on Debian as root.
 * @throws {Error} saying what to install, elsewhere.
 */
export function ensureTools(needs) {
  const missing = Object.entries(TOOLS).filter(([name, tool]) => needs.has(name) && !tool.isThere());
  if (missing.length === 0) return;
  const packages = missing.flatMap(([, tool]) => tool.packages);
  const mayInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0 && findProgram("apt-get");
  if (!mayInstall) {
    const narrower = "or run less: LUNTAN_TEST=fast npm test";
    throw new Error(
      `The tests need programs that are missing here. Install ${packages.join(", ")}, ${narrower}.`,
    );
  }
  console.log(`installing ${packages.join(", ")} …`);
  installWithoutServices(packages);
  const stillMissing = missing.filter(([, tool]) => !tool.isThere()).map(([name]) => name);
  if (stillMissing.length > 0)
    throw new Error(`Still missing after the installation: ${stillMissing.join(", ")}.`);
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
