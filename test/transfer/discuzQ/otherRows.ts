import { createCipheriv, createHmac } from "node:crypto";
import { at, LATER, type Tables, type Values } from "./rows.ts";

/** Key of the old site, as its configuration has it. */
export const APP_KEY = `base64:${Buffer.alloc(32, 7).toString("base64")}`;

/** Seals a setting as Laravel does. */
function sealed(value: string): string {
  const key = Buffer.alloc(32, 7);
  const iv = Buffer.alloc(16, 3);
  const cipher = createCipheriv("aes-256-cbc", key, iv);
  const text = `s:${Buffer.byteLength(value)}:"${value}";`;
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]).toString("base64");
  const mac = createHmac("sha256", key)
    .update(iv.toString("base64") + body)
    .digest("hex");
  return Buffer.from(JSON.stringify({ iv: iv.toString("base64"), value: body, mac })).toString("base64");
}

/** Messages, money, settings and registration. */
export const OTHERS: Tables = {
  dialog: [
    {
      id: 40,
      sender_user_id: 3,
      recipient_user_id: 2,
      sender_read_at: "2021-03-04 13:00:00",
      recipient_read_at: null,
      sender_deleted_at: null,
      recipient_deleted_at: null,
      ...at,
    },
    {
      id: 41,
      sender_user_id: 2,
      recipient_user_id: 3,
      sender_read_at: LATER,
      created_at: LATER,
      updated_at: LATER,
    },
    { id: 42, sender_user_id: 88, recipient_user_id: 2, ...at },
  ],
  dialog_message: [
    message(700, 40, 3, '{\\"message_text\\":\\"<t>你好 \\\\u0026 再见</t>\\",\\"image_url\\":\\"\\"}'),
    message(701, 41, 2, "旧的纯文本"),
    message(702, 40, 2, '{"message_text":"新的","image_url":""}'),
    { ...message(703, 40, 2, '{"message_text":"","image_url":"x"}'), attachment_id: 907 },
    message(704, 42, 88, '{"message_text":"来自注销的人"}'),
    message(705, 40, 2, ""),
  ],
  stop_words: [
    {
      id: 1,
      user_id: 1,
      find: "坏{2}词",
      replacement: "**",
      ugc: "{MOD}",
      username: "{BANNED}",
      signature: "{IGNORE}",
      dialog: "{REPLACE}",
      nickname: "x",
      ...at,
    },
  ],
  invites: [
    {
      id: 1,
      group_id: 10,
      type: 2,
      code: "open".repeat(8),
      dateline: 1,
      endtime: 4_000_000_000,
      user_id: 1,
      status: 1,
      ...at,
    },
    {
      id: 2,
      group_id: 10,
      type: 2,
      code: "over".repeat(8),
      dateline: 1,
      endtime: 1,
      user_id: 1,
      status: 1,
      ...at,
    },
  ],
  user_distributions: [
    { pid: 1, user_id: 2, be_scale: 3.5, level: 1, is_subordinate: 1, is_commission: 0, ...at },
  ],
  invite_users: [
    { id: 1, invite_id: 1, user_id: 3, to_user_id: 2, ...at },
    { id: 2, invite_id: 1, user_id: 1, to_user_id: 3, ...at },
  ],
  admin_sign_in_fields: [
    {
      id: 1,
      name: "身份证照片",
      type: 4,
      fields_ext: "",
      fields_desc: "清晰",
      sort: 1,
      status: 1,
      required: 1,
      ...at,
    },
  ],
  user_sign_in_fields: [
    {
      id: 1,
      user_id: 6,
      name: "身份证照片",
      type: 4,
      fields_ext: '[{"id":908,"url":"https://old.example/x.png"}]',
      fields_desc: "清晰",
      remark: "",
      sort: 1,
      status: 1,
      required: 1,
      ...at,
    },
  ],
  settings: [
    { tag: "default", key: "site_name", value: "老论坛" },
    { tag: "default", key: "AesKey", value: "secret" },
    { tag: "default", key: "logo", value: "logo.png" },
    { tag: "default", key: "site_mode", value: "strange" },
    { tag: "wx_offiaccount", key: "offiaccount_app_id", value: sealed("wx1234567890abcdef") },
    { tag: "qcloud", key: "qcloud_secret_id", value: "not sealed" },
  ],
  user_wallets: [
    { user_id: 2, available_amount: "10.10", freeze_amount: "5.05", ...at },
    { user_id: 3, available_amount: "0.29", freeze_amount: "0.00", ...at },
    { user_id: 4, available_amount: "-3.00", freeze_amount: "0.00", ...at },
    { user_id: 88, available_amount: "7.00", freeze_amount: "0.00", ...at },
    { user_id: 9, available_amount: "0.00", freeze_amount: "0.00", ...at },
  ],
  user_wallet_logs: [
    {
      id: 1,
      user_id: 2,
      change_available_amount: "15.15",
      change_freeze_amount: "0.00",
      change_type: 32,
      ...at,
    },
    {
      id: 2,
      user_id: 2,
      change_available_amount: "-5.05",
      change_freeze_amount: "5.05",
      change_type: 150,
      ...at,
    },
    {
      id: 3,
      user_id: 3,
      change_available_amount: "0.28",
      change_freeze_amount: "0.00",
      change_type: 151,
      thread_id: 108,
      post_id: 518,
      ...at,
    },
    {
      id: 4,
      user_id: 4,
      change_available_amount: "-3.00",
      change_freeze_amount: "0.00",
      change_type: 50,
      ...at,
    },
    {
      id: 5,
      user_id: 88,
      change_available_amount: "7.00",
      change_freeze_amount: "0.00",
      change_type: 32,
      ...at,
    },
  ],
  user_wallet_cash: [
    {
      id: 1,
      user_id: 2,
      cash_charge: "0.05",
      cash_apply_amount: "3.05",
      cash_status: 1,
      remark: "",
      receive_account: "6222",
      ...at,
    },
  ],
  thread_red_packets: [
    {
      id: 1,
      thread_id: 108,
      post_id: 517,
      rule: 1,
      condition: 0,
      likenum: 0,
      money: "2.28",
      number: 2,
      remain_money: "2.00",
      remain_number: 1,
      status: 1,
      ...at,
    },
  ],
  thread_rewards: [
    {
      id: 1,
      thread_id: 110,
      post_id: 520,
      type: 0,
      user_id: 2,
      money: "1.00",
      remain_money: "1.00",
      expired_at: "2021-04-04 12:00:00",
      ...at,
    },
  ],
  questions: [
    {
      id: 1,
      thread_id: 110,
      user_id: 2,
      be_user_id: 3,
      content: "<t>这样做</t>",
      price: "1.00",
      onlooker_unit_price: "0.50",
      onlooker_number: 1,
      is_answer: 1,
      answered_at: LATER,
      expired_at: LATER,
      ...at,
    },
  ],
  orders: [
    { id: 60, user_id: 3, type: 3, thread_id: 103, status: 1, amount: "8.20", ...at },
    { id: 61, user_id: 3, type: 3, thread_id: 103, status: 1, amount: "8.20", ...at },
    { id: 62, user_id: 4, type: 7, thread_id: 108, status: 0, amount: "1.00", ...at },
    { id: 63, user_id: 4, type: 6, thread_id: 110, status: 1, amount: "0.50", ...at },
    { id: 64, user_id: 6, type: 1, status: 1, amount: "5.00", expired_at: null, ...at },
  ],
};

function message(id: number, dialog: number, user: number, text: string): Values {
  return {
    id,
    dialog_id: dialog,
    user_id: user,
    message_text: text,
    attachment_id: 0,
    read_status: 0,
    status: 1,
    ...at,
  };
}
