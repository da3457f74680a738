import { spawn, type ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "vitest";
import { ROOT } from "../support/root.ts";
import { SmallDisk } from "../support/smallDisk.ts";

/** A forum that is built is ready within three seconds; machines under test are busier than others. */
const READY_WITHIN_MS = 60_000;
/** npm itself takes seconds on a busy machine before it starts anything. */
const NPM_READY_WITHIN_MS = 60_000;
/** Ten seconds after SIGTERM nothing may be left. */
const STOPPED_WITHIN_MS = 10_000;

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  output(): string;
}

const running: Running[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "luntan-start-"));
  folders.push(folder);
  return folder;
}

/** Runs the command line as npm does, with nothing of this process' settings. */
function luntan(command: string[], env: Readonly<Record<string, string>>, uid?: number): Running {
  return launch([process.execPath, "server/cli/luntan.mjs", ...command], env, uid);
}

function launch(
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  uid?: number,
): Running {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    ...(uid === undefined ? {} : { uid }),
  });
  let output = "";
  const listen = (bytes: Buffer): void => void (output += bytes.toString());
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const started: Running = { child, ended, output: () => output };
  running.push(started);
  return started;
}

function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(String(port)));
    });
  });
}

async function untilReady(port: string, server: Running, withinMs = READY_WITHIN_MS): Promise<void> {
  const began = Date.now();
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
    if (server.child.exitCode !== null || Date.now() - began > withinMs) {
      throw new Error(`not ready after ${Date.now() - began} ms:\n${server.output()}`);
    }
    await wait(50);
  }
}

test("what has to be built is built by a process of its own, so that the server holds no build tools", async () => {
  const root = newFolder();
  for (const folder of ["server", "shared", "migrations"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(root, "server/app.ts"), "export const one: number = 1;");
  const program = `
    import { buildParts } from ${JSON.stringify(pathToFileURL(join(ROOT, "server/cli/build.mjs")).href)};
    await buildParts(${JSON.stringify(root)}, { parts: ["modules"] });
    process.report.excludeNetwork = true;
    const tools = process.report.getReport().sharedObjects.filter((path) => /node_modules/.test(path));
    console.log("loaded:", tools);`;
  const first = launch([process.execPath, "--input-type=module", "--eval", program], {});
  expect(await first.ended, first.output()).toBe(0);
  expect(first.output()).toMatch(/building server for the tests … [^]*loaded: \[\]/);
  expect(existsSync(join(root, "dist/modules/server/app.js"))).toBe(true);

  const again = async (): Promise<string> => {
    const running = launch([process.execPath, "--input-type=module", "--eval", program], {});
    expect(await running.ended, running.output()).toBe(0);
    return running.output();
  };
  expect(await again()).toBe("loaded: []\n");
  // A new checkout changes the times of files, not their contents.
  utimesSync(join(root, "server/app.ts"), new Date(), new Date());
  expect(await again()).toBe("loaded: []\n");
  writeFileSync(join(root, "server/app.ts"), "export const one: number = 2;");
  expect(await again()).toMatch(/building server for the tests …/);
  expect(readFileSync(join(root, "dist/modules/server/app.js"), "utf8")).toMatch(/= 2/);
});

test("a forum starts on an empty folder, offers its operator the first account, and stops cleanly on SIGTERM", async () => {
  const [DATA_DIR, PORT] = [newFolder(), await freePort()];
  const server = luntan(["start"], { DATA_DIR, PORT });
  await untilReady(PORT, server);
  expect(server.output()).toMatch(/setup\?token=[\w-]{20,}/);

  const home = await fetch(`http://127.0.0.1:${PORT}/`);
  expect(home.status).toBe(200);
  expect(await home.text()).toContain("<title");

  const asked = Date.now();
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(STOPPED_WITHIN_MS);
});

test("`npm start` ends in good order on SIGTERM to npm: nothing holds its port, its socket and its file", async () => {
  const [DATA_DIR, PORT] = [newFolder(), await freePort()];
  const npm = launch(["npm", "start"], { DATA_DIR, PORT });
  const ended = new Promise((resolve) => npm.child.once("exit", resolve));
  await untilReady(PORT, npm, NPM_READY_WITHIN_MS);

  npm.child.kill("SIGTERM");
  await ended;

  await expect(fetch(`http://127.0.0.1:${PORT}/healthz`)).rejects.toThrow();
  const left = readdirSync(DATA_DIR).filter((name) => /^luntan\.db-|\.sock$/.test(name));
  expect(left).toEqual([]);
  await untilReady(PORT, luntan(["start"], { DATA_DIR, PORT }));
});

test.each([
  ["SIGKILL", ["start"]],
  ["SIGTERM", ["run", "luntan", "--", "start"]],
] as const)("a forum ends with its npm that ended on %s: `npm %j`", async (signal, command) => {
  const [DATA_DIR, PORT] = [newFolder(), await freePort()];
  const npm = launch(["npm", ...command], { DATA_DIR, PORT });
  await untilReady(PORT, npm, NPM_READY_WITHIN_MS);

  npm.child.kill(signal);

  // Its output closes with the last process that has it.
  await npm.ended;
  await expect(fetch(`http://127.0.0.1:${PORT}/healthz`)).rejects.toThrow();
});

test("clients that keep connections open lose no request to SIGTERM: the last answer says that it is the last", async () => {
  const PORT = await freePort();
  const server = luntan(["start"], { DATA_DIR: newFolder(), PORT });
  await untilReady(PORT, server);
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string): Promise<{ status: number; isLast: boolean }> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port: PORT, path, agent }, (answer) => {
        const isLast = answer.headers.connection === "close";
        answer.resume().once("end", () => resolve({ status: answer.statusCode!, isLast }));
      });
      asked.once("error", reject).end();
    });
  /** Asks again and again over a connection, until it is told to leave it. @returns how often it was answered */
  const client = async (path: string): Promise<number> => {
    for (let answered = 1; ; answered++) {
      const { status, isLast } = await ask(path);
      expect(status).toBe(200);
      if (isLast) return answered;
    }
  };
  const clients = Array.from({ length: 24 }, (_, n) => client(n % 2 ? "/robots.txt" : "/"));
  for (let n = 0; n < 24; n++) expect((await ask("/healthz")).isLast).toBe(false);

  server.child.kill("SIGTERM");

  for (const answered of await Promise.all(clients)) expect(answered).toBeGreaterThan(0);
  expect(await server.ended).toBe(0);
  agent.destroy();
});

