import { createHash } from "node:crypto";

/** Rows of one statement: SQLite takes 32,766 values. */
const ROWS_AT_ONCE = 500;
const DAY_MS = 86_400_000;

/**
 * Adds a crowd to the forum: members with something unread, of whom some are signed in.
 * @param size.members how many have unread counts
 * @param size.signedIn how many of them have a session
 * @returns id and request headers of each who is signed in
 */
export async function addCrowd(engine, { members, signedIn }) {
  const [like] = await engine.query("SELECT * FROM users WHERE username LIKE 'bench%' ORDER BY id LIMIT 1");
  const [{ last }] = await engine.query("SELECT MAX(id) AS last FROM users");
  const ids = Array.from({ length: members }, (_, index) => Number(last) + 1 + index);
  const times = [new Date(), new Date(Date.now() + DAY_MS)];
  const [now, later] = times.map((time) => time.toISOString().replace("T", " ").replace("Z", ""));
  await insert(engine, "users", ids, (id) => {
    const name = `crowd${id}`;
    return {
      ...like,
      id,
      username: name,
      usernameKey: name,
      nickname: name,
      nicknameKey: name,
      ...NOTHING_WRITTEN,
      ...EMPTY(like),
    };
  });
  // A count without its notification would be repaired while the forum is measured.
  await insert(engine, "notifications", ids, (userId) => ({ userId, ...NOTIFICATION, createdAt: now }));
  await insert(engine, "unread_counts", ids, (userId) => ({ userId, [NOTIFICATION.type]: 1 }));
  const people = ids
    .slice(0, signedIn)
    .map((id) => ({ id, token: `luntan_benchmark_crowd_${id}_${"x".repeat(20)}` }));
  await insert(engine, "sessions", people, ({ id, token }) => ({
    userId: id,
    client: "API",
    tokenHash: createHash("sha256").update(token).digest("hex"),
    companionHash: "",
    userAgent: "bench",
    createdAt: now,
    lastSeenAt: now,
    expiresAt: later,
  }));
  return people.map(({ id, token }) => ({ id, headers: { authorization: `Bearer ${token}` } }));
}

/** Whatever must differ between members is left out. */
const EMPTY = (like) =>
  Object.fromEntries(
    ["email", "emailKey", "mobile", "mobileKey"].filter((name) => name in like).map((name) => [name, null]),
  );

/** Members who have written get badges as soon as the forum starts, which would be measured along. */
const NOTHING_WRITTEN = { threadCount: 0, postCount: 0, likedCount: 0, followCount: 0, fansCount: 0 };

/** Unread notification of each member. */
const NOTIFICATION = {
  type: "system",
  kind: "badge.awarded",
  entry: 1,
  why: "ACCOUNT",
  groupKey: "",
  times: 1,
  data: '{"badgeNames":{"zh":"初次发帖","en":"First thread"}}',
};

/** Adds rows, many with each statement. */
export async function insert(engine, table, things, rowOf) {
  const columns = Object.keys(rowOf(things[0]));
  const place = `(${columns.map(() => "?").join(", ")})`;
  const head = `INSERT INTO ${table} (${columns.map((name) => `\`${name}\``).join(", ")}) VALUES `;
  for (let from = 0; from < things.length; from += ROWS_AT_ONCE) {
    const some = things.slice(from, from + ROWS_AT_ONCE).map(rowOf);
    await engine.query(
      head + some.map(() => place).join(", "),
      some.flatMap((row) => columns.map((name) => row[name])),
    );
  }
}
