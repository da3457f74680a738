import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import { COMMUNITIES, type SourceName } from "./communities.ts";
import { ROWS, type Rows, writeDump } from "./discourse/community.ts";
import { MovedIn, PATIENCE_MS } from "./movedIn.ts";
import { OBJECTS, writeObjects } from "./nodebb/community.ts";
import type { Stored } from "./nodebb/objects.ts";
import { fill } from "./reading.ts";

/** Id of who joins between the runs, and of the topic that they begin. */
const [NEWCOMER, TOPIC] = [30, 130];
const [NOON, EVENING] = ["2026-11-26 12:00:00", "2026-11-26 13:00:00"];
const SECONDS = Date.parse("2026-11-26T12:00:00Z") / 1_000;

/** Runs statements in the database of a source. */
async function run(url: string, ...statements: string[]): Promise<void> {
  if (url.includes("://"))
    return fill(
      url,
      statements.map((sql) => ({ sql })),
    );
  const file = new Sqlite(url);
  for (const sql of statements) file.exec(sql);
  file.close();
}

/** Changes rows of a table by their ids; null takes one away. */
function changed(
  rows: Rows,
  table: string,
  changes: Readonly<Record<number, Rows[string][number] | null>>,
): Rows[string] {
  return rows[table]!.flatMap((row) => {
    const change = changes[Number(row["id"])];
    return change === null ? [] : [{ ...row, ...change }];
  });
}

/** A way in which a source goes on after the first run. */
interface Story {
  /** A thread with a reply that is edited, and with one that is removed for good. */
  readonly thread: number;
  readonly removed: string;
  /** Id of the reader of both; the newcomer, if it is missing. */
  readonly reader?: number;
  /** Somebody joins and begins a topic; one reply becomes 改过了, one is removed for good, one is deleted. */
  go(url: string): Promise<void> | void;
}

