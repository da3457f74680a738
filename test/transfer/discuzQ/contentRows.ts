import { at, LATER, NEVER, NOON, type Tables, type Values } from "./rows.ts";

const TOM = { status: 0, created_at: NOON, updated_at: NOON };
const post = (
  id: number,
  thread: number,
  user: number | null,
  content: string,
  more: Values = {},
): Values => ({
  id,
  thread_id: thread,
  user_id: user,
  content,
  is_first: 0,
  is_comment: 0,
  is_approved: 1,
  ...at,
  ...more,
});
const thread = (id: number, user: number | null, title: string, more: Values = {}): Values => ({
  id,
  user_id: user,
  category_id: 1,
  type: 99,
  title,
  price: "0.00",
  attachment_price: "0.00",
  free_words: 0,
  is_approved: 1,
  is_sticky: 0,
  is_essence: 0,
  is_anonymous: 0,
  is_draft: 0,
  view_count: 0,
  longitude: "0.0000000",
  latitude: "0.0000000",
  ...at,
  ...more,
});

/** Title of 120 characters. */
export const LONG_TITLE = "长".repeat(119) + "!";
/** Text of 200 characters, the first ones of which are free. */
export const SOLD = "买".repeat(200);
/** Text of 50,010 characters. */
export const LONG_TEXT = "字".repeat(50_010);

