import { at, LATER, NEVER, NOON, type Tables } from "./rows.ts";

/** A password, and its hash as PHP makes them. */
export const PASSWORD = "夏天的风";
export const BCRYPT = "$2y$10$abcdefghijklmnopqrstuurBst9Eu3Yh9t98EiKoMrlkUc5cnMzR6";

/** Members, groups, and what they have to do with each other. */
export const PEOPLE: Tables = {
  users: [
    {
      id: 1,
      username: "站长",
      nickname: "站长",
      password: BCRYPT,
      mobile: "13800000001",
      avatar: "000/00/00/01.png",
      signature: "欢迎",
      joined_at: NOON,
      expired_at: "2099-01-01 00:00:00",
      login_at: LATER,
      username_bout: 1,
      ...at,
    },
    { id: 2, username: "Ada", nickname: "Ada", password: "", mobile: "13800000002", ...at },
    { id: 3, username: "ＡＤＡ", nickname: "阿达", password: "", mobile: "13800000002", ...at },
    { id: 4, username: "老 王", nickname: "老王", password: "plain?", mobile: "123", ...at },
    {
      id: 5,
      username: "zero",
      nickname: "zero",
      status: 1,
      reject_reason: "广告",
      created_at: NEVER,
      login_at: NEVER,
    },
    { id: 6, username: "小鱼🐟", nickname: "小鱼🐟", status: 10, avatar: "000/00/00/06.png", ...at },
    { id: 7, username: "匿名用户", nickname: "小七", status: 2, ...at },
    { id: 9, username: "ada-2", nickname: "a九", status: 77, ...at },
  ],
  groups: [
    { id: 1, name: "管理员", type: "", color: "", icon: "", default: 0, is_display: 1, scale: 0 },
    { id: 7, name: "游客", default: 0 },
    { id: 10, name: "普通会员", default: 1, is_display: 0, scale: 3.5, is_commission: 1 },
    { id: 11, name: "金卡", is_paid: 1, fee: "9.90", days: 30, level: 1, default: 0 },
  ],
  group_permission: [
    { group_id: 10, permission: "createThread" },
    { group_id: 10, permission: "switch.createThread" },
    { group_id: 10, permission: "category1.thread.viewThreads" },
    { group_id: 10, permission: "thread.fly" },
  ],
  group_user: [
    { user_id: 1, group_id: 1, expiration_time: null },
    { user_id: 2, group_id: 10, expiration_time: null },
    { user_id: 2, group_id: 11, expiration_time: "2098-12-31 08:00:00" },
    { user_id: 3, group_id: 11, expiration_time: "2020-01-01 00:00:00" },
    { user_id: 4, group_id: 99, expiration_time: null },
    ...[5, 6, 7, 9].map((user_id) => ({ user_id, group_id: 10, expiration_time: null })),
  ],
  group_paid_users: [
    { id: 3, user_id: 2, group_id: 11, expiration_time: "2098-12-31 08:00:00", delete_type: 0, ...at },
    { id: 4, user_id: 3, group_id: 11, expiration_time: "2020-01-01 00:00:00", delete_type: 1, ...at },
  ],
  group_user_mqs: [{ id: 5, user_id: 2, group_id: 11, remain_days: 10 }],
  user_wechats: [
    { id: 8, user_id: 2, mp_openid: "oMP2", min_openid: "oMIN2", unionid: "uni2", nickname: "ada", ...at },
    { id: 9, user_id: 3, mp_openid: "oMP2", ...at },
  ],
  user_follow: [
    { id: 1, from_user_id: 3, to_user_id: 2, is_mutual: 0, ...at },
    { id: 2, from_user_id: 2, to_user_id: 3, is_mutual: 0, ...at },
    { id: 3, from_user_id: 2, to_user_id: 3, is_mutual: 0, created_at: LATER },
    { id: 4, from_user_id: 2, to_user_id: 88, is_mutual: 0, ...at },
  ],
  deny_users: [{ user_id: 2, deny_user_id: 5, created_at: NOON }],
};
