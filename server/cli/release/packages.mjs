import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Files of packages that the server never loads: type declarations, source maps, C sources, and files for developers. */
const NOT_LOADED = /^\.|\.(?:[cm]?tsx?|map|flow|markdown|md|c|cc|cpp|h|hpp|gypi?|o|a|d|mk|tsbuildinfo)$/i;
/** Texts that licences ask to pass on. */
const LICENCE = /^(?:un)?licen[cs]es?(?:[.-].*)?$|^copying|^notice/i;
/** Folders of a package that nothing loads. */
const NOT_LOADED_FOLDERS =
  /^(?:\.github|\.vscode|bench|benchmarks?|coverage|docs?|examples?|fixtures|tests?|__tests__)$/;
/** Parts of certain packages that nothing loads: copies for browsers and bundlers, and C sources. */
const NOT_LOADED_OF = {
  "better-sqlite3": ["deps", "src", "build/Release/obj", "build/Release/obj.target", "build/deps"],
  "class-validator": ["bundles", "esm5", "esm2015"],
  "libphonenumber-js": ["bundle", "es6", "es6-modern", "source", "mobile"],
  "opencc-js": ["dist/esm", "dist/umd"],
  typeorm: ["browser"],
  "swagger-ui-dist": ["swagger-ui-es-bundle.js", "swagger-ui-es-bundle-core.js", "swagger-ui.js"],
};

/**
 * Lists the packages that the built server needs, from the lockfile.
 * @param root the folder of the project
 * @returns name, version, licence, its text if there is one, and the path within the project
 * @throws {Error} if one that every platform needs is not installed
 */
export function packagesOf(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const needed = Object.entries(packages).filter(
    ([path, { dev }]) => path !== "" && !dev && !path.startsWith("node_modules/@types/"),
  );
  const missing = needed.find(
    ([path, { optional, devOptional }]) => !existsSync(join(root, path)) && !optional && !devOptional,
  );
  if (missing) throw new Error(`${missing[0]} is not installed: run \`npm ci\` first.`);
  return needed.filter(([path]) => existsSync(join(root, path))).map(([path]) => describe(root, path));
}

function describe(root, path) {
  const folder = join(root, path);
  const { name, version, license: licence } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => LICENCE.test(each));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : null;
  return { name, version, licence: licence?.type ?? licence ?? "not named", text, path };
}

/** Copies packages without what nothing loads. */
export function copyPackages(root, folder, packages) {
  for (const { name, path } of packages) {
    const from = join(root, path);
    const besides = NOT_LOADED_OF[name] ?? [];
    cpSync(from, join(folder, path), {
      recursive: true,
      // A package within a package is one of the list, or only for development.
      filter: (source) => isLoaded(relative(from, source).split(sep), besides),
    });
  }
}

function isLoaded(steps, besides) {
  const [first] = steps;
  const name = steps.at(-1);
  if (first === "node_modules" || NOT_LOADED_FOLDERS.test(first)) return false;
  if (besides.includes(steps.join("/"))) return false;
  return LICENCE.test(name) || !NOT_LOADED.test(name);
}
