import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { addCrowd, insert } from "./crowd.mjs";
import { graphql } from "./documents.mjs";
import { finding } from "./table.mjs";

/** Payments a second, as the contract has them. */
const GOAL = { sqlite: 1_000, mariadb: 300 };
const P99_MAX_MS = 150;
/** Orders that wait: more than can be paid in all rounds. */
const ORDERS_A_SECOND = 2_500;
const [PAYERS, TIP_CENTS, PIN] = [64, 10, "135790"];
const ORDER_LASTS_MS = 900_000;
/** A red packet, who claims it at once, and in what time all of it must be gone. */
const [SHARES, CLAIMANTS, SETTLED_MAX_MS] = [100, 1_000, 2_000];
const LOOK_MS = 10;
const GIVE_UP_MS = 60_000;
const MEMBER_GROUP = 10;

const PAY = `mutation Pay($input: PayOrderInput!) { payOrder(input: $input) { id amountCents state } }`;
const ADJUST = `mutation ($input: AdjustWalletInput!) { adjustWallet(input: $input) { balanceCents } }`;
const PUBLISH = `mutation ($input: PublishThreadInput!) { publishThread(input: $input) { id } }`;
const REPLY = `mutation ($input: ReplyToThreadInput!) { replyToThread(input: $input) { id } }`;
const run = promisify(execFile);

/**
 * Pays orders from wallets with 16 connections beside the engine's own rate of two-leg transfers, and lets a crowd claim
 * one red packet at once.
 */
export async function checkMoney(bench) {
  const { engine, options } = bench;
  const people = await prepare(engine);
  const program = await bench.startProgram();
  try {
    await fund(engine, program, people);
    const paid = await measurePayments(bench, program, people);
    const packet = await claimPacket(bench, program, people);
    return [...paid, packet];
  } finally {
    await program.stop();
    if (options.profile) console.log(`profiles are in ${options.profile}`);
  }
}

/** Chooses members who pay and gives all members the permissions that they need, past the program. */
async function prepare(engine) {
  const payers = await engine.query("SELECT id FROM users WHERE username LIKE 'bench%' ORDER BY id LIMIT ?", [
    PAYERS,
  ]);
  const grants = ["order.create", "trade.pay.order", "thread.insertRedPacket"];
  for (const permission of grants) {
    await engine.query("DELETE FROM group_permissions WHERE groupId = ? AND permission = ?", [
      MEMBER_GROUP,
      permission,
    ]);
    await engine.query("INSERT INTO group_permissions (groupId, permission) VALUES (?, ?)", [
      MEMBER_GROUP,
      permission,
    ]);
  }
  await engine.query("DELETE FROM settings WHERE tag = 'default' AND `key` = 'site_can_reward'");
  await engine.query("INSERT INTO settings (tag, `key`, value) VALUES ('default', 'site_can_reward', '1')");
  return {
    payers: payers.map(({ id }) => Number(id)),
    crowd: await addCrowd(engine, { members: CLAIMANTS, signedIn: CLAIMANTS }),
  };
}

/** Gives the payers money as an administrator does, and a pay password. */
async function fund(engine, program, { payers }) {
  const admin = await engine.signInAdministrator();
  const key = Buffer.from(readFileSync(join(engine.env.DATA_DIR, "secret.key"), "utf8").trim(), "hex");
  await engine.query(`DELETE FROM pay_passwords WHERE userId IN (${payers.join()})`);
  for (const userId of payers) {
    const input = { userId: String(userId), amountCents: 10_000_000, reason: "Benchmark" };
    await ask(program.port, graphql(ADJUST, { input }, admin));
    const salt = String(userId).padStart(32, "0");
    const digest = createHmac("sha256", key).update(`pay-password ${userId} ${salt} ${PIN}`).digest("hex");
    await engine.query("INSERT INTO pay_passwords (userId, salt, digest, changedAt) VALUES (?, ?, ?, ?)", [
      userId,
      salt,
      digest,
      timeText(new Date()),
    ]);
  }
}

async function measurePayments(bench, program, { payers }) {
  const { engine, options } = bench;
  const headers = new Map();
  for (const id of payers) headers.set(id, await engine.openSession(id));
  const requests = await placeOrders(engine, payers, headers, options);
  const [ours, bare, state] = [[], [], {}];
  for (let round = 0; round < options.rounds; round++) {
    ours.push(await bench.round(program, requests, state, [program.pid, ...engine.pids]));
    bare.push(await transferRate(engine, options));
  }
  if (state.turn > requests.length) throw new Error("All orders were paid before the end.");
  const mean = (list, pick) => list.reduce((sum, each) => sum + pick(each), 0) / list.length;
  const perSecond = mean(ours, (round) => round.perSecond);
  const p99 = mean(ours, (round) => round.p99);
  const limit = mean(bare, (round) => round.perSecond);
  const cpu = ours[0].cpu.map((_, index) => mean(ours, (round) => round.cpu[index]).toFixed(2)).join(" + ");
  const goal = GOAL[engine.name];
  return [
    finding(
      "wallet payments, 16 clients",
      engine.name,
      `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(0)} ms, CPU ${cpu} ms each; bare two-leg transfers ${limit.toFixed(0)}/s, ratio ${(perSecond / limit).toFixed(3)}`,
      `≥ ${goal}/s, p99 ≤ ${P99_MAX_MS} ms`,
      perSecond >= goal && p99 <= P99_MAX_MS,
    ),
  ];
}

