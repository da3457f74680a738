import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { keptMessages } from "../../server/features/sms/smsOutbox.ts";
import { run } from "../../server/core/sql.ts";
import { Invitation } from "../../server/features/invitations/invitation.entity.ts";
import { set } from "../notifications/delivery/post.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { createCode, invited, INVITING, PASSWORD, register } from "./inviting.ts";

const PREVIEW = `query ($code: String!) { invitation(code: $code) { code inviterName groupName isOfficial } }`;
const REVOKE = `mutation ($id: ID!) { revokeInvitation(id: $id) { state } }`;
const OVERVIEW = `{ invitationOverview { path needsCode viewerCanCreate inviteeCount earnedCents sharePercent } }`;
const PHONE = { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" };

let forum: Forum;
let admin: Person;
let ada: Person;
beforeAll(async () => {
  forum = await Forum.open();
  [admin, ada] = [await forum.admin(), await forum.member(INVITING)];
});
afterAll(() => forum.close());
afterEach(() => set(forum, { "default.register_invitation": "0" }));

const preview = async (code: string, who = forum.visitor()) =>
  (await who.graphql(PREVIEW, { code })).invitation;
const overview = async (person: Person) => (await person.graphql(OVERVIEW)).invitationOverview;
const countUsers = async (): Promise<number> =>
  Number((await forum.rows<{ n: number }>("SELECT COUNT(*) AS n FROM users"))[0]!.n);
async function acceptanceOf(userId: number): Promise<Record<string, number | null> | undefined> {
  const [row] = await forum.rows("SELECT * FROM invitation_acceptances WHERE userId = ?", [userId]);
  return row as Record<string, number | null> | undefined;
}

describe("a member's own link", () => {
  test("names them as the inviter: both follow each other, and the inviter hears of it", async () => {
    const bo = await forum.member();
    expect(await overview(bo)).toMatchObject({ path: `/invite?inviteCode=${bo.id}`, viewerCanCreate: false });
    expect(await preview(String(bo.id), ada)).toMatchObject({ inviterName: bo.nickname, isOfficial: false });

    const guest = await register(forum, String(bo.id));

    expect(await acceptanceOf(guest)).toMatchObject({ invitationId: null, sharePercent: 0 });
    expect(await overview(bo)).toMatchObject({ inviteeCount: 1, earnedCents: 0 });
    const relations = `SELECT fromUserId FROM follows WHERE isMutual = 1 AND (fromUserId = ? OR toUserId = ?)`;
    expect(await forum.rows(relations, [guest, guest])).toHaveLength(2);
    await forum.delivered();
    const { notifications } = await bo.graphql(`{ notifications(entry: ACCOUNT) { nodes { kind text } } }`);
    expect(notifications.nodes[0]).toMatchObject({ kind: "invite.accepted" });
    expect(notifications.nodes[0].text).toMatch(/^guest\d+ joined .+ by your invitation$/);
  });

  test("does not name members to who may not see members", async () => {
    await forum.write((ctx) =>
      run(ctx, "DELETE FROM group_permissions WHERE groupId = 7 AND permission = 'user.view'", []),
    );
    const closed = await forum.limitedMember("user.view");
    expect(await preview(String(ada.id), closed)).toMatchObject({ inviterName: null });
    const { code } = await createCode(ada);
    expect(await preview(code, closed)).toMatchObject({ inviterName: ada.nickname });
  });

  test("of members who are banned does not work", async () => {
    const bo = await forum.member();
    await forum.write((ctx) => run(ctx, "UPDATE users SET status = 1 WHERE id = ?", [bo.id]));
    expect(await preview(String(bo.id))).toBeNull();
    const before = await countUsers();
    await expect(register(forum, String(bo.id))).rejects.toMatchObject({
      code: "INVITATION_INVALID",
      legacyCode: -4001,
    });
    expect(await countUsers()).toBe(before);
  });
});

describe("a code", () => {
  test("lets in as many as it says, in any writing", async () => {
    const made = await createCode(ada, { maxUses: 2 });
    expect(made).toMatchObject({ state: "OPEN", maxUses: 2, useCount: 0, isOfficial: false });
    const spaced = made.code.toLowerCase().replace(/(.{4})/g, "$1-");
    const guest = await register(forum, ` ${spaced} `);
    const origin = `query ($id: ID!) { user(id: $id) { invitedBy { code sharePercent inviter { id } } } }`;
    expect((await admin.graphql(origin, { id: guest })).user.invitedBy).toMatchObject({
      code: made.code,
      inviter: { id: String(ada.id) },
    });
    expect((await admin.graphql(origin, { id: ada.id })).user.invitedBy).toBeNull();
    expect((await ada.graphql(origin, { id: guest })).user.invitedBy).toBeNull();
    expect(await acceptanceOf(guest)).toMatchObject({ inviterId: ada.id, invitationId: Number(made.id) });
    await register(forum, made.code);
    expect(await preview(made.code)).toBeNull();
    await expect(register(forum, made.code)).rejects.toMatchObject({ code: "INVITATION_INVALID" });
    const { ownInvitations } = await ada.graphql(`{ ownInvitations { nodes { code state useCount } } }`);
    expect(ownInvitations.nodes[0]).toEqual({ code: made.code, state: "USED_UP", useCount: 2 });
  });

  test("of which one use is left lets one of fifty in who come at once", async () => {
    const made = await createCode(ada);
    const before = await countUsers();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => register(forum, made.code)));
    const winners = results.filter(({ status }) => status === "fulfilled");
    const losers = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(winners).toHaveLength(1);
    expect(new Set(losers)).toEqual(new Set(["INVITATION_INVALID"]));
    expect(await countUsers()).toBe(before + 1);
    const [row] = await forum.rows("SELECT useCount FROM invitations WHERE id = ?", [Number(made.id)]);
    expect(Number(row!["useCount"])).toBe(1);
  });

  test("is not used by a registration that is refused", async () => {
    const made = await createCode(ada);
    const input = { username: ada.nickname, nickname: ada.nickname, password: "a quiet harbour" };
    const taken = forum
      .visitor()
      .graphql(`mutation ($input: RegisterInput!) { register(input: $input) { accessToken } }`, {
        input: { ...input, inviteCode: made.code },
      });
    await expect(taken).rejects.toMatchObject({ code: expect.stringContaining("TAKEN") });
    expect(await preview(made.code)).not.toBeNull();
  });

  test("ends with its time, and when it is revoked by who made it or an administrator", async () => {
    const [old, own, another] = [await createCode(ada), await createCode(ada), await createCode(ada)];
    await forum.write((ctx) => ctx.db.update(Invitation, { id: Number(old.id) }, { expiresAt: ctx.now }));
    await expect(register(forum, old.code)).rejects.toMatchObject({ code: "INVITATION_INVALID" });
    const bo = await forum.member(INVITING);
    await expect(bo.graphql(REVOKE, { id: own.id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const [person, { id, code }] of [[ada, own] as const, [admin, another] as const]) {
      expect(await person.graphql(REVOKE, { id })).toEqual({ revokeInvitation: { state: "REVOKED" } });
      await expect(register(forum, code)).rejects.toMatchObject({ code: "INVITATION_INVALID" });
    }
  });

  test.each([
    ["a member without the permission", [], {}, "FORBIDDEN"],
    ["a member", [INVITING], { maxUses: 0 }, "INVALID_PARAMETER"],
    ["a member", [INVITING], { maxUses: 1001 }, "INVALID_PARAMETER"],
    ["a member", [INVITING], { days: 366 }, "INVALID_PARAMETER"],
    ["a member", [INVITING], { days: null }, "FORBIDDEN"],
    ["a member", [INVITING], { maxUses: null }, "FORBIDDEN"],
    ["a member", [INVITING], { isOfficial: true }, "FORBIDDEN"],
    ["a member", [INVITING], { groupId: "10" }, "FORBIDDEN"],
  ])("is refused to %s with %j %j: %s", async (_, permissions, input, code) => {
    const person = await forum.member(...permissions);
    await expect(createCode(person, input)).rejects.toMatchObject({ code });
    const [row] = await forum.rows("SELECT COUNT(*) AS n FROM invitations WHERE userId = ?", [person.id]);
    expect(Number(row!["n"])).toBe(0);
  });

  test("is refused to who has fifty open ones", async () => {
    const bo = await forum.member(INVITING);
    for (let n = 0; n < 50; n++) await createCode(bo);
    await expect(createCode(bo)).rejects.toMatchObject({ code: "IN_USE" });
  });
});

describe("a code of an administrator", () => {
  test("leads to its group, until the group is deleted", async () => {
    const groupId = await forum.group([]);
    const made = await createCode(admin, { groupId: String(groupId), maxUses: null, days: null });
    expect((await preview(made.code)).groupName).toBe(made.groupName);
    const guest = await register(forum, made.code);
    const groupOf = async (id: number) =>
      Number((await forum.rows("SELECT groupId FROM users WHERE id = ?", [id]))[0]!["groupId"]);
    expect(await groupOf(guest)).toBe(groupId);
    await admin.graphql(`mutation ($ids: [ID!]!) { deleteGroups(ids: $ids) { id } }`, {
      ids: [String(groupId)],
    });
    expect(await groupOf(await register(forum, made.code))).toBe(10);
  });

  test.each(["1", "5", "6", "7", "999999"])("does not lead to group %s", async (groupId) => {
    await expect(createCode(admin, { groupId })).rejects.toMatchObject({ code: "INVALID_PARAMETER" });
  });

  test("of the site lets people into a paid site without paying", async () => {
    const made = await createCode(admin, { isOfficial: true });
    const plain = await createCode(admin);
    await set(forum, { "default.site_mode": "pay", "default.site_price": "12.50" });
    try {
      expect(await preview(made.code)).toMatchObject({ isOfficial: true, inviterName: null });
      const [guest, payer] = [await invited(forum, made.code), await invited(forum, plain.code)];
      const terms = `{ joinTerms { viewerMustJoin } }`;
      expect(await guest.graphql(terms)).toEqual({ joinTerms: { viewerMustJoin: false } });
      expect(await payer.graphql(terms)).toEqual({ joinTerms: { viewerMustJoin: true } });
      expect((await createCode(admin)).path).toMatch(/^\/forum\/partner-invite\?inviteCode=/);
    } finally {
      await set(forum, { "default.site_mode": "public" });
    }
  });

  test("is listed with all others for administrators alone", async () => {
    const LIST = `{ invitations(first: 2) { nodes { code inviter { id } state } pageInfo { hasNextPage } } }`;
    const { invitations } = await admin.graphql(LIST);
    expect(invitations.nodes).toHaveLength(2);
    expect(invitations.pageInfo.hasNextPage).toBe(true);
    await expect(ada.graphql(LIST)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const OF = `query ($id: ID) { invitees(userId: $id) { nodes { id } } }`;
    expect((await admin.graphql(OF, { id: String(ada.id) })).invitees.nodes.length).toBeGreaterThan(0);
    const bo = await forum.member();
    await expect(bo.graphql(OF, { id: String(ada.id) })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("a site that asks for codes", () => {
  test("refuses who has none, and who has the number of a member alone", async () => {
    await set(forum, { "default.register_invitation": "1" });
    const before = await countUsers();
    for (const code of [undefined, null, " ", String(ada.id)])
      await expect(register(forum, code)).rejects.toMatchObject({
        code: "INVITATION_NEEDED",
        legacyCode: -7032,
      });
    await expect(register(forum, "NOBODYKNOWS")).rejects.toMatchObject({ code: "INVITATION_INVALID" });
    expect(await countUsers()).toBe(before);
    expect(await preview(String(ada.id), ada)).toBeNull();
    expect(await overview(ada)).toMatchObject({ needsCode: true });
    expect(await register(forum, (await createCode(ada)).code)).toBeGreaterThan(0);
  });

  test("refuses old clients without a code by the number of closed registration, and takes theirs", async () => {
    await set(forum, { "default.register_invitation": "1" });
    const form = { username: "oldfriend", password: PASSWORD, passwordConfirmation: PASSWORD };
    const post = (more: object) =>
      forum.visitor().rest("POST", "/api/v3/users/username.register", { ...form, ...more });
    expect(await post({})).toMatchObject({ Code: -7032 });
    expect(await post({ code: "NOBODYKNOWS" })).toMatchObject({ Code: -4001 });
    const { Code, Data } = await post({ code: (await createCode(ada)).code });
    expect(Code).toBe(0);
    expect(await acceptanceOf(Data.userId)).toMatchObject({ inviterId: ada.id });
  });

  test("refuses new phone numbers without a code, and takes the same digits with one", async () => {
    await set(forum, { ...PHONE, "default.register_invitation": "1" });
    const phone = "13800007001";
    const request = (
      await forum
        .visitor()
        .graphql(`mutation ($phone: String!) { requestPhoneCode(purpose: SIGN_IN, phone: $phone) }`, {
          phone,
        })
    ).requestPhoneCode as string;
    const digits = keptMessages(forum.app.services).find((each) => each.phone === `+86${phone}`)!.values[0]!;
    const LOGIN = `mutation ($input: PhoneLoginInput!) { loginByPhone(input: $input) { viewer { id } } }`;
    const input = { phone, request, code: digits };
    await expect(forum.visitor().graphql(LOGIN, { input })).rejects.toMatchObject({
      code: "INVITATION_NEEDED",
    });
    const { code: inviteCode } = await createCode(ada);
    const { loginByPhone } = await forum.visitor().graphql(LOGIN, { input: { ...input, inviteCode } });
    expect(await acceptanceOf(Number(loginByPhone.viewer.id))).toMatchObject({ inviterId: ada.id });
    await set(forum, { "qcloud.qcloud_sms": "0" });
  });
});

test("old clients get the code of a link, and the list of who came", async () => {
  const bo = await forum.member();
  expect((await bo.rest("GET", "/api/v3/invite.link.create")).Data).toEqual({
    userId: bo.id,
    code: String(bo.id),
  });
  const refused = await bo.rest("GET", "/api/v3/invite.link.create?group=10");
  expect(refused.Code).toBe(-4002);
  const { code } = (await admin.rest("GET", "/api/v3/invite.link.create?group=10")).Data as { code: string };
  expect(await preview(code)).toMatchObject({ isOfficial: true });
  const guest = await register(forum, String(bo.id));
  const { Data } = await bo.rest("GET", "/api/v3/invite.users.list?page=1&perPage=10");
  expect(Data).toMatchObject({ totalCount: 1, currentPage: 1 });
  expect(Data.pageData).toMatchObject({
    userId: bo.id,
    totalInviteUsers: 1,
    totalInviteBounties: "0.00",
    inviteUsersList: [{ pid: bo.id, userId: guest, bounty: "0.00" }],
  });
  expect((await forum.visitor().rest("GET", "/api/v3/invite.users.list")).Code).toBe(-3001);
});