test("a second server on the same SQLite file says why it does not start", async () => {
  const DATA_DIR = newFolder();
  const PORT = await freePort();
  await untilReady(PORT, luntan(["start"], { DATA_DIR, PORT }));

  const second = luntan(["start"], { DATA_DIR, PORT: await freePort() });

  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/Another Luntan server/);
  expect(second.output()).not.toMatch(/\n\s+at /);
});

test("a port that is taken is named in one line", async () => {
  const PORT = await freePort();
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(Number(PORT), "127.0.0.1", resolve));

  const line = await refusalOf(luntan(["start"], { DATA_DIR: newFolder(), PORT }));

  expect(line).toContain(`Port ${PORT} of 127.0.0.1 is taken`);
  holder.close();
});

/** Waits for the end of a program that does not start. @returns its one line, without a stack */
async function refusalOf(server: Running): Promise<string> {
  expect(await server.ended).toBe(1);
  const lines = server.output().split("\n").filter(Boolean);
  expect(lines, server.output()).toHaveLength(1);
  return lines[0]!;
}

test("a data folder that cannot be made is named in one line", async () => {
  const file = join(newFolder(), "file");
  writeFileSync(file, "");

  const line = await refusalOf(luntan(["start"], { DATA_DIR: join(file, "data"), PORT: await freePort() }));

  expect(line).toContain(`${file}/data`);
  expect(line).toContain("DATA_DIR must name a folder");
});