/** Threads, replies, and the files that they show. */
export const CONTENT: Tables = {
  categories: [
    {
      id: 1,
      name: "默认分类",
      description: "聊天",
      icon: "",
      sort: 1,
      moderators: "2,3",
      parentid: 0,
      ...at,
    },
    { id: 2, name: "子类", sort: 2, moderators: "", parentid: 1, ...at },
    { id: 3, name: "孙类", sort: 3, parentid: 2, ...at },
  ],
  topics: [
    { id: 1, user_id: 2, content: "旅行", view_count: 5, recommended: 1, ...at },
    { id: 2, user_id: 2, content: "旅行。", view_count: 1, recommended: 0, ...at },
  ],
  thread_topic: [{ thread_id: 100, topic_id: 2, created_at: NOON }],
  threads: [
    thread(100, 2, "图片", {
      is_sticky: 1,
      is_essence: 1,
      view_count: 42,
      longitude: "116.3912757",
      latitude: "39.9060000",
    }),
    thread(101, null, LONG_TITLE, { issue_at: LATER }),
    thread(102, 3, "匿名求助", { is_anonymous: 1 }),
    thread(103, 2, "收费", { price: "8.20", free_words: 0.5 }),
    thread(104, 2, "草稿", { is_draft: 1, category_id: 2 }),
    thread(105, 2, "没有正文", { category_id: 77, is_approved: 0 }),
    thread(106, 2, "旧格式", { type: 1, deleted_at: LATER, deleted_user_id: 1 }),
    thread(107, 2, "投票", {}),
    thread(108, 2, "红包", { attachment_price: "1.00" }),
    thread(109, 2, "", { is_approved: 2 }),
    thread(110, 2, "提问", { type: 5 }),
  ],
  posts: [
    post(
      500,
      100,
      2,
      '<p>看图 <img src="https://old.example/a.png" alt="attachmentId-900"></p><p>丢失 <img alt="attachmentId-903"></p>',
      { is_first: 1 },
    ),
    post(501, 101, null, "<p>作者已注销 😀</p>", { is_first: 1 }),
    post(502, 102, 3, "<p>谁知道？</p>", { is_first: 1 }),
    post(
      503,
      103,
      2,
      `<p><img alt="attachmentId-910"></p><p>${SOLD}</p><p><img alt="attachmentId-911"></p>`,
      { is_first: 1 },
    ),
    post(504, 104, 2, "<p>还没写完</p>", { is_first: 1 }),
    post(505, 106, 2, "<t>第一行<br/>\n第二行</t>", { is_first: 1 }),
    post(506, 106, 3, "第二个正文", { is_first: 1 }),
    post(507, 100, 3, '<p><span id="member" value="2">@Ada</span> 好看</p>', {}),
    post(508, 100, 2, '<p>谢谢，见 <a href="https://old.example.org/thread/103">这里</a></p>', {
      is_comment: 1,
      reply_post_id: 507,
      reply_user_id: 3,
    }),
    post(509, 100, 3, "<p>不客气</p>", { is_comment: 1, reply_post_id: 507, comment_post_id: 508 }),
    post(510, 100, 4, "<p>没有上级的评论</p>", { is_comment: 1, reply_post_id: 9_999 }),
    post(511, 100, 88, "<p>已删除的作者</p>", { deleted_at: NEVER }),
    post(512, 100, 2, "<p>评论已删除的回复</p>", { is_comment: 1, reply_post_id: 511 }),
    post(513, 102, 3, "<p>我自己回复</p>"),
    post(514, 999, 2, "<p>没有主题</p>"),
    post(515, 101, 2, LONG_TEXT),
    post(516, 107, 2, "<p>选一个</p>", { is_first: 1 }),
    post(517, 108, 2, "<p>抢</p>", { is_first: 1 }),
    post(518, 108, 3, "<p>抢到了</p>"),
    post(519, 109, 2, "<p>被忽略</p>", { is_first: 1 }),
    post(520, 110, 2, "<p>怎么做？</p>", { is_first: 1 }),
  ],
  thread_tom: [
    { id: 1, thread_id: 100, tom_type: "101", key: "$0", value: '{"imageIds":["900",901]}', ...TOM },
    { id: 2, thread_id: 100, tom_type: "101", key: "$1", value: '{"imageIds":[902]}', ...TOM, status: -1 },
    { id: 3, thread_id: 108, tom_type: "108", key: "$0", value: '{"docIds":[904]}', ...TOM },
    { id: 4, thread_id: 104, tom_type: "101", key: "$0", value: '{"imageIds":[905]}', ...TOM },
    { id: 5, thread_id: 107, tom_type: "103", key: "$0", value: '{"videoId":6}', ...TOM },
  ],
  thread_video: [
    {
      id: 6,
      thread_id: 107,
      user_id: 2,
      file_name: "猫.mp4",
      media_url: "https://vod.example/cat.mp4",
      type: 0,
      ...at,
    },
  ],
  thread_votes: [
    { id: 1, thread_id: 107, vote_title: "午饭", choice_type: 1, vote_users: 3, created_at: NOON },
    // A second vote of a thread is a table.
    { id: 2, thread_id: 107, vote_title: "饮料", choice_type: 2, vote_users: 0, created_at: NOON },
  ],
  thread_vote_subitems: [
    { id: 1, thread_vote_id: 1, content: "面", vote_count: 2 },
    { id: 2, thread_vote_id: 1, content: "饭", vote_count: 1 },
    { id: 3, thread_vote_id: 2, content: "茶", vote_count: 0 },
    { id: 4, thread_vote_id: 2, content: "水", vote_count: 0 },
  ],
  thread_vote_users: [
    { id: 1, user_id: 3, thread_id: 107, thread_vote_subitem_id: 1, created_at: NOON },
    { id: 2, user_id: 2, thread_id: 107, thread_vote_subitem_id: 1, created_at: NOON },
    // Nobody knows this member.
    { id: 3, user_id: 9999, thread_id: 107, thread_vote_subitem_id: 2, created_at: NOON },
  ],
  attachments: [
    file(900, 2, 1, 500, "a.png", "image/png"),
    // Of the kind of files, and a picture: the two programs that wrote rows do not agree.
    file(901, 2, 0, 500, "b.jpg", "image/jpeg"),
    file(903, 2, 1, 500, "lost.png", "image/png"),
    file(904, 2, 0, 517, "plan.pdf", "application/pdf"),
    file(905, 2, 1, 504, "a.png", "image/png"),
    { ...file(906, 2, 1, 507, "b.jpg", "image/jpeg"), is_approved: 0 },
    file(907, 2, 4, 703, "c.gif", "image/gif"),
    file(910, 2, 1, 503, "a.png", "image/png"),
    file(911, 2, 1, 503, "c.gif", "image/gif"),
    file(908, 6, 5, 0, "card.png", "image/png"),
    { ...file(909, 2, 0, 507, "passwd", "text/plain"), file_path: "../../secret/" },
  ],
  thread_user: [
    { thread_id: 100, user_id: 3, created_at: NOON },
    { thread_id: 104, user_id: 3, created_at: NOON },
  ],
  post_user: [
    { post_id: 500, user_id: 3, created_at: NOON },
    { post_id: 507, user_id: 2, created_at: NOON },
  ],
};

function file(id: number, user: number, type: number, typeId: number, name: string, mime: string): Values {
  return {
    id,
    uuid: `00000000-0000-0000-0000-${String(id).padStart(12, "0")}`,
    user_id: user,
    type,
    type_id: typeId,
    order: 0,
    attachment: name,
    file_path: "public/attachments/2021/03/04/",
    file_name: `原名 ${name}`,
    file_size: 1,
    file_type: mime,
    is_remote: 0,
    is_approved: 1,
    file_width: 0,
    file_height: 0,
    ...at,
  };
}
