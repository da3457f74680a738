import { join } from "node:path";
import { expect, test } from "vitest";
import { ENGINE } from "../support/forum.ts";
import { DISCUZ_Q } from "./discuzQ/community.ts";
import { PASSWORD } from "./discuzQ/peopleRows.ts";
import { newForum, opensAgain, Owner } from "./page/owner.ts";
import { writeFiles } from "./reading.ts";

/** Discuz! Q lives on a server; SQLite has none. */
const onServer = test.runIf(ENGINE !== "sqlite");
const PATIENCE_MS = 300_000;

onServer(
  "a community of Discuz! Q moves in by the address of its database, with its files and passwords",
  async () => {
    const server = await newForum();
    const old = await DISCUZ_Q.make(server.folder);
    try {
      writeFiles(join(server.folder, "import/site/storage"), DISCUZ_Q.files);
      const owner = await Owner.signIn(server);
      const { run } = await owner.check({
        source: "DISCUZ_Q",
        connection: old.url,
        siteFolder: "storage",
        address: "https://old.example.org/",
      });
      expect(run).toMatchObject({ phase: "CHECKED", problem: null, hasReport: true });
      expect(run.administrators).toContain("站长");
      await owner.ask(`mutation { startImport }`);
      const login = { username: "站长", password: PASSWORD };
      await opensAgain(server);
      const again = await Owner.signIn(server, login);
      expect((await again.page()).run?.phase).toBe("MOVED_IN");
      const report = await (await again.get("/import-report?format=json")).json();
      expect(report.result.counts.attachments.added).toBeGreaterThan(0);
      expect(report.source.money.openedCents).toBe(1_544);
    } finally {
      await server.close();
      await old.drop?.();
    }
  },
  PATIENCE_MS,
);