/** Stores tips that wait for their payment. @returns the requests that pay them, each once */
async function placeOrders(engine, payers, headers, { rounds, roundMs }) {
  const [thread] = await engine.query(
    `SELECT id, authorId FROM threads WHERE visible = 1 AND isAnonymous = 0 AND authorId NOT IN (${payers.join()}) ORDER BY id LIMIT 1`,
  );
  const [{ last }] = await engine.query("SELECT MAX(id) AS last FROM orders");
  const seconds = 5 + rounds * (1 + roundMs / 1_000);
  const now = new Date();
  const orders = Array.from({ length: Math.ceil(seconds * ORDERS_A_SECOND) }, (_, index) => {
    return { id: Number(last ?? 0) + 1 + index, userId: payers[index % payers.length] };
  });
  await insert(engine, "orders", orders, ({ id, userId }) => ({
    id,
    kind: "TIP",
    state: "PENDING",
    userId,
    payeeId: thread.authorId,
    threadId: thread.id,
    amountCents: TIP_CENTS,
    siteCents: 0,
    payeeCents: TIP_CENTS,
    inviterCents: 0,
    createdAt: timeText(now),
    expiresAt: timeText(new Date(now.getTime() + ORDER_LASTS_MS)),
  }));
  return orders.map(({ id, userId }) => {
    const input = { orderId: String(id), method: "WALLET", payPassword: PIN, idempotencyKey: `bench-${id}` };
    return graphql(PAY, { input }, headers.get(userId));
  });
}

async function transferRate({ inserts }, { roundMs }) {
  const { sqlite, mysql } = inserts;
  const what = JSON.stringify({ sqlite: sqlite && `${sqlite}.transfers`, mysql, ms: roundMs });
  return JSON.parse((await run(process.execPath, [join(import.meta.dirname, "transfers.mjs"), what])).stdout);
}

/** A thousand members reply at once to a thread with a hundred shares. */
async function claimPacket({ engine }, program, { payers, crowd }) {
  const redPacket = {
    rule: "RANDOM",
    claimBy: "REPLY",
    shareCount: SHARES,
    amountCents: 10_000,
    payPassword: PIN,
  };
  const [category] = await engine.query(
    "SELECT id FROM categories WHERE parentId IS NOT NULL ORDER BY id LIMIT 1",
  );
  const input = { categoryId: String(category.id), title: "Shares", body: "For a hundred.", redPacket };
  const published = await ask(program.port, graphql(PUBLISH, { input }, await engine.openSession(payers[0])));
  const threadId = published.data.publishThread.id;
  const began = performance.now();
  let refused = 0;
  const claims = crowd.map(async ({ headers }) => {
    for (;;) {
      const answer = await send(program.port, graphql(REPLY, { input: { threadId, body: "Me!" } }, headers));
      if (answer.status === 200) return void check(JSON.parse(answer.text));
      refused++;
      await wait(1_000 * Number(answer.retryAfter ?? 1));
    }
  });
  const settled = (async () => {
    for (;;) {
      const [packet] = await engine.query("SELECT claimedCount FROM red_packets WHERE threadId = ?", [
        threadId,
      ]);
      const ms = performance.now() - began;
      if (Number(packet.claimedCount) === SHARES || ms > GIVE_UP_MS) return ms;
      await wait(LOOK_MS);
    }
  })();
  await Promise.all(claims);
  const [all, ms] = [performance.now() - began, await settled];
  const [shares] = await engine.query(
    "SELECT COUNT(DISTINCT s.userId) AS n, SUM(s.amountCents) AS cents FROM red_packet_shares s JOIN red_packets p ON p.id = s.packetId WHERE p.threadId = ?",
    [threadId],
  );
  const isWhole = Number(shares.n) === SHARES && Number(shares.cents) === 10_000;
  return finding(
    `red packet of ${SHARES} shares, ${CLAIMANTS} claims at once`,
    engine.name,
    `settled in ${(ms / 1_000).toFixed(2)} s, all answered in ${(all / 1_000).toFixed(2)} s, ${refused} told to come again; ${shares.n} members got ${shares.cents} cents`,
    `≤ ${SETTLED_MAX_MS / 1_000} s, a share each`,
    ms <= SETTLED_MAX_MS && isWhole,
  );
}

async function ask(port, request) {
  return check(JSON.parse((await send(port, request)).text));
}

function check(answer) {
  if (answer.errors) throw new Error(JSON.stringify(answer.errors).slice(0, 400));
  return answer;
}

async function send(port, { path, headers, body }) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get("retry-after") };
}

function timeText(time) {
  return time.toISOString().replace("T", " ").replace("Z", "");
}
