import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { describeForms, field, type Form, type Scene, secret, type } from "./forms.tsx";

const PASSWORD = "a walk to the old mill";
let newcomers = 0;

/** Registers somebody. @returns their user name */
async function registered(scene: Scene): Promise<string> {
  const username = `guest${++newcomers}`;
  const document = "mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }";
  const input = { username, nickname: username, password: PASSWORD, agreed: true };
  await scene.forum.visitor().graphql(document, { input });
  return username;
}

/** Forms around the account of a person. */
const FORMS: readonly Form[] = [
  {
    name: "a visitor registers",
    who: (forum) => Promise.resolve(forum.visitor()),
    prepare: () => Promise.resolve(`newcomer${++newcomers}`),
    address: () => "/user/register",
    async fill({ made }) {
      await type("Username", made);
      await type("Display name", `N${made}`);
      secret("Password", PASSWORD);
    },
    typed: () => [field("Username").value, secret("Password").value].join(),
    submit: "Register",
    operation: "Register",
    async proof({ forum, made }) {
      await waitFor(async () =>
        expect(await forum.rows("SELECT u.nickname FROM users u WHERE u.username = ?", [made])).toEqual([
          { nickname: `N${made}` },
        ]),
      );
    },
    refusal: {
      provoke: async (scene) => type("Username", await registered(scene)),
      words: /This username is taken\./,
    },
  },
  {
    name: "a visitor signs in",
    who: (forum) => Promise.resolve(forum.visitor()),
    prepare: registered,
    address: () => "/user/username-login",
    async fill({ made }) {
      await type("Username or email", made);
      secret("Password", PASSWORD);
    },
    typed: () => [field("Username or email").value, secret("Password").value].join(),
    submit: "Sign in",
    operation: "Login",
    async proof({ forum, made }) {
      // The registration began a session, and the sign-in another.
      await waitFor(async () =>
        expect(
          await forum.rows(
            "SELECT s.id FROM sessions s JOIN users u ON u.id = s.userId WHERE u.username = ?",
            [made],
          ),
        ).toHaveLength(2),
      );
    },
    refusal: {
      provoke: () => void secret("Password", "a walk to the new mill"),
      words: /The username or password is wrong\./,
    },
  },
];

describeForms(FORMS);
