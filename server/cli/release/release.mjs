import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { buildParts } from "../build.mjs";
import { copyPackages, packagesOf } from "./packages.mjs";
import { packFolder } from "./archive.mjs";

/** What an operator needs of the checkout; the rest is what it is built and tested with. */
const FILES = [
  "package.json",
  "schema.graphql",
  "LICENSE",
  "README.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "docs",
  "deploy",
  "sdk",
  "plugins",
  "server/cli/luntan.mjs",
  "server/cli/api.mjs",
  "dist/client",
  "dist/ssr",
  "dist/server",
];
/** The command of a release: `node luntan.mjs start`. */
const PROGRAM = `#!/usr/bin/env node\nimport "./server/cli/luntan.mjs";\n`;

/**
 * Makes a release of the checkout: a folder that runs without a compiler, a build or development packages, and beside it
 * an archive of the folder, its bill of materials (CycloneDX) and their checksums.
 * @param root the folder of the project
 * @param target the folder to write into; a release of the same version there is replaced
 * @param isPacked false for the folder only, as container images take it
 * @returns the folder of the release
 * @throws {Error} if the build fails, or packages are missing
 */
export async function makeRelease(root, target, isPacked = true) {
  await buildParts(root, { parts: ["gql", "client", "ssr", "server"] });
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const title = `${name}-${version}-${platform()}`;
  const folder = join(target, title);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of FILES)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isShipped });
  const packages = packagesOf(root);
  copyPackages(root, folder, packages);
  writeFileSync(join(folder, "luntan.mjs"), PROGRAM, { mode: 0o755 });
  writeFileSync(join(folder, "LICENSES.txt"), licencesOf(root, packages));
  writeFileSync(join(folder, "release.json"), `${JSON.stringify(describe(root, version), null, 2)}\n`);
  const bill = billOfMaterials(root);
  writeFileSync(join(folder, "sbom.cdx.json"), bill);
  if (isPacked) await pack(target, title, bill);
  return folder;
}

/** Names what the compiled packages run on: operating system, processor, and the major version of Node.js. */
function platform() {
  return `${process.platform}-${process.arch}-node${process.versions.node.split(".")[0]}`;
}

/** Maps are for those who develop it: the server reads none. */
function isShipped(path) {
  return !path.endsWith(".map");
}

/** Facts that the release tells of itself; `modules` is the version of the interface that compiled packages need. */
function describe(root, version) {
  const { modules } = process.versions;
  return { version, commit: commitOf(root), node: process.versions.node, modules };
}

/** Names the commit of the checkout, with a plus where files differ from it; null outside of a repository. */
function commitOf(root) {
  try {
    const git = (...args) =>
      execFileSync("git", ["-C", root, ...args], { encoding: "utf8", stdio: "pipe" }).trim();
    return git("rev-parse", "HEAD") + (git("status", "--porcelain", "--untracked-files=no") ? "+" : "");
  } catch {
    return null;
  }
}

function billOfMaterials(root) {
  const args = [
    "sbom",
    "--omit=dev",
    "--package-lock-only",
    "--sbom-format=cyclonedx",
    "--sbom-type=application",
  ];
  return execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 100_000_000 });
}

/** Joins the licences of the packages, as most of them ask for. */
function licencesOf(root, packages) {
  return packages
    .map(
      ({ name, version, licence, text }) =>
        `${name} ${version} (${licence})\n\n${text ?? "No text came with it."}\n`,
    )
    .join(`\n${"-".repeat(80)}\n`);
}

async function pack(target, title, bill) {
  const [archive, list] = [`${title}.tar.gz`, `${title}.cdx.json`];
  await pipeline(packFolder(target, title), createGzip(), createWriteStream(join(target, archive)));
  writeFileSync(join(target, list), bill);
  const sums = [];
  for (const file of [archive, list]) sums.push(`${await checksum(join(target, file))}  ${file}\n`);
  writeFileSync(join(target, `${title}.sha256`), sums.join(""));
}

async function checksum(path) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
