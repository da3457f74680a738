import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Browser, expectNoViolations, PHONE } from "../support/browser.ts";
import { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { ready, visit } from "../journeys/steps.ts";

let forum: Forum;
let browser: Browser;

beforeAll(async () => {
  forum = await Forum.open({ listen: true });
  browser = await Browser.open(forum);
});
afterEach(() => browser?.closePages());
afterAll(async () => {
  await browser?.close();
  await forum?.close();
});

const CREATE = `mutation ($input: CreateRoomInput!) { createRoom(input: $input) { id } }`;
const ANSWER = `mutation ($id: ID!) { answerRoomInvitation(id: $id, accept: true) { id } }`;
const SEND = `mutation ($input: SendRoomMessageInput!) { sendRoomMessage(input: $input) { id } }`;

/** A group chat of its owner, which all others have joined. */
async function openRoom(name: string, owner: Person, others: readonly Person[]): Promise<string> {
  const input = { name, userIds: others.map(({ id }) => String(id)) };
  const { createRoom } = await owner.graphql(CREATE, { input });
  const { id } = createRoom as { id: string };
  for (const person of others) await person.graphql(ANSWER, { id });
  return id;
}

const send = (person: Person, roomId: string, body: string) =>
  person.graphql(SEND, { input: { roomId, body } });

const at = (roomId: string): string => `/message?page=room&roomId=${roomId}`;

/** Chooses members by their names in the open dialog. */
async function pick(page: Page, label: string, people: readonly Person[]): Promise<void> {
  const field = page.getByRole("combobox", { name: label });
  for (const { nickname } of people) {
    await field.fill(nickname);
    await page.getByRole("option", { name: nickname, exact: true }).waitFor();
    await page.getByRole("option", { name: nickname, exact: true }).click();
  }
}

test("three members talk on their desks: created, joined, written, read and left without a reload", async () => {
  const [ada, bo, cy] = [await forum.member(), await forum.member(), await forum.member()];
  const [adas, bos, cys] = [
    await browser.openPage({ person: ada }),
    await browser.openPage({ person: bo }),
    await browser.openPage({ person: cy }),
  ];
  await Promise.all([adas, bos, cys].map((page) => visit(page, "/message?page=index")));

  await adas.getByRole("button", { name: "发起群聊" }).click();
  await adas.getByRole("textbox", { name: "群名" }).fill("周末徒步");
  await pick(adas, "按昵称查找成员", [bo, cy]);
  await expectNoViolations(adas);
  await adas.getByRole("button", { name: "创建", exact: true }).click();
  await adas.getByRole("heading", { level: 1, name: "周末徒步" }).waitFor();
  await adas.getByText("你创建了群聊").waitFor();

  for (const page of [bos, cys]) {
    const row = page.getByRole("link", { name: /周末徒步/ });
    await row.waitFor();
    await row.click();
    await page.getByText(`${ada.nickname} 邀请你加入这个群聊`).waitFor();
    await page.getByRole("button", { name: "加入", exact: true }).click();
    await page.getByRole("textbox", { name: "写点什么…" }).waitFor();
  }
  await adas.getByText(`${cy.nickname} 加入了群聊`).waitFor();
  await adas.getByRole("button", { name: "3 位成员" }).waitFor();

  await adas.getByRole("textbox", { name: "写点什么…" }).fill("周六八点出发？");
  await adas.keyboard.press("Enter");
  for (const page of [bos, cys]) await page.getByText("周六八点出发？").waitFor();
  await adas.getByRole("button", { name: "2/2 人已读" }).click();
  await adas.getByRole("menuitem", { name: bo.nickname }).waitFor();
  await adas.keyboard.press("Escape");
  await bos.getByRole("textbox", { name: "写点什么…" }).fill("好的");
  await bos.keyboard.press("Enter");
  for (const page of [adas, cys]) await page.getByText("好的", { exact: true }).waitFor();
  await expectNoViolations(cys);

  await cys.getByRole("button", { name: "更多操作" }).click();
  await cys.getByRole("menuitem", { name: "退出群聊" }).click();
  await cys.getByRole("dialog").getByRole("button", { name: "退出群聊" }).click();
  await cys.getByRole("heading", { name: "私信" }).waitFor();
  await cys.getByRole("link", { name: /周末徒步/ }).waitFor({ state: "detached" });
  await adas.getByText(`${cy.nickname} 退出了群聊`).waitFor();
  await adas.getByRole("button", { name: "2 位成员" }).waitFor();
  await browser.expectNoComplaints();
});

test("on a phone in English an invitation is answered, members are read, and a muted chat counts quietly", async () => {
  const [ada, bo] = [await forum.member(), await forum.member()];
  const { createRoom } = await ada.graphql(CREATE, {
    input: { name: "Board games", userIds: [String(bo.id)] },
  });
  const { id } = createRoom as { id: string };
  const phone = await browser.openPage({ person: bo, locale: "en", ...PHONE });
  await visit(phone, "/message?page=index");
  const row = phone.getByRole("link", { name: /Board games/ });
  await expect.poll(() => row.textContent()).toContain(`${ada.nickname} invited you`);
  await row.click();
  await phone.getByRole("button", { name: "Join" }).waitFor();
  await expectNoViolations(phone);
  await phone.getByRole("button", { name: "Join" }).click();
  await phone.getByText("You joined").waitFor();

  await phone.getByRole("button", { name: "2 members" }).click();
  const members = phone.getByRole("dialog", { name: "Members" });
  await members.getByText("Owner").waitFor();
  expect(await members.getByRole("button", { name: /^Manage/ }).count()).toBe(0);
  await expectNoViolations(phone);
  await phone.keyboard.press("Escape");
  await members.waitFor({ state: "detached" });

  await phone.getByRole("button", { name: "More" }).last().click();
  await phone.getByRole("menuitem", { name: "Mute" }).click();
  await phone.getByRole("heading", { level: 1 }).getByText("Muted").waitFor({ state: "attached" });
  await visit(phone, "/message?page=index");
  await send(ada, id, "Tonight at seven?");
  await expect.poll(() => row.textContent()).toContain("1 unread, muted");
  const { unreadCounts } = await bo.graphql(`{ unreadCounts { dialogMessage } }`);
  expect(unreadCounts).toEqual({ dialogMessage: 0 });
  await browser.expectNoComplaints();
});

test("messages of a blocked member are folded for who blocks them alone", async () => {
  const [ada, bo, cy] = [await forum.member(), await forum.member(), await forum.member()];
  const id = await openRoom("读书会", ada, [bo, cy]);
  await bo.graphql(`mutation ($id: ID!) { blockUser(userId: $id) { id } }`, { id: cy.id });
  await send(cy, id, "我推荐这本书");
  const [bos, adas] = [await browser.openPage({ person: bo }), await browser.openPage({ person: ada })];
  await visit(bos, at(id));
  await visit(adas, at(id));

  await bos.getByText("已屏蔽成员的消息").waitFor();
  expect(await bos.content()).not.toContain("我推荐这本书");
  expect(await bos.getByRole("button", { name: "举报这条消息" }).count()).toBe(0);
  await adas.getByText("我推荐这本书").waitFor();
  await adas.getByRole("button", { name: "举报这条消息" }).click();
  await adas.getByText("违规内容").click();
  await adas.getByRole("button", { name: "提交举报" }).click();
  await adas.getByText("已收到举报，谢谢你").waitFor();
  await browser.expectNoComplaints();
});

test("the owner renames the group chat, removes a member, who sees it at once, and gives it away", async () => {
  const [ada, bo, cy] = [await forum.member(), await forum.member(), await forum.member()];
  const id = await openRoom("厨房", ada, [bo, cy]);
  const [adas, bos, cys] = [
    await browser.openPage({ person: ada }),
    await browser.openPage({ person: bo }),
    await browser.openPage({ person: cy, expectedErrors: [/404/] }),
  ];
  await Promise.all([adas, bos, cys].map((page) => visit(page, at(id))));

  await adas.getByRole("button", { name: "更多操作" }).click();
  await adas.getByRole("menuitem", { name: "修改群名" }).click();
  await adas.getByRole("textbox", { name: "群名" }).fill("大厨房");
  await adas.getByRole("button", { name: "保存" }).click();
  for (const page of [adas, bos]) await page.getByRole("heading", { level: 1, name: "大厨房" }).waitFor();

  await adas.getByRole("button", { name: "3 位成员" }).click();
  const members = adas.getByRole("dialog", { name: "群成员" });
  const manage = async (person: Person, action: string) => {
    await members.getByRole("button", { name: `管理 ${person.nickname}` }).click();
    await adas.getByRole("menuitem", { name: action }).click();
  };
  await manage(cy, "移出群聊");
  await adas
    .getByRole("dialog", { name: /移出群聊/ })
    .getByRole("button", { name: "移出群聊" })
    .click();
  await members.getByText(cy.nickname).waitFor({ state: "detached" });
  await cys.getByRole("heading", { name: "你已不在这个群聊中" }).waitFor();
  await cys.reload();
  await ready(cys);
  await cys.getByRole("heading", { name: "没有找到资源" }).waitFor();

  await manage(bo, "设为群主");
  await adas.getByRole("dialog", { name: /转让/ }).getByRole("button", { name: "设为群主" }).click();
  await members.getByRole("button", { name: /^管理/ }).waitFor({ state: "detached" });
  await bos.getByText("你成为新群主").waitFor();
  await bos.getByRole("button", { name: "更多操作" }).click();
  await bos.getByRole("menuitem", { name: "修改群名" }).waitFor();
  await browser.expectNoComplaints();
});
