import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** An operator unpacks what `npm run release` made, on a machine with Node.js and nothing else. */
const PATIENCE_MS = 300_000;
/** Bytes of a release, unpacked, with all optional clients. */
const SIZE_MAX = 120_000_000;

let folder: string;
let title: string;
let release: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "luntan-release-"));
  execFileSync(process.execPath, ["server/cli/luntan.mjs", "release", "--to", join(folder, "made")], {
    cwd: ROOT,
  });
  const archive = readdirSync(join(folder, "made")).find((name) => name.endsWith(".tar.gz"))!;
  title = archive.slice(0, -".tar.gz".length);
  rmSync(join(folder, "made", title), { recursive: true });
  mkdirSync(join(folder, "opt"));
  execFileSync("tar", ["-xzf", join(folder, "made", archive), "-C", join(folder, "opt")]);
  release = join(folder, "opt", title);
}, PATIENCE_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const made = (name: string) => readFileSync(join(folder, "made", `${title}.${name}`));
const run = (...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: release, encoding: "utf8", env: {} });

test("the checksums are those of the archive and of its bill of materials", () => {
  const sums = made("sha256").toString().trim().split("\n");
  const expected = ["tar.gz", "cdx.json"].map((name) => {
    const sum = createHash("sha256").update(made(name)).digest("hex");
    return `${sum}  ${title}.${name}`;
  });
  expect(sums).toEqual(expected);
});

test("the bill of materials and the licences name the packages that came, and no development package came", () => {
  const bill = JSON.parse(made("cdx.json").toString()) as { components: { name: string; version: string }[] };
  const licences = readFileSync(join(release, "LICENSES.txt"), "utf8");
  const { version } = JSON.parse(readFileSync(join(release, "node_modules/fastify/package.json"), "utf8"));
  expect(bill.components).toContainEqual(expect.objectContaining({ name: "fastify", version }));
  expect(licences).toContain(`fastify ${version} (MIT)\n\nMIT License`);
  for (const name of ["vite", "vitest", "typescript", "@types/node", "react"])
    expect(existsSync(join(release, "node_modules", name)), name).toBe(false);
});

test("it is small enough for a small machine", () => {
  const bytes = Number(execFileSync("du", ["-sb", release], { encoding: "utf8" }).split("\t")[0]);
  expect(bytes).toBeLessThan(SIZE_MAX);
});

test("it says its version, the commit that it was made of, and where the licences are", () => {
  const { version, commit } = JSON.parse(readFileSync(join(release, "release.json"), "utf8"));
  const output = run("luntan.mjs", "version");
  expect(output).toContain(`Luntan ${version} (${commit ? `commit ${commit}` : "unknown commit"})`);
  expect(output).toContain("LICENSES.txt");
});

test("it offers no command that needs the sources", () => {
  const help = run("luntan.mjs", "help");
  expect(help).toContain("Usage: node luntan.mjs <command>");
  expect(help).toMatch(/^ {2}backup /m);
  expect(help).not.toMatch(/^ {2}(?:codegen|dev|build|release) /m);
  expect(() => run("luntan.mjs", "codegen")).toThrow(
    "codegen: This is a release: it works in a checkout only.",
  );
});

test("every package that the server names loads without the files that were left out", () => {
  const { dependencies } = JSON.parse(readFileSync(join(release, "package.json"), "utf8"));
  writeFileSync(
    join(release, "load.mjs"),
    `import "reflect-metadata";
    for (const name of ${JSON.stringify(Object.keys(dependencies))}) {
      const isLoadable = !["swagger-ui-dist", "opencc-js"].includes(name);
      if (isLoadable) await import(name);
      console.log(name);
    }
    await import("opencc-js/dict/TSCharacters");`,
  );
  try {
    expect(run("load.mjs").trim().split("\n")).toEqual(Object.keys(dependencies));
  } finally {
    rmSync(join(release, "load.mjs"));
  }
});

test("a release for another Node.js says which one it needs", () => {
  const path = join(release, "release.json");
  const facts = readFileSync(path, "utf8");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(facts), node: "18.1.0", modules: "1" }));
  try {
    expect(() => run("luntan.mjs", "version")).toThrow("This release is for Node.js 18");
  } finally {
    writeFileSync(path, facts);
  }
});

test(
  "members write and upload in it, its pages and its explorers answer, and its doctor is content",
  async () => {
    const server = await ServerProcess.open({ release });
    try {
      const { token } = await server.register("Ann");
      const category = await server.ask(`{ categories { id } }`);
      const input = {
        categoryId: category.categories[0].id,
        title: "From a release",
        body: "Hello, **all**.",
      };
      const publish = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id bodyHtml } }`;
      const { publishThread: thread } = await server.ask(publish, { input }, token);
      expect(thread.bodyHtml).toContain("<strong>all</strong>");

      const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "red" } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.append("file", new Blob([new Uint8Array(picture)]), "red.png");
      const upload = await fetch(`${server.url}/uploads?kind=image`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      expect(await upload.json()).toMatchObject({ isImage: true, width: 40, height: 30 });

      const page = await (await fetch(`${server.url}/thread/${thread.id}`)).text();
      expect(page).toContain("From a release");
      const script = /\/assets\/[\w.-]+\.js/.exec(page)![0];
      for (const path of [script, "/api/docs", "/graphiql", "/schema.graphql", "/developers"])
        expect((await fetch(new URL(path, server.url))).status, path).toBe(200);

      const { code, output } = await server.run(["doctor"]);
      expect(output).not.toMatch(/^FAIL/m);
      expect(code, output).toBe(0);
      expect(await server.stop()).toBe(0);
    } finally {
      await server.close();
    }
  },
  PATIENCE_MS,
);
