import { expect, test } from "vitest";
import { Forum } from "../support/forum.ts";
import { give } from "./books.ts";
import { order, pay, sell, setPin, TRADING } from "./shop.ts";

/** The file of one's data holds one's money and the texts that one sells, and nothing of whom one deals with. */
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

    const bought = (await buyer.get("/account/export.json")).json();
    expect(bought.orders).toMatchObject([{ kind: "THREAD", state: "PAID", amountCents: 500 }]);
    expect(bought.withdrawals).toMatchObject([{ amountCents: 1_000, receiveAccount: "Bank 12 34" }]);
    expect(bought.walletEntries).toMatchObject([
      { amountCents: 10_000, balanceCents: 10_000, transaction: { kind: "ADJUSTMENT" } },
      { amountCents: -500, balanceCents: 9_500 },
      { amountCents: -1_000, balanceCents: 8_500 },
    ]);
    expect(bought.paidTexts).toEqual([]);

    const answer = await seller.get("/account/export.json");
    const sold = answer.json();
    expect(sold.paidTexts).toMatchObject([
      { threadId: Number(threadId), body: "Flour, water, and the secret." },
    ]);
    expect(sold.walletEntries).toMatchObject([{ balanceCents: 500 }]);
    expect([sold.orders, sold.withdrawals]).toEqual([[], []]);
    expect(answer.text).not.toContain("Bank 12 34");
  } finally {
    await forum.close();
  }
});
