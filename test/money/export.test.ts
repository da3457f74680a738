import { expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { downloadExport } from "../support/memberExport.ts";
import { give } from "./books.ts";
import { order, pay, sell, setPin, TRADING } from "./shop.ts";

/** The export of one's data holds one's money and the texts that one sells, and nothing of whom one deals with. */
test("seller and buyer each find their own side of a sale in their data", async () => {
  const forum = await Forum.open();
  try {
    const [seller, buyer] = [await forum.member(...TRADING), await forum.member(...TRADING, "cash.create")];
    const threadId = await sell(forum, seller, { body: "Flour, water, and the secret." });
    await give(forum, buyer, 10_000);
    await setPin(buyer);
    await pay(buyer, (await order(buyer, threadId)).id);
    await buyer.graphql(
      `mutation ($input: RequestWithdrawalInput!) { requestWithdrawal(input: $input) { id } }`,
      {
        input: { amountCents: 1_000, receiveAccount: "Bank 12 34", payPassword: "135790" },
      },
    );

    const bought = await downloadExport(buyer);
    expect(bought.records("orders")).toMatchObject([
      { kind: "THREAD", state: "PAID", amountCents: 500, payeeId: null, payeeCents: 0 },
    ]);
    expect(bought.records("withdrawals")).toMatchObject([
      { amountCents: 1_000, receiveAccount: "Bank 12 34" },
    ]);
    const [given, paid, frozen] = bought.records("transactions").map(({ kind, actorId, entries }) => {
      expect(actorId).toBe(0);
      expect(entries.map(({ memberId }) => memberId)).toEqual(entries.map(() => buyer.id));
      return [kind, ...entries.map(({ account, amountCents }) => `${account} ${amountCents}`)];
    });
    expect(given).toEqual(["ADJUSTMENT", "AVAILABLE 10000"]);
    expect(paid).toEqual(["PAYMENT", "AVAILABLE -500"]);
    expect(frozen).toEqual(["HOLD", "AVAILABLE -1000", "FROZEN 1000"]);
    expect(bought.records("threads")).toEqual([]);
    expect(bought.text).not.toContain("the secret");

    const sold = await downloadExport(seller);
    expect(sold.records("threads")).toMatchObject([
      { id: Number(threadId), body: "Flour, water, and the secret." },
    ]);
    const entries = sold.records("transactions").flatMap((each) => each.entries);
    expect(entries).toMatchObject([{ account: "AVAILABLE", memberId: seller.id, amountCents: 500 }]);
    expect([sold.records("orders"), sold.records("withdrawals")]).toEqual([[], []]);
    expect(sold.text).not.toContain("Bank 12 34");
  } finally {
    await forum.close();
  }
});
