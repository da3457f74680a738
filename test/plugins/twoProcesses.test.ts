import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServerDatabase, ENGINE } from "../support/forum.ts";
import { ServerProcess } from "../support/serverProcess.ts";
import { packageOf } from "./packing.ts";

/** Two servers on one MariaDB: a plugin that is switched on at one shows at the other. */
const PATIENCE_MS = 240_000;
const SEEN_WITHIN_MS = 5_000;
const ADMIN = { ADMIN_USERNAME: "operator", ADMIN_PASSWORD: "a-long-password" };
const PLACES = `{ site { pluginPlaces } }`;

let database: Awaited<ReturnType<typeof createServerDatabase>>;
let here: ServerProcess;
let there: ServerProcess;

beforeAll(async () => {
  if (ENGINE === "sqlite") return;
  database = await createServerDatabase();
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

/** Signs in as the administrator of the first server. */
async function tokenHere(): Promise<string> {
  const input = { username: "operator", password: "a-long-password", client: "API" };
  const signIn = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
  return (await here.ask(signIn, { input })).login.accessToken as string;
}

/** Uploads a package to the first server. @returns the id of the plugin */
async function uploadHere(token: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(bytes)]), "plugin.zip");
  const answer = await fetch(`${here.url}/plugin-packages`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { id: string }).id;
}

/** Waits until the second server has seen a change. */
async function seenThere(isSeen: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isSeen())) {
    if (performance.now() - began > SEEN_WITHIN_MS) throw new Error("The other server has not seen it.");
    await wait(50);
  }
}

const SWITCH = `mutation ($id: ID!, $isOn: Boolean!) { setPluginEnabled(pluginId: $id, isEnabled: $isOn) { id } }`;

test.runIf(ENGINE !== "sqlite")(
  "a plugin that is switched on and off at one server shows and goes at the other within five seconds",
  async () => {
    const token = await tokenHere();
    const id = await uploadHere(token, packageOf());
    const placesThere = async () => (await there.ask(PLACES)).site.pluginPlaces as string[];
    expect(await placesThere()).toEqual([]);
    for (const isOn of [true, false]) {
      await here.ask(SWITCH, { id, isOn }, token);
      await seenThere(async () => (await placesThere()).length === Number(isOn));
    }
  },
  PATIENCE_MS,
);

test.runIf(ENGINE !== "sqlite")(
  "of two plugins that replace the same part the one that is chosen at one server shows at the other within five seconds",
  async () => {
    const token = await tokenHere();
    const slots = [{ part: "line", target: "plugin_index", hookName: "qrcode_replace_hook" }];
    const ids: string[] = [];
    for (const pluginName of ["one", "two"]) {
      const id = await uploadHere(token, packageOf({ pluginName, appid: pluginName, slots }));
      await here.ask(SWITCH, { id, isOn: true }, token);
      ids.push(id);
    }
    const isShownThere = async (name: string) => {
      const { activePlugins } = await there.ask(`{ activePlugins { name views { target } } }`);
      const shown = (activePlugins as { name: string; views: unknown[] }[]).filter(
        ({ views }) => views.length > 0,
      );
      return shown.length === 1 && shown[0]!.name === name;
    };
    await seenThere(() => isShownThere("one"));
    const CHOOSE = `mutation ($place: String!, $id: ID!) { chooseReplacement(place: $place, pluginId: $id) { place } }`;
    await here.ask(CHOOSE, { place: "plugin_index@qrcode_replace_hook", id: ids[1]! }, token);
    await seenThere(() => isShownThere("two"));
  },
  PATIENCE_MS,
);

test.runIf(ENGINE !== "sqlite")(
  "no request fails at either server while a plugin comes, is switched on, upgraded, switched off, and goes",
  async () => {
    const token = await tokenHere();
    const READ = `{ site { pluginPlaces } activePlugins { name version codeUrl } threads(first: 5) { nodes { id } } }`;
    let isOver = false;
    const reading = [here, there, here, there].map(async (server) => {
      const versions: string[] = [];
      while (!isOver) {
        // Throws where the status is not 200 or the answer has errors.
        const { activePlugins } = await server.ask(READ);
        versions.push(activePlugins.find(({ name }: { name: string }) => name === "steady")?.version ?? "");
        await wait(20);
      }
      return [...new Set(versions)];
    });
    const named = (version: string) => packageOf({ pluginName: "steady", appid: "steady", version });
    const isThere = async (version: string) => {
      const { activePlugins } = await there.ask(READ);
      const found = activePlugins.find(({ name }: { name: string }) => name === "steady");
      return (found?.version ?? "") === version;
    };
    const id = await uploadHere(token, named("1.0.0"));
    await here.ask(SWITCH, { id, isOn: true }, token);
    await seenThere(() => isThere("1.0.0"));
    await uploadHere(token, named("1.1.0"));
    await seenThere(() => isThere("1.1.0"));
    await here.ask(SWITCH, { id, isOn: false }, token);
    await seenThere(() => isThere(""));
    await here.ask(`mutation ($id: ID!) { uninstallPlugin(pluginId: $id) }`, { id }, token);
    isOver = true;

    for (const versions of await Promise.all(reading)) {
      expect(versions.length).toBeGreaterThan(0);
      expect(["", "1.0.0", "1.1.0"]).toEqual(expect.arrayContaining(versions));
    }
  },
  PATIENCE_MS,
);
