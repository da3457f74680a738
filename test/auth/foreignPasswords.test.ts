import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { UserStatus } from "../../server/core/viewer.ts";
import { CLOSING_GRACE_MS } from "../../server/features/auth/accounts/ownAccount.service.ts";
import {
  ForeignScheme,
  type ForeignCharset,
} from "../../server/features/auth/passwords/foreignPassword.entity.ts";
import { storeForeignPasswords } from "../../server/features/auth/passwords/foreignPassword.service.ts";
import { sealForeignPassword } from "../../server/features/auth/passwords/foreignSeal.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { pass, stopClock } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

const LOGIN = `mutation ($input: LoginInput!) { login(input: $input) { viewer { id } } }`;
const PROVE = `mutation ($password: String!) { proveIdentity(password: $password) }`;
const CHANGE = `mutation ($password: String!) { changePassword(password: $password) { viewer { id } } }`;
const RESET = `mutation ($id: ID!, $password: String!) { resetUserPassword(userId: $id, password: $password) }`;
const OWNS = `{ viewer { hasPassword } }`;

/** Hash of "tidal harbour" by crypt(3) of libxcrypt. */
const BCRYPT = "$2b$11$DiscuzDiscuzDiscuzDisuHbQ3ozSR3Eb1Pl46Ua.hnsLkJDRj7Ny";
const PASSWORD = "tidal harbour";

let forum: Forum;
beforeAll(async () => void (forum = await Forum.open()));
afterAll(() => forum.close());

interface Hash {
  readonly scheme: ForeignScheme;
  readonly hash: string;
  readonly salt?: string;
  readonly charset?: ForeignCharset;
}

/** A member who has moved in with the hash of another forum. */
async function newcomer(input: Hash, on = forum): Promise<Person> {
  const member = await on.member();
  await bring(member, input, on);
  return member;
}

async function bring(member: Person, input: Hash, on = forum): Promise<number> {
  const sealed = await sealForeignPassword(input.scheme, input.hash, input.salt, input.charset);
  return on.write((ctx) => storeForeignPasswords(ctx, [{ ...sealed!, userId: member.id }]));
}

const signIn = (member: Person, password: string, on = forum) =>
  on.visitor().graphql(LOGIN, { input: { username: member.credentials!.username, password } });

/** The hash of ours, and what is left of that of the other forum. */
async function stored(member: Person) {
  const [user] = await forum.rows<{ passwordHash: string }>("SELECT passwordHash FROM users WHERE id = ?", [
    member.id,
  ]);
  const foreign = await forum.rows<{ hash: string }>("SELECT hash FROM foreign_passwords WHERE userId = ?", [
    member.id,
  ]);
  return { ours: user!.passwordHash, foreign: foreign.map(({ hash }) => hash) };
}

const {
  BCRYPT: bcrypt,
  UCENTER,
  PHPASS,
  ARGON2,
  PHPBB,
  PHPBB2,
  NODEBB,
  DISCOURSE,
} = {
  ...ForeignScheme,
};

/**
 * Hashes by other programs: the test vectors of crypt_blowfish, of the Argon2 reference, phpass and hashcat; the others
 * by libxcrypt (`perl -e 'print crypt(…)'`), `hashlib` of Python, and argon2-cffi.
 */
