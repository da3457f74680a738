import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { invalidateCached } from "../../server/core/cached.ts";
import { offerSetup } from "../../server/features/auth/accounts/setup.service.ts";
import { describeForms, field, type Form, type Scene, secret, type } from "./forms.tsx";

const PASSWORD = "a walk to the old mill";
let owners = 0;

/** Makes the forum one that has no administrator yet. @returns the token that its server prints */
async function unowned({ forum }: Scene): Promise<string> {
  await forum.write((ctx) => ctx.db.query("UPDATE users SET groupId = 10 WHERE groupId = 1"));
  const ctx = forum.app.context();
  invalidateCached(ctx.services);
  owners++;
  return (await offerSetup(ctx))!;
}

/** The form with which a forum begins. */
const FORMS: readonly Form[] = [
  {
    name: "whoever started the server becomes the first administrator",
    who: (forum) => Promise.resolve(forum.visitor()),
    prepare: unowned,
    address: ({ made }) => `/setup?token=${made}`,
    async fill() {
      await type("Username", `owner${owners}`);
      await type("Display name", `Owner${owners}`);
      secret("Password", PASSWORD);
    },
    typed: () => [field("Username").value, field("Display name").value, secret("Password").value].join(),
    submit: "Create the administrator",
    operation: "ClaimAdmin",
    async proof({ forum }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT u.username FROM users u WHERE u.groupId = 1")).toEqual([
          { username: `owner${owners}` },
        ]),
      );
    },
    refusal: {
      provoke() {
        secret("Password", "password123");
      },
      words: /This password is common or made of a name/,
      mend() {
        secret("Password", PASSWORD);
      },
    },
  },
];

describeForms(FORMS);
