import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMariaDbDatabase, ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";
import { packageOf } from "./packing.ts";

/** Two servers on one MariaDB: a plugin that is switched on at one shows at the other. */
const PATIENCE_MS = 240_000;
const SEEN_WITHIN_MS = 5_000;
const ADMIN = { ADMIN_USERNAME: "operator", ADMIN_PASSWORD: "a-long-password" };
const PLACES = `{ site { pluginPlaces } }`;

let database: Awaited<ReturnType<typeof createMariaDbDatabase>>;
let here: ServerProcess;
let there: ServerProcess;

beforeAll(async () => {
  if (ENGINE !== "mariadb") return;
  database = await createMariaDbDatabase();
  const open = (): Promise<ServerProcess> => {
    const folder = mkdtempSync(join(tmpdir(), "luntan-process-"));
    // Servers of one database need the same key.
    if (here) copyFileSync(join(here.folder, "secret.key"), join(folder, "secret.key"));
    const shared = { url: database.url, drop: () => Promise.resolve() };
    return ServerProcess.open({ folder, settings: ADMIN, database: shared });
  };
  here = await open();
  there = await open();
}, PATIENCE_MS);
afterAll(async () => {
  await there?.close();
  await here?.close();
  await database?.drop();
});

test.runIf(ENGINE === "mariadb")(
  "a plugin that is switched on and off at one server shows and goes at the other within five seconds",
  async () => {
    const input = { username: "operator", password: "a-long-password", client: "API" };
    const signIn = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
    const token = (await here.ask(signIn, { input })).login.accessToken as string;
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(packageOf())]), "welcome.zip");
    const answer = await fetch(`${here.url}/plugin-packages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    expect(answer.status).toBe(200);
    const { id } = (await answer.json()) as { id: string };
    const placesThere = async () => (await there.ask(PLACES)).site.pluginPlaces as string[];
    expect(await placesThere()).toEqual([]);
    for (const isOn of [true, false]) {
      const change = `mutation ($id: ID!, $isOn: Boolean!) { setPluginEnabled(pluginId: $id, isEnabled: $isOn) { id } }`;
      await here.ask(change, { id, isOn }, token);
      const began = performance.now();
      while ((await placesThere()).length !== Number(isOn)) {
        if (performance.now() - began > SEEN_WITHIN_MS) throw new Error("The other server has not seen it.");
        await wait(50);
      }
    }
  },
  PATIENCE_MS,
);