test.each<[string, Hash, string, string]>([
  [
    "crypt_blowfish's $2a$",
    { scheme: bcrypt, hash: "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW" },
    "U*U",
    "U*V",
  ],
  [
    "Flarum's $2y$, Chinese",
    { scheme: bcrypt, hash: "$2y$10$FlarumFlarumFlarumFlau5VRowfVw1Y7VS85g/xxI3gvSBuyRha2" },
    "松下问童子",
    "松下问童了",
  ],
  ["$2b$", { scheme: bcrypt, hash: BCRYPT }, PASSWORD, "Tidal harbour"],
  [
    "$2y$, longer than the 72 bytes that bcrypt reads",
    { scheme: bcrypt, hash: "$2y$04$DiscuzDiscuzDiscuzDisu84q0Oc0kshLgIzvinaPcoSXe13a704G" },
    "x".repeat(100),
    "x".repeat(71),
  ],
  [
    "UCenter's",
    { scheme: UCENTER, hash: "ec6c1fe7998e6e6d57c75d53341afe54", salt: "a1B2c3" },
    "tidal7",
    "tidal8",
  ],
  [
    "UCenter's on a UTF-8 site, Chinese",
    { scheme: UCENTER, hash: "EEA515FF6D779A2EFD7921F9D76B7F5C", salt: "9f8e7d" },
    "松下问童子",
    "松下问童了",
  ],
  [
    "UCenter's on a GBK site, Chinese",
    { scheme: UCENTER, hash: "f09d9d8dc84bc6d760eda7e49cc95ac9", salt: "9f8e7d", charset: "gbk" },
    "松下问童子",
    "松下问童了",
  ],
  [
    "UCenter's on a GBK site, with an emoji, which browsers sent as a number",
    { scheme: UCENTER, hash: "8a1c70ac8a2e98104d3687079bba03df", salt: "112233", charset: "gbk" },
    "鱼🐟",
    "鱼?",
  ],
  [
    "UCenter's with a quote that was escaped",
    { scheme: UCENTER, hash: "d9a9f9356f366c3ed146923fd26826ee", salt: "0aZ9bY" },
    "o'neil",
    "oneil",
  ],
  [
    "UCenter's on a GBK site whose escaping cut a character in two",
    { scheme: UCENTER, hash: "59efafa3b3c44f36c9fbaadbb8757d80", salt: "445566", charset: "gbk" },
    "誠abc",
    "誠abd",
  ],
  [
    "UCenter 1.7's on a GBK site",
    {
      scheme: UCENTER,
      hash: "$2y$10$UCenter17UCenter17UCeeU7OIrU5f3dCxRZ76j84InLGd1jd2cWa",
      charset: "gbk",
    },
    "松下问童子",
    "松下问童了",
  ],
  ["phpass's $P$", { scheme: PHPASS, hash: "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0" }, "test12345", "test12346"],
  ["phpass's $H$", { scheme: PHPASS, hash: "$H$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0" }, "test12345", "test12346"],
  [
    "phpass's of 8,192 rounds, Chinese",
    { scheme: PHPASS, hash: "$H$Bk0rIqLz1zyNammJ8F9/C0SdBuqDlM1" },
    "秋天",
    "春天",
  ],
  [
    "the Argon2i of its reference",
    {
      scheme: ARGON2,
      hash: "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA",
    },
    "password",
    "passwort",
  ],
  [
    "the Argon2id of its reference",
    {
      scheme: ARGON2,
      hash: "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    },
    "password",
    "passwort",
  ],
  [
    "Argon2id of letters that were typed in two signs",
    {
      scheme: ARGON2,
      hash: "$argon2id$v=19$m=19456,t=2,p=1$cGhwQkJwaHBCQnBocEJCIQ$O4kKVhYLNhrEsD0oMFv13paLxsfdgd4v2epUwDWEs5o",
    },
    "Cafe\u0301 noir",
    "Cafe noir",
  ],
  [
    "Argon2i of the composed form, typed in two signs and full width",
    {
      scheme: ARGON2,
      hash: "$argon2i$v=19$m=19456,t=2,p=2$cGhwQkJwaHBCQnBocEJCIQ$YovC4Cx8pY/VVxyjCExGqqoPpfVhtqUAc7jdkbH37+g",
    },
    "Cafe\u0301 ｎoir",
    "Cafe noir",
  ],
  [
    "phpBB's $2y$ of what it escaped and trimmed",
    { scheme: PHPBB, hash: "$2y$10$phpBBphpBBphpBBphpBBpuao4aDH3W5dYgk37S453Jq/xknCd9Kzq" },
    ' a"b<c> &d\t',
    "a&quot;b&lt;c&gt; &amp;d",
  ],
  [
    "phpBB's $2y$ of what it composed",
    { scheme: PHPBB, hash: "$2y$10$phpBBphpBBphpBBphpBBpu7m.J.vejLZxr0EpVj7F1202rNwz0UcW" },
    "Cafe\u0301 noir",
    "Cafe noir",
  ],
  [
    "phpBB's Argon2id",
    {
      scheme: PHPBB,
      hash: "$argon2id$v=19$m=65536,t=4,p=1$cGhwQkJwaHBCQnBocEJCIQ$Voa0617LpzA/vZiE1LOgXO7zyw4c02cqFXcUwbI7T9w",
    },
    'a"b<c> &d',
    'a"b<c> &e',
  ],
  ["phpBB's $H$", { scheme: PHPBB, hash: "$H$7zzzzzzzzo4V5LvbOd3/BQKJCWYxfG/" }, 'a"b', "a'b"],
  [
    "phpBB's bcrypt over phpass",
    { scheme: PHPBB, hash: "$H\\2y$7RsqOrLNk$10\\vw31ldi5VPlyG2t5HxqIKe$yFv5dvOFakbr/GBBC0oyfIGMOkSD1dq" },
    "123456",
    "123457",
  ],
  [
    "phpBB's bcrypt over phpass over MD5",
    { scheme: PHPBB, hash: "$H\\2y$7RsqOrLNk$10\\vw31ldi5VPlyG2t5HxqIKe$Aevp.Ptx1lbafMKDSGRhyMEDsrf4Sda" },
    "123456",
    "123457",
  ],
  ["phpBB's MD5", { scheme: PHPBB, hash: "3858f62230ac3c915f300c664312c63f" }, "foobar", "foobaz"],
  ["phpBB's MD5, escaped", { scheme: PHPBB, hash: "8770d1bfead5210740a6ad8db14ca7c3" }, 'a"b<c>&d', "abcd"],
  [
    "phpBB 2's MD5, escaped as it was then",
    { scheme: PHPBB, hash: "$CP$15ae79a13c62a421e62a0e991119765e" },
    "o'neil",
    "oneil",
  ],
  [
    "phpBB 2's MD5 in the encoding of Western Europe",
    { scheme: PHPBB2, hash: "41516ab161ead9d12928063775ca8bd8" },
    "Zürich",
    "Zurich",
  ],
  [
    "phpBB 2's MD5 under phpass",
    { scheme: PHPBB, hash: "$CP$$H$9abcdefghj0/nqPvExOiQbMz0Vz4/A1" },
    "foobar",
    "foobaz",
  ],
  [
    "NodeBB's of the SHA-512",
    { scheme: NODEBB, hash: "$2a$12$NodeBBNodeBBNodeBBNoduq3rTk9BhLyHSwtLjjOzjQ7YZ7VYz6uK" },
    "slow-river",
    "slow-brook",
  ],
  [
    "NodeBB's of the password",
    { scheme: NODEBB, hash: "$2a$12$NodeBBNodeBBNodeBBNodukmLKX057l9bZRL8WERpQ3VVLk6J2O1a" },
    "slow-river",
    "slow-brook",
  ],
  [
    "Discourse's from before it named the rounds",
    {
      scheme: DISCOURSE,
      hash: "df710e7075be67ac8c7856d95856d858760729ad75f82f57cca51b16da8e9507",
      salt: "6d0f8b1c2e3a4958677685940312a1b0",
    },
    PASSWORD,
    "tidal harbours",
  ],
  [
    "Discourse's of 600,000 rounds, Chinese",
    {
      scheme: DISCOURSE,
      hash: "$pbkdf2-sha256$i=600000,l=32$27f2f70d52990ea86dd0df8742e7ca421996e679e70fc7b614b9816b0f6d7b13",
      salt: "00ff00ff00ff00ff00ff00ff00ff00ff",
    },
    "松下问童子",
    "松下问童了",
  ],
])(
  "%s hash: the wrong password is refused, the right one signs in and ends it",
  async (_, hash, right, wrong) => {
    const member = await newcomer(hash);
    expect((await stored(member)).foreign).toHaveLength(1);
    for (const password of [wrong, "", `${right}x`.slice(right.length > 72 ? 31 : 0)])
      await expect(signIn(member, password)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    expect(await stored(member)).toMatchObject({ ours: "foreign", foreign: [expect.anything()] });

    for (const time of ["first", "second"]) {
      const { login } = await signIn(member, right);
      expect([time, login.viewer.id]).toEqual([time, String(member.id)]);
      expect(await stored(member)).toEqual({
        ours: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,/),
        foreign: [],
      });
    }
    await expect(signIn(member, wrong)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
  },
);

test.each<[string, Hash]>([
  ["UCenter", { scheme: UCENTER, hash: "ec6c1fe7998e6e6d57c75d53341afe54", salt: "a1B2c3" }],
  ["phpBB", { scheme: PHPBB, hash: "3858f62230ac3c915f300c664312c63f" }],
  ["phpBB 2", { scheme: PHPBB2, hash: "3858f62230ac3c915f300c664312c63f" }],
])("no MD5 of %s lies in the database, only Argon2id of it", async (_, input) => {
  const member = await newcomer(input);
  const [row] = await forum.rows("SELECT * FROM foreign_passwords WHERE userId = ?", [member.id]);
  expect(row).toMatchObject({ hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) });
  expect(JSON.stringify(row)).not.toContain(input.hash);
});

test.each<[string, Hash]>([
  ["no hash", { scheme: bcrypt, hash: "" }],
  ["half a hash", { scheme: bcrypt, hash: "$2y$10$FlarumFlarumFlarum" }],
  ["bcrypt that would take an hour", { scheme: bcrypt, hash: BCRYPT.replace("$11$", "$25$") }],
  ["MD5 that is called bcrypt", { scheme: bcrypt, hash: "3858f62230ac3c915f300c664312c63f" }],
  ["phpass of 2^30 rounds", { scheme: PHPASS, hash: "$P$SIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0" }],
  [
    "Argon2 of 4 GB",
    {
      scheme: ARGON2,
      hash: "$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    },
  ],
  ["a password in the clear", { scheme: UCENTER, hash: "tidal7", salt: "a1B2c3" }],
  ["bcrypt of phpBB 2", { scheme: PHPBB, hash: `$CP$${BCRYPT}` }],
  [
    "a combination with bcrypt of cost 30",
    { scheme: PHPBB, hash: "$H\\2y$7RsqOrLNk$30\\vw31ldi5VPlyG2t5HxqIKe$yFv5dvOFakbr/GBBC0oyfIGMOkSD1dq" },
  ],
  ["nine million rounds", { scheme: DISCOURSE, hash: `$pbkdf2-sha256$i=9000000,l=32$${"0".repeat(64)}` }],
  [
    "a salt that has no end",
    { scheme: UCENTER, hash: "ec6c1fe7998e6e6d57c75d53341afe54", salt: "x".repeat(65) },
  ],
])("%s is not taken over", async (_, { scheme, hash, salt }) => {
  expect(await sealForeignPassword(scheme, hash, salt)).toBeNull();
});

describe("a member with the hash of another forum", () => {
  test("signs in at the door of old clients as well", async () => {
    const member = await newcomer({
      scheme: UCENTER,
      hash: "ec6c1fe7998e6e6d57c75d53341afe54",
      salt: "a1B2c3",
    });
    const attempt = (password: string) =>
      forum.visitor().rest("POST", "/api/v3/users/username.login", {
        username: member.credentials!.username,
        password,
      });
    expect(await attempt("tidal8")).toMatchObject({ Code: -7040 });
    for (const time of [1, 2]) {
      expect({ time, ...(await attempt("tidal7")) }).toMatchObject({
        time,
        Code: 0,
        Data: { uid: member.id },
      });
      expect((await stored(member)).foreign).toEqual([]);
    }
  });

  test("has a password, as both doors say, though the site takes no such short one from others", async () => {
    const member = await newcomer({
      scheme: UCENTER,
      hash: "ec6c1fe7998e6e6d57c75d53341afe54",
      salt: "a1B2c3",
    });
    const other = await forum.member();
    const answers = async (person: Person) => [
      (await person.graphql(OWNS)).viewer.hasPassword,
      (await person.rest("GET", "/api/v3/user")).Data.hasPassword,
    ];
    expect(await answers(other)).toEqual([false, false]);
    expect(await answers(member)).toEqual([true, true]);
    await signIn(member, "tidal7");
    expect(await answers(member)).toEqual([true, true]);
    await expect(member.graphql(CHANGE, { password: "tidal7" })).rejects.toMatchObject({
      code: "PASSWORD_TOO_SHORT",
    });
  });

  test("proves by the old password that the account is theirs, and changes it", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const member = await newcomer({ scheme: bcrypt, hash: BCRYPT });
      pass(11 * 60_000);
      const change = () => member.graphql(CHANGE, { password: "a louder harbour" });
      await expect(change()).rejects.toMatchObject({ code: "PROOF_NEEDED" });
      await expect(member.graphql(PROVE, { password: "tidal" })).rejects.toMatchObject({
        code: "PASSWORD_WRONG",
      });
      expect((await stored(member)).ours).toBe("foreign");
      expect((await member.graphql(PROVE, { password: PASSWORD })).proveIdentity).toBe(true);
      expect(await stored(member)).toEqual({ ours: expect.stringMatching(/^\$argon2id/), foreign: [] });
      await change();
      await signIn(member, "a louder harbour");
      await expect(signIn(member, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    } finally {
      vi.useRealTimers();
    }
  });

  test("changes it without the old one within the minutes after another proof", async () => {
    const member = await newcomer({ scheme: bcrypt, hash: BCRYPT });
    await member.graphql(CHANGE, { password: "a louder harbour" });
    expect((await stored(member)).foreign).toEqual([]);
    await expect(signIn(member, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    await signIn(member, "a louder harbour");
  });

  test("loses it to a password that an administrator sets", async () => {
    const member = await newcomer({ scheme: bcrypt, hash: BCRYPT });
    await (await forum.admin()).graphql(RESET, { id: member.id, password: "a louder harbour" });
    expect((await stored(member)).foreign).toEqual([]);
    await expect(signIn(member, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    await signIn(member, "a louder harbour");
  });

  test("keeps a newer password when the import runs again", async () => {
    const member = await newcomer({ scheme: bcrypt, hash: BCRYPT });
    expect(
      await bring(member, { scheme: UCENTER, hash: "ec6c1fe7998e6e6d57c75d53341afe54", salt: "a1B2c3" }),
    ).toBe(1);
    await expect(signIn(member, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    await signIn(member, "tidal7");
    expect(await bring(member, { scheme: bcrypt, hash: BCRYPT })).toBe(0);
    await expect(signIn(member, PASSWORD)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    await signIn(member, "tidal7");
  });

  test("signs in with several devices at one moment", async () => {
    const member = await newcomer({ scheme: bcrypt, hash: BCRYPT });
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(member, PASSWORD)));
    expect(answers.map(({ login }) => login.viewer.id)).toEqual(Array(4).fill(String(member.id)));
    expect((await stored(member)).foreign).toEqual([]);
  });

  test("is kept out by a ban, which does not keep the old hash", async () => {
    const member = await newcomer({ scheme: bcrypt, hash: BCRYPT });
    await forum.write((ctx) => ctx.db.update(User, { id: member.id }, { status: UserStatus.BANNED }));
    await expect(signIn(member, "tidal")).rejects.toMatchObject({ code: "LOGIN_FAILED" });
    await expect(signIn(member, PASSWORD)).rejects.toMatchObject({ code: "ACCOUNT_BANNED" });
    expect((await stored(member)).foreign).toEqual([]);
  });

  test("cannot be guessed: five wrong ones close the name from that address, as everybody's", async () => {
    const strict = await Forum.open({ env: { RATE_LIMIT_FACTOR: "1" } });
    try {
      const member = await newcomer({ scheme: PHPASS, hash: "$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0" }, strict);
      const guesser = strict.visitor();
      const attempt = (password: string) =>
        guesser.graphql(LOGIN, { input: { username: member.credentials!.username, password } });
      for (let guess = 0; guess < 5; guess++)
        await expect(attempt(`guess-${guess}`)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
      await expect(attempt("test12345")).rejects.toMatchObject({ code: "RATE_LIMITED" });
      expect((await signIn(member, "test12345", strict)).login.viewer.id).toBe(String(member.id));
    } finally {
      await strict.close();
    }
  });

  test("opens a closed account with it, and leaves no hash behind once it is erased", async () => {
    stopClock();
    try {
      const [back, gone] = [
        await newcomer({ scheme: bcrypt, hash: BCRYPT }),
        await newcomer({ scheme: bcrypt, hash: BCRYPT }),
      ];
      for (const member of [back, gone]) await member.graphql("mutation { closeAccount }");
      await signIn(back, PASSWORD);
      pass(CLOSING_GRACE_MS);
      await forum.app.clock.runAll(["eraseClosedAccounts"]);
      expect((await stored(back)).ours).toMatch(/^\$argon2id/);
      expect(await stored(gone)).toEqual({ ours: "none", foreign: [] });
    } finally {
      vi.useRealTimers();
    }
  });
});
