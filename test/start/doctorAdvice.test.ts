import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineConfiguration } from "../../server/cli/doctorConfiguration.ts";
import { examineMemory, examineRuntime } from "../../server/cli/doctorMachine.ts";
import { loadConfig } from "../../server/config.ts";
import { ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** Advice of the doctor although nothing is broken. */
const PATIENCE_MS = 300_000;
/** A forum in service, as `deploy/` sets it up. */
const IN_SERVICE = {
  PUBLIC_URL: "https://forum.example.com",
  TRUST_PROXY: "127.0.0.1",
  RATE_LIMIT_FACTOR: "1",
  LOG_LEVEL: "info",
};

let server: ServerProcess;
beforeAll(async () => {
  server = await ServerProcess.open();
  await server.register("ada");
}, PATIENCE_MS);
afterAll(() => server?.close());

/** Findings of the doctor, without the advice. */
async function findingsOf(): Promise<string> {
  const { code, output } = await server.run(["doctor"], IN_SERVICE);
  expect(code, output).toBe(0);
  return output.replace(/^ +→ .*\n/gm, "");
}

describe("the configuration", () => {
  const advised = (variables: Readonly<Record<string, string>>): string[] =>
    examineConfiguration(loadConfig({ ...IN_SERVICE, DATA_DIR: server.folder, ...variables }))
      .filter(({ state }) => state !== "ok")
      .map(({ what }) => what);

  test("of a forum in service needs no advice", () => {
    expect(advised({})).toEqual([]);
  });

  test("is asked about where visitors share one limit, or may choose their address", () => {
    expect(advised({ TRUST_PROXY: "" })).toEqual([
      "proxy: TRUST_PROXY is not set, so all visitors share one address and one rate limit",
    ]);
    expect(advised({ TRUST_PROXY: "10.0.0.1,0.0.0.0/0" })).toEqual([
      "proxy: TRUST_PROXY believes everybody (0.0.0.0/0), who can then choose an address",
    ]);
  });

  test("is asked about where passwords travel in clear, and where nobody else gets in", () => {
    expect(advised({ PUBLIC_URL: "http://forum.example.com" })).toEqual([
      "address: http://forum.example.com is not encrypted; passwords can be read on the way, and passkeys and push do not work",
    ]);
    expect(advised({ PUBLIC_URL: "http://localhost:3000" })).toEqual([
      "address: http://localhost:3000 leads to this machine alone",
    ]);
    expect(advised({ PUBLIC_URL: "https://192.0.2.7" })).toEqual(["address: https://192.0.2.7 has no name"]);
  });

  test("is asked about where values of a trial were left", () => {
    expect(advised({ RATE_LIMIT_FACTOR: "0", PAGE_CACHE: "0" })).toEqual([
      "trial values: RATE_LIMIT_FACTOR is 0: nothing is limited",
      "trial values: PAGE_CACHE is 0: each page is rendered anew",
    ]);
  });

  test("is asked about where backups lie beside the data", () => {
    expect(advised({ BACKUP_DIR: server.folder })).toEqual([
      `backup: ${server.folder} lies on the disk of the data`,
    ]);
  });
});

test(
  "a forum is missed an administrator and a mail server until it has them, and told of deliveries that were given up",
  { timeout: PATIENCE_MS },
  async () => {
    const before = await findingsOf();
    expect(before).toContain("warn administrators: there is none");
    expect(before).toContain("warn mail: no server is set");
    expect(before).toContain("ok   deliveries: none is late, none was given up\n");

    await server.stop();
    await server.write("UPDATE users SET groupId = 1 WHERE username = ?", "ada");
    await server.write(
      "INSERT INTO settings (tag, `key`, value) VALUES ('mail', 'smtp_host', ?)",
      "mail.example.com",
    );
    const put = `INSERT INTO outbox (name, payload, attempts, dead, dueAt, createdAt, lastError)
      VALUES (?, 'of bob@example.com', 3, ?, '2026-01-02 03:04:05.000', '2026-01-02 03:04:05.000', 'bob@example.com')`;
    await server.write(put, "nobody listens", 0);
    await server.write(put, "nobody listens", 1);
    const after = await findingsOf();
    expect(after).toContain("ok   administrators: 1\n");
    expect(after).toContain("ok   mail: a server is set\n");
    expect(after).toContain("warn deliveries: 1 have been due for more than 15 minutes\n");
    expect(after).toContain(
      "warn deliveries: some were given up: 1 of nobody listens, the last of 2026-01-02T03:04:05.000Z\n",
    );
    expect(after).not.toContain("bob@example.com");

    await server.write("UPDATE users SET status = 1 WHERE username = ?", "ada");
    expect(await findingsOf()).toContain("warn administrators: there is none");
  },
);

test("programs read each finding with its check, state and advice", { timeout: PATIENCE_MS }, async () => {
  const { code, output } = await server.run(["doctor", "--json"], { ...IN_SERVICE, TRUST_PROXY: "" });
  expect(code).toBe(0);
  const report = JSON.parse(output.slice(output.indexOf("{"))) as {
    healthy: boolean;
    findings: { check: string; state: string; what: string; todo?: string }[];
  };
  expect(report.healthy).toBe(true);
  expect(report.findings.find(({ check }) => check === "proxy")).toEqual({
    check: "proxy",
    state: "warn",
    what: "proxy: TRUST_PROXY is not set, so all visitors share one address and one rate limit",
    todo: "set TRUST_PROXY to the address of the proxy that serves https",
  });
  const checks = report.findings.map(({ check }) => check);
  const ofEngine =
    ENGINE === "sqlite" ? ["references", "write-ahead log"] : ["durability", "max_allowed_packet"];
  expect(checks).toEqual(expect.arrayContaining(["Node.js", "memory", "database", "money", ...ofEngine]));
});

test("a runtime without fixes is named, and too little memory", () => {
  const now = new Date("2026-11-27");
  expect(examineRuntime("v24.11.0", now)).toMatchObject({ state: "ok" });
  expect(examineRuntime("v20.20.2", now)).toMatchObject({ state: "warn", todo: "install Node.js 24" });
  expect(examineRuntime("v22.21.0", new Date("2027-05-01"))).toMatchObject({ state: "warn" });
  expect(examineMemory(256 * 1_048_576)).toMatchObject({ state: "warn", what: "memory: 256 MiB only" });
  expect(examineMemory(1_024 * 1_048_576)).toMatchObject({ state: "ok", what: "memory: 1024 MiB" });
});
