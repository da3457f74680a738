import { readFileSync } from "node:fs";
import { readDiscuzX } from "../../../server/transfer/sources/discuzX/read.ts";
import { type Community, databaseOnServer } from "../reading.ts";

/** A community of Discuz! X with UCenter, in an encoding. @param change SQL that is run before it is read */
export function discuzX({ charset = "utf8mb4", change = "" } = {}): Community {
  const sql = readFileSync(new URL("community.sql", import.meta.url), "utf8");
  return {
    read: readDiscuzX,
    files: {
      "data/attachment/forum/202103/04/cat.png": "cat",
      "data/attachment/forum/202103/04/secret.png": "secret",
      "data/attachment/forum/202103/04/sold.zip": "sold",
      "data/attachment/forum/202103/04/vip.zip": "vip",
      "data/attachment/forum/202103/04/plan.pdf": "plan",
      "uc_server/data/avatar/000/00/00/01_avatar_middle.jpg": "avatar",
    },
    options: { address: "https://old.example.org/bbs" },
    make: () => databaseOnServer([{ sql: sql.replaceAll("{charset}", charset) + change }]),
  };
}
