import { readFileSync } from "node:fs";
import { readDiscuzQ } from "../../../server/transfer/sources/discuzQ/read.ts";
import { type Community, databaseOnServer, type Statement } from "../reading.ts";
import { CONTENT } from "./contentRows.ts";
import { APP_KEY, OTHERS } from "./otherRows.ts";
import { PEOPLE } from "./peopleRows.ts";

/** Id of the member in place of deleted authors. */
export const GHOST = 10_009;
/** 12:00 and 8:30 in Shanghai. */
export const NOON = "2021-03-04T04:00:00.000Z";
export const LATER = "2021-03-05T00:30:00.000Z";

/** A community of Discuz! Q 3, with every trap that old databases hold. */
export const DISCUZ_Q: Community = {
  read: readDiscuzQ,
  files: {
    "public/attachments/2021/03/04/a.png": "picture a",
    "public/attachments/2021/03/04/b.jpg": "picture b",
    "public/attachments/2021/03/04/plan.pdf": "plan",
    "public/attachments/2021/03/04/c.gif": "picture c",
    "public/attachments/2021/03/04/card.png": "card",
    "public/avatars/000/00/00/01.png": "avatar",
    "public/logo.png": "logo",
    // A file that the path of an attachment leads to, out of the folder.
    "../secret/passwd": "root",
  },
  options: { address: "https://old.example.org", appKey: APP_KEY },
  make: () => databaseOnServer(statements()),
};

/** Statements that make its database. */
export function statements(): Statement[] {
  const rows = [PEOPLE, CONTENT, OTHERS].flatMap((tables) =>
    Object.entries(tables).flatMap(([table, all]) =>
      all.map((row) => {
        const names = Object.keys(row).map((name) => `\`${name}\``);
        return {
          sql: `INSERT INTO pre_${table} (${names.join(", ")}) VALUES (?)`,
          values: [Object.values(row)],
        };
      }),
    ),
  );
  return [
    // PHP wrote in the zone of its server.
    { sql: "SET SESSION time_zone = '+08:00'" },
    { sql: readFileSync(new URL("schema.sql", import.meta.url), "utf8") },
    ...rows,
  ];
}