const STORIES: Readonly<Record<SourceName, Story>> = {
  "discuz-q": {
    thread: 108,
    removed: "抢到了",
    // The site was for members who had paid.
    reader: 1,
    go: (url) =>
      run(
        url,
        `INSERT INTO pre_users (id, username, nickname, password, mobile, created_at, updated_at) VALUES (${NEWCOMER}, 'late', 'late', '', '', '${NOON}', '${NOON}')`,
        `INSERT INTO pre_group_user (user_id, group_id) VALUES (${NEWCOMER}, 10)`,
        `INSERT INTO pre_threads (id, user_id, category_id, type, title, is_approved, created_at, updated_at) VALUES (${TOPIC}, ${NEWCOMER}, 1, 99, '新帖', 1, '${NOON}', '${NOON}')`,
        `INSERT INTO pre_posts (id, thread_id, user_id, content, is_first, is_approved, created_at, updated_at) VALUES
          (2000, ${TOPIC}, ${NEWCOMER}, '<p>我来了</p>', 1, 1, '${NOON}', '${NOON}'), (2001, 108, ${NEWCOMER}, '<p>我也要</p>', 0, 1, '${NOON}', '${NOON}')`,
        `UPDATE pre_posts SET content = '<p>改过了</p>', updated_at = '${EVENING}' WHERE id = 513`,
        "DELETE FROM pre_posts WHERE id = 518",
        `UPDATE pre_posts SET deleted_at = '${EVENING}', deleted_user_id = 1 WHERE id = 515`,
      ),
  },
  "discuz-x": {
    thread: 100,
    removed: "号没了",
    go: (url) =>
      run(
        url,
        `INSERT INTO pre_common_member (uid, username, groupid, regdate) VALUES (${NEWCOMER}, 'late', 10, ${SECONDS})`,
        `INSERT INTO pre_forum_thread (tid, fid, authorid, subject, dateline, lastpost) VALUES (${TOPIC}, 2, ${NEWCOMER}, '新帖', ${SECONDS}, ${SECONDS})`,
        `INSERT INTO pre_forum_post (pid, tid, first, author, authorid, dateline, message, position) VALUES
          (2000, ${TOPIC}, 1, 'late', ${NEWCOMER}, ${SECONDS}, '我来了', 1), (2001, 100, 0, 'late', ${NEWCOMER}, ${SECONDS}, '我也要', 9)`,
        "UPDATE pre_forum_post SET message = '改过了' WHERE pid = 207",
        "DELETE FROM pre_forum_post WHERE pid = 205",
        "UPDATE pre_forum_post SET invisible = -5 WHERE pid = 201",
      ),
  },
  flarum: {
    thread: 100,
    removed: "Of a deleted author",
    go: (url) =>
      run(
        url,
        `INSERT INTO fl_users (id, username, email, is_email_confirmed, password, joined_at) VALUES (${NEWCOMER}, 'late', 'late@example.org', 1, '', '${NOON}')`,
        `INSERT INTO fl_discussions (id, title, comment_count, user_id, first_post_id, created_at, last_posted_at, is_private, is_approved, is_locked, is_sticky) VALUES (${TOPIC}, '新帖', 1, ${NEWCOMER}, 2000, '${NOON}', '${NOON}', 0, 1, 0, 0)`,
        `INSERT INTO fl_discussion_tag (discussion_id, tag_id) VALUES (${TOPIC}, 1)`,
        `INSERT INTO fl_posts (id, discussion_id, number, user_id, type, content, created_at, is_private, is_approved) VALUES
          (2000, ${TOPIC}, 1, ${NEWCOMER}, 'comment', '<t><p>我来了</p></t>', '${NOON}', 0, 1), (2001, 100, 11, ${NEWCOMER}, 'comment', '<t><p>我也要</p></t>', '${NOON}', 0, 1)`,
        `UPDATE fl_posts SET content = '<t><p>改过了</p></t>', edited_at = '${EVENING}' WHERE id = 1003`,
        "DELETE FROM fl_posts WHERE id = 1004",
        `UPDATE fl_posts SET hidden_at = '${EVENING}', hidden_user_id = 1 WHERE id = 1008`,
      ),
  },
  phpbb: {
    thread: 100,
    removed: "It is",
    go: (url) =>
      run(
        url,
        `INSERT INTO forum_users (user_id, user_type, user_inactive_reason, group_id, username, username_clean, user_password, user_email, user_regdate, user_lastvisit, user_sig, user_avatar) VALUES (${NEWCOMER}, 0, 0, 2, 'late', 'late', '', 'late@example.org', ${SECONDS}, 0, '', '')`,
        `INSERT INTO forum_user_group VALUES (2, ${NEWCOMER}, 0)`,
        `INSERT INTO forum_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_last_post_time, topic_views, topic_type, topic_time_limit, topic_status, topic_moved_id, topic_visibility, topic_delete_time, topic_delete_user, topic_first_post_id, poll_title) VALUES (${TOPIC}, 11, '新帖', ${NEWCOMER}, ${SECONDS}, ${SECONDS}, 0, 0, 0, 0, 0, 1, 0, 0, 2000, '')`,
        `INSERT INTO forum_posts (post_id, topic_id, poster_id, post_time, post_username, post_subject, post_text, bbcode_uid, enable_bbcode, post_edit_time, post_visibility, post_delete_time, post_delete_user) VALUES
          (2000, ${TOPIC}, ${NEWCOMER}, ${SECONDS}, '', '新帖', '<t>我来了</t>', '', 1, 0, 1, 0, 0), (2001, 100, ${NEWCOMER}, ${SECONDS}, '', 'Re: Cats', '<t>我也要</t>', '', 1, 0, 1, 0, 0)`,
        `UPDATE forum_posts SET post_text = '<t>改过了</t>', post_edit_time = ${SECONDS} WHERE post_id = 1005`,
        "DELETE FROM forum_posts WHERE post_id = 1002",
        `UPDATE forum_posts SET post_visibility = 2, post_delete_time = ${SECONDS}, post_delete_user = 2 WHERE post_id = 1003`,
      ),
  },
  nodebb: {
    thread: 100,
    removed: "nowhere in the list",
    go(url) {
      const now = SECONDS * 1_000;
      const edited: Readonly<Record<string, Stored["hash"]>> = {
        "post:1004": { content: "改过了", edited: now },
        "post:1002": { deleted: 1, deleterUid: 1 },
      };
      const objects = OBJECTS.filter(({ name }) => name !== "post:1005").map((object) =>
        edited[object.name] ? { ...object, hash: { ...object.hash, ...edited[object.name] } } : object,
      );
      const post = (pid: number, tid: number, content: string): Stored => ({
        name: `post:${pid}`,
        hash: { pid, tid, uid: NEWCOMER, content, timestamp: now },
      });
      writeObjects(url, [
        ...objects,
        {
          name: `user:${NEWCOMER}`,
          hash: { uid: NEWCOMER, username: "late", userslug: "late", joindate: now },
        },
        { name: "group:registered-users:members", scores: { [NEWCOMER]: now } },
        {
          name: `topic:${TOPIC}`,
          hash: {
            tid: TOPIC,
            cid: 1,
            uid: NEWCOMER,
            mainPid: 2000,
            title: "新帖",
            timestamp: now,
            lastposttime: now,
          },
        },
        post(2000, TOPIC, "我来了"),
        post(2001, 100, "我也要"),
        { name: "tid:100:posts", scores: { 2001: now } },
      ]);
    },
  },
  discourse: {
    thread: 100,
    removed: "from who left",
    go(url) {
      const times = { created_at: NOON, last_version_at: NOON };
      const post = {
        user_id: NEWCOMER,
        post_type: 1,
        version: 1,
        hidden: false,
        user_deleted: false,
        ...times,
      };
      writeDump(url, {
        ...ROWS,
        users: [
          ...ROWS["users"]!,
          { ...ROWS["users"]![3], id: NEWCOMER, username: "late", username_lower: "late" },
        ],
        topics: [
          ...ROWS["topics"]!,
          { ...ROWS["topics"]![0], id: TOPIC, title: "新帖", user_id: NEWCOMER, created_at: NOON },
        ],
        posts: [
          ...changed(ROWS, "posts", {
            1004: { raw: "改过了", version: 2, last_version_at: EVENING },
            1008: null,
            1002: { deleted_at: EVENING, deleted_by_id: 1 },
          }),
          { ...post, id: 3000, topic_id: TOPIC, post_number: 1, raw: "我来了" },
          { ...post, id: 3001, topic_id: 100, post_number: 11, raw: "我也要" },
        ],
      });
    },
  },
};

test.each(COMMUNITIES)(
  "a second run brings what people at %s have written since, and takes away what they have removed",
  async (name, community) => {
    const { thread, removed, reader = NEWCOMER, go } = STORIES[name];
    const home = await MovedIn.from(community);
    try {
      await go(home.reading.database.url);
      const counts = await home.again();
      expect(counts.members).toMatchObject({ added: 1, changed: 0, removed: 0 });
      expect(counts.threads).toMatchObject({ added: 1, removed: 0 });
      expect(counts.posts).toMatchObject({ added: 1, removed: 1 });
      await home.expectSameRecords();
      const person = await home.member(reader);
      await home.expectPage(person, `/thread/${TOPIC}`, "新帖", "我来了");
      await home.expectPage(person, `/thread/${thread}`, "我也要");
      expect((await person.get(`/thread/${thread}`)).text).not.toContain(removed);
      await home.expectSecondRunChangesNothing();
    } finally {
      await home.end();
    }
  },
  PATIENCE_MS,
);
