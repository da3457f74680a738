import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesOfBase32 } from "../auth/authenticator.ts";
import { hotp } from "../../server/features/auth/second-factor/totp.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** `second-factor:remove` on the command line, for an operator who has nobody else to ask. */
const PATIENCE_MS = 300_000;
const STEP_MS = 30_000;

let server: ServerProcess;
beforeAll(async () => void (server = await ServerProcess.open()), PATIENCE_MS);
afterAll(() => server?.close());

test(
  "a member who lost the second factor is let in by the password again, signed out everywhere, and told",
  async () => {
    const { id, token } = await server.register("quince");
    const { secret } = (await server.ask(`mutation { beginSecondFactor { secret } }`, {}, token))
      .beginSecondFactor;
    const code = hotp(bytesOfBase32(secret as string), Math.floor(Date.now() / STEP_MS));
    await server.ask(`mutation ($code: String!) { confirmSecondFactor(code: $code) }`, { code }, token);
    const signIn = () =>
      server.ask(`mutation { login(input: {username: "quince", password: "secret-12", client: API}) {
        accessToken } }`);
    await expect(signIn()).rejects.toThrow("SECOND_FACTOR_NEEDED");
    await server.stop();

    const nobody = await server.run(["second-factor:remove", "nobody"]);
    expect([nobody.code, nobody.output]).toEqual([1, expect.stringContaining("There is no member nobody.")]);
    expect((await server.run(["second-factor:remove"])).output).toContain("Give the user name");
    const removed = await server.run(["second-factor:remove", "Quince"]);
    expect([removed.code, removed.output]).toEqual([0, expect.stringContaining("quince signs in without")]);
    const again = await server.run(["second-factor:remove", "quince"]);
    expect(again.code).toBe(1);

    expect(await server.rows(`SELECT id FROM sessions WHERE userId = ${id}`)).toEqual([]);
    await server.start();
    const { accessToken } = (await signIn()).login;
    await expect
      .poll(
        async () =>
          JSON.stringify(
            await server.ask(
              `{ notifications(entry: ACCOUNT, first: 5) { nodes { kind } } }`,
              {},
              accessToken as string,
            ),
          ),
        { timeout: 30_000 },
      )
      .toContain("user.second_factor.removed");
  },
  PATIENCE_MS,
);