test("a file that is no database is named in one line, and left as it is", async () => {
  const DATA_DIR = newFolder();
  const file = join(DATA_DIR, "luntan.db");
  writeFileSync(file, "no database at all, but long enough to be taken for one".repeat(100));

  const line = await refusalOf(luntan(["start"], { DATA_DIR, PORT: await freePort() }));

  expect(line).toContain(`${file} is no sound SQLite database (SQLITE_NOTADB)`);
  expect(readFileSync(file, "utf8")).toMatch(/^no database at all/);
});

test("a database that may not be written is named in one line, which doctor also says", async () => {
  const disk = new SmallDisk();
  try {
    const DATA_DIR = disk.folder;
    const PORT = await freePort();
    const migrated = luntan(["migrate"], { DATA_DIR });
    expect(await migrated.ended, migrated.output()).toBe(0);
    if (disk.isMounted) {
      const doctor = luntan(["doctor"], { DATA_DIR, PORT });
      expect(await doctor.ended).toBe(1);
      expect(doctor.output()).toMatch(/FAIL disk: \d+ MiB free for .*\n +→ make room/);
    }
    const uid = disk.makeReadOnly();

    const line = await refusalOf(luntan(["start"], { DATA_DIR, PORT }, uid));
    expect(line).toContain("cannot be ");
    expect(line).toMatch(/EROFS|EACCES|SQLITE_READONLY|SQLITE_CANTOPEN/);
    const doctor = luntan(["doctor"], { DATA_DIR, PORT }, uid);
    expect(await doctor.ended).toBe(1);
    expect(doctor.output()).toMatch(/FAIL storage: .* takes no files \((EROFS|EACCES)\)\n +→ give /);
  } finally {
    disk.remove();
  }
});

test("every wrong variable is named at once", async () => {
  const server = luntan(["start"], { PORT: "many", DATABASE_URL: "postgres://x", DATA_DIR: newFolder() });

  expect(await server.ended).toBe(1);
  expect(server.output()).toContain("PORT");
  expect(server.output()).toContain("DATABASE_URL");
  expect(server.output()).not.toMatch(/\n\s+at /);
});

test("an unknown command ends with code 2 and says where the list is", async () => {
  const command = luntan(["strat"], {});

  expect(await command.ended).toBe(2);
  expect(command.output()).toContain("help");
});

test("help lists the commands that package.json calls", async () => {
  const command = luntan(["help"], {});

  expect(await command.ended).toBe(0);
  for (const name of [
    "start",
    "dev",
    "build",
    "codegen",
    "seed",
    "migrate",
    "admin:create",
    "second-factor:remove",
    "secrets:discard",
    "doctor",
  ]) {
    expect(command.output()).toContain(`  ${name} `);
  }
});

test("the doctor finds a healthy folder healthy, and names a port that another program holds", async () => {
  const DATA_DIR = newFolder();
  const PORT = await freePort();
  const migrated = luntan(["migrate"], { DATA_DIR });
  expect(await migrated.ended, migrated.output()).toBe(0);

  const healthy = luntan(["doctor"], { DATA_DIR, PORT });
  expect(await healthy.ended, healthy.output()).toBe(0);
  expect(healthy.output()).toMatch(/ok +migrations: all \d+ have run/);

  const holder = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => holder.listen(Number(PORT), "127.0.0.1", resolve));
  const ill = luntan(["doctor"], { DATA_DIR, PORT });
  expect(await ill.ended).toBe(1);
  expect(ill.output()).toContain(`127.0.0.1:${PORT} is taken`);
  holder.close();
});

test("an administrator is created from the command line, once", async () => {
  const DATA_DIR = newFolder();
  const options = ["--username", "operator", "--password", "a-long-password"];
  const weak = luntan(["admin:create", "--username", "operator", "--password", "operator1"], { DATA_DIR });
  expect(await weak.ended).toBe(1);
  expect(weak.output()).toMatch(/^admin:create: This password is common or made of a name/m);
  const first = luntan(["admin:create", ...options], { DATA_DIR });
  expect(await first.ended, first.output()).toBe(0);

  const again = luntan(["admin:create", ...options], { DATA_DIR });

  expect(await again.ended).toBe(1);
  expect(again.output()).toMatch(/^admin:create: .+\n$/m);
  expect(again.output()).not.toContain("a-long-password");
});
