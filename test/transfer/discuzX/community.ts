import { readFileSync } from "node:fs";
import { readDiscuzX } from "../../../server/transfer/sources/discuzX/read.ts";
import { type Community, databaseOnServer } from "../reading.ts";

/** Hashes of PASSWORD by UCenter on sites in UTF-8, as some versions wrote it, and in GBK; both with the salt `9f8e7d`. */
export const UCENTER = {
  utf8mb4: "EEA515FF6D779A2EFD7921F9D76B7F5C",
  gbk: "f09d9d8dc84bc6d760eda7e49cc95ac9",
};
export const PASSWORD = "松下问童子";
/** Hashes of other passwords: "tidal harbour" and "password". */
export const BCRYPT = "$2b$11$DiscuzDiscuzDiscuzDisuHbQ3ozSR3Eb1Pl46Ua.hnsLkJDRj7Ny";
export const ARGON2 =
  "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

/** A community of Discuz! X with UCenter, in an encoding. @param change SQL that is run before it is read */
export function discuzX({
  charset = "utf8mb4",
  change = "",
}: { charset?: keyof typeof UCENTER; change?: string } = {}): Community {
  const sql = readFileSync(new URL("community.sql", import.meta.url), "utf8");
  const values = { charset, ucenter: UCENTER[charset], bcrypt: BCRYPT, argon2: ARGON2 };
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
    make: () =>
      databaseOnServer([
        {
          sql:
            sql.replaceAll(
              /\{(charset|ucenter|bcrypt|argon2)\}/g,
              (_, name: keyof typeof values) => values[name],
            ) + change,
        },
      ]),
  };
}
