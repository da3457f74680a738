import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../server/config.ts";
import { ROOT } from "../support/root.ts";

const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");
/** The command of a release; test/operations/release.test.ts starts it. */
const PROGRAM_NAME = "luntan.mjs";
const dockerfile = read("Dockerfile").replace(/\\\n\s*/g, "");
const instructions = dockerfile.split("\n").filter((line) => line && !line.startsWith("#"));
const manifest = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const config = read("server/config.ts") + read("server/environment.ts");
const compose = parse(read("compose.yaml")) as {
  services: Record<string, { environment: Record<string, string>; command?: string[]; healthcheck?: object }>;
  volumes: Record<string, null>;
};
const { forum, database } = compose.services as Required<typeof compose.services>;

test("the image is built with scripts that exist and runs as another user than root", () => {
  const scripts = [...dockerfile.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!);
  expect(scripts).not.toEqual([]);
  for (const script of scripts) expect(manifest.scripts).toHaveProperty(script);
  const lastStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM")));
  expect(lastStage).toContain("USER node");
  expect(lastStage.find((line) => line.startsWith("HEALTHCHECK"))).toContain("/readyz");
});

test("who starts the containers names the first administrator, and an empty name is none", () => {
  const { ADMIN_USERNAME, ADMIN_PASSWORD } = forum!.environment;
  expect([ADMIN_USERNAME, ADMIN_PASSWORD]).toEqual(["${ADMIN_USERNAME:-}", "${ADMIN_PASSWORD:-}"]);
  expect(loadConfig({ ADMIN_USERNAME: "", ADMIN_PASSWORD: "" }).firstAdmin).toBeNull();
  expect(loadConfig({ ADMIN_USERNAME: "operator", ADMIN_PASSWORD: "a-long-password" }).firstAdmin).toEqual({
    username: "operator",
    password: "a-long-password",
  });
});

test("installing runs the scripts of two known packages alone, and none that reports it", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { name?: string; hasInstallScript?: boolean }>;
  };
  const entries = Object.entries(packages);
  expect(entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([
    "node_modules/@apollo/protobufjs",
    "node_modules/better-sqlite3",
  ]);
  const reporting = entries.filter(([path]) => path.endsWith("/@scarf/scarf"));
  expect(reporting.map(([, { name }]) => name)).toEqual(["reflect-metadata"]);
});

test.each([
  ["https://forum.example.org/forum", false],
  ["https://name:secret@forum.example.org", false],
  ["https://forum.example.org/?a=1", false],
  ["https://forum.example.org/#top", false],
  ["https://Forum.example.org:8443/", true],
])("a forum at %s can be served: %s", (PUBLIC_URL, isServed) => {
  const load = () => loadConfig({ PUBLIC_URL }).publicUrl;
  if (isServed) expect(load()).toBe("https://Forum.example.org:8443");
  else expect(load).toThrow("PUBLIC_URL: must have no path, no query, and no name and password");
});

test("the image starts the program of the release that it is made of", () => {
  const command = JSON.parse(instructions.at(-1)!.replace(/^CMD /, "")) as string[];
  expect(command).toEqual(["node", PROGRAM_NAME, "start"]);
  expect(dockerfile).toContain("npm run release -- --folder");
});

test("what is copied into the image exists and is not kept out of the build", () => {
  const ignored = read(".dockerignore").split("\n").filter(Boolean);
  const copied = instructions
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(" ").slice(1, -1));
  for (const path of copied) {
    expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(ignored).not.toContain(path);
  }
  expect(ignored).toEqual(expect.arrayContaining([".git", "node_modules", "data", "dist"]));
});

/** Read by the C library: how many heaps its allocator keeps. */
const RUNTIME_VARIABLES = ["MALLOC_ARENA_MAX"];

test.each(["Dockerfile", "compose.yaml"])(
  "every variable that %s sets for the forum is one that it reads",
  (name) => {
    const line = instructions.find((each) => each.startsWith("ENV ")) ?? "";
    const fromImage = [...line.matchAll(/(\w+)=/g)].map((match) => match[1]!);
    const variables = name === "Dockerfile" ? fromImage : Object.keys(forum!.environment);
    expect(variables).not.toEqual([]);
    const ownVariables = variables.filter((variable) => !RUNTIME_VARIABLES.includes(variable));
    for (const variable of ownVariables) expect(config).toMatch(new RegExp(`\\b${variable}\\b`));
  },
);

test("the forum and its database agree on name, account and password, whatever the password is", () => {
  const { DB_HOST, DB_USER, DB_PASSWORD, DB_NAME } = forum!.environment;
  const { MARIADB_USER, MARIADB_PASSWORD, MARIADB_DATABASE } = database!.environment;
  expect([DB_HOST, DB_USER, DB_NAME]).toEqual(["database", MARIADB_USER, MARIADB_DATABASE]);
  expect(DB_PASSWORD).toBe(MARIADB_PASSWORD);
});

test("the database compares texts as the forum expects, keeps what it acknowledged, and says when it is ready", () => {
  expect(database!.command).toContain("--collation-server=utf8mb4_bin");
  expect(database!.command).toContain("--innodb-flush-log-at-trx-commit=1");
  expect(database!.healthcheck).toBeDefined();
  expect(Object.keys(compose.volumes).sort()).toEqual(["database", "files"]);
});
