import type { SettingName } from "../../server/features/settings/catalogue/catalogue.ts";
import { User } from "../../server/features/users/user.entity.ts";
import { plain, sound } from "../attachments/material.ts";
import { aged, isSeen, oldMember, report } from "../spam/rules.ts";
import type { Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";
import { RATE_FACTOR, type Scene, type Values } from "./effectScene.ts";

/** A setting with two values, and what somebody sees with each of them. */
export interface Row {
  readonly values: readonly [string, string];
  /** Further settings. */
  readonly given?: Values;
  readonly look: () => Promise<unknown>;
  readonly seen: readonly [unknown, unknown];
}
/** Rows by setting; each is made when the scene stands. */
export type Rows = Partial<Record<SettingName, (scene: Scene) => Row>>;

const ON_OFF = ["1", "0"] as const;
const OFF_ON = ["0", "1"] as const;
const NOT_THEN_SHOWN = [false, true] as const;
const KILOBYTE = 1024;

/** Switches for each device, with one of them off. */
const allBut = (off: number | null): string =>
  JSON.stringify([1, 2, 3].map((key) => ({ key, desc: String(key), value: key !== off })));
const [EVERYWHERE, NOT_ON_DESKS, NOT_ON_PHONES] = [allBut(null), allBut(1), allBut(2)];

let published = 0;
/** Publishes a thread with a link that no other has. @returns whether it appears or waits */
async function approvalOf(scene: Scene, member: Person): Promise<string> {
  const body = `https://example.com/${"abcdefghijklmnopqrstuvwxyz"[published++]}`;
  return (await publish(member, { categoryId: scene.categoryId, title: "T", body })).approval as string;
}

const reads = `{ threads(first: 1) { nodes { id } } }`;
const reply = ({ threadId }: Scene) =>
  `mutation { replyToThread(input: {threadId: "${threadId}", body: "Hello"}) { id } }`;
const message = ({ friend }: Scene) =>
  `mutation { sendMessage(input: {userId: "${friend.id}", body: "Psst"}) { id } }`;
const tip = ({ threadId }: Scene) =>
  `mutation { createOrder(input: {kind: TIP, threadId: "${threadId}", amountCents: 5}) { id } }`;
/** A red packet comes as far as its payment. */
const gift = (scene: Scene) =>
  thread(
    scene,
    `body: "B", redPacket: {rule: FIXED, claimBy: REPLY, shareCount: 1, amountCents: 5, payPassword: "135790"}`,
  );
/** So does a bounty. */
const offer = (scene: Scene) =>
  thread(
    scene,
    `body: "B", bounty: {amountCents: 50, endsAt: "${new Date(Date.now() + 172_800_000).toISOString()}", payPassword: "135790"}`,
  );
const thread = ({ categoryId }: Scene, more: string) =>
  `mutation { publishThread(input: {categoryId: "${categoryId}", title: "T", ${more}}) { id } }`;

/** A row about a term of joining a paid site. */
const joining =
  (term: string, values: Row["values"], seen: Row["seen"]) =>
  (scene: Scene): Row => ({
    values,
    given: { site_mode: "pay", site_price: "5" },
    look: async () => (await scene.member.graphql(`{ joinTerms { ${term} } }`)).joinTerms[term] as unknown,
    seen,
  });

/** A row about whether a page shows something. */
const shows =
  (path: string, pattern: RegExp, values: Row["values"], given: Values = {}) =>
  (scene: Scene): Row => ({
    values,
    given,
    look: async () => pattern.test(await scene.page(path)),
    seen: NOT_THEN_SHOWN,
  });
/** A row about a picture of the site that a page shows. */
const pictures =
  (path: string, pattern: RegExp) =>
  (scene: Scene): Row => ({ ...shows(path, pattern, ["", scene.picture])(scene) });
/** A row about which words stand somewhere in a page. */
const reading =
  (path: string, pattern: RegExp, values: Row["values"], seen: Row["seen"] = values, given: Values = {}) =>
  (scene: Scene): Row => ({ values, given, look: () => scene.find(path, pattern), seen });
/** A row about what a member may do from one device. */
const allows =
  (
    mutation: (scene: Scene) => string,
    values: Row["values"],
    seen: Row["seen"],
    device?: "phone" | "desk",
    given: Values = {},
  ) =>
  (scene: Scene): Row => ({
    values,
    given,
    look: () => scene.ask(scene.member, mutation(scene), device),
    seen,
  });
/** A row about what a member is told before a withdrawal. */
const terms =
  (field: string, values: Row["values"], seen: Row["seen"]) =>
  (scene: Scene): Row => ({
    values,
    look: async () => (await scene.member.graphql(`{ withdrawalTerms { ${field} } }`)).withdrawalTerms[field],
    seen,
  });
/** A row about the mark in what members upload. */
const marks =
  (values: Row["values"] | ((scene: Scene) => Row["values"]), seen: Row["seen"], given: Values = {}) =>
  (scene: Scene): Row => ({
    values: typeof values === "function" ? values(scene) : values,
    given: {
      "watermark.watermark": "1",
      "watermark.watermark_image": scene.picture,
      "watermark.position": "1",
      "watermark.horizontal_spacing": "10",
      "watermark.vertical_spacing": "6",
      ...given,
    },
    look: () => scene.markInUpload(),
    seen,
  });

const TERMS: Values = { "agreement.register": "1", "agreement.register_content": "Be kind." };
const POLICY: Values = { "agreement.privacy": "1", "agreement.privacy_content": "We keep nothing." };

/** Effects on pages, on what members may do, and on what old clients are answered. */
export const SITE_ROWS: Rows = {
  site_name: reading("/", /<title>([^<]*)</, ["Old tavern", "Tea house"]),
  site_title: reading("/", /<title>([^<]*)</, ["", "For tea"], ["Tea house", "Tea house - For tea"], {
    site_name: "Tea house",
  }),
  site_keywords: reading("/", /<meta name="keywords" content="([^"]*)"/, ["tea", "coffee"]),
  site_reactions: (scene) => ({
    values: ["🎉 👏", "🐸"],
    look: async () =>
      (await scene.member.graphql("{ site { reactions } }")).site.reactions.join(" ") as string,
    seen: ["🎉 👏", "🐸"],
  }),
  site_time_zone: (scene) => ({
    values: ["Pacific/Kiritimati", "Pacific/Pago_Pago"],
    look: async () => {
      const lastSeenMinute = Date.parse("2026-01-01T10:30:00Z") / 60_000;
      await scene.forum.write((ctx) => ctx.db.update(User, { id: scene.friend.id }, { lastSeenMinute }));
      const { user } = await scene.member.graphql(`{ user(id: "${scene.friend.id}") { lastSeenOn } }`);
      return user.lastSeenOn as string;
    },
    seen: ["2026-01-02", "2025-12-31"],
  }),
  site_introduction: reading("/", /<meta name="description" content="([^"]*)"/, ["All of tea", "All of it"]),
  site_mode: (scene) => ({
    values: ["public", "pay"],
    given: { site_price: "5" },
    look: () => scene.ask(scene.member, reads),
    seen: ["ok", "JOIN_REQUIRED"],
  }),
  site_price: joining("priceCents", ["5", "6.5"], [500, 650]),
  site_expire: joining("days", ["30", "0"], [30, null]),
  site_close: (scene) => ({
    values: OFF_ON,
    look: () => scene.ask(scene.member, reads),
    seen: ["ok", "SITE_CLOSED"],
  }),
  site_close_msg: (scene) => ({
    values: ["Back at noon", "Back at nine"],
    given: { site_close: "1" },
    look: async () => (await scene.member.rest("GET", "/api/siteinfo.v2")).Data.detail as string,
    seen: ["Back at noon", "Back at nine"],
  }),
  site_author: (scene) => {
    const ids = [String(scene.friend.id), String(scene.member.id)] as const;
    return reading("/forum", /href="\/user\/(\d+)"/, ids)(scene);
  },
  site_stat: shows("/", /window\.counted=1<\/script>/, ["", "window.counted=1"]),
  site_stat_hosts: (scene) => ({
    values: ["", "https://stats.example.org"],
    given: { site_stat: "window.counted=1" },
    look: async () => {
      const { headers } = await scene.forum.visitor().get("/");
      return String(headers["content-security-policy"]).includes("https://stats.example.org");
    },
    seen: NOT_THEN_SHOWN,
  }),
  site_record: shows("/", /ICP 12345/, ["", "ICP 12345"]),
  site_record_code: shows("/", /<a [^>]*11010802020134/, ["", "11010802020134"]),
  site_manage: allows(() => reads, [EVERYWHERE, NOT_ON_PHONES], ["ok", "SITE_CLOSED"], "phone"),
  site_skin: shows("/", /data-skin="2"/, ["1", "2"]),
  site_accent: shows("/", /<style>:root\[data-skin\]\{--accent:#7a2e8f;/, ["", "#7a2e8f"]),
  plugin_beacon: (scene) => ({
    values: OFF_ON,
    look: async () => (await scene.forum.visitor().post("/plugin-beacon", { events: [] })).status,
    seen: [404, 204],
  }),
  graphql_introspection: (scene) => ({
    values: ON_OFF,
    look: async () => {
      const query = `{ __schema { queryType { name } } }`;
      const answer = (await scene.forum.visitor().post("/graphql", { query })).json();
      return answer.errors?.[0].extensions.code ?? answer.data.__schema.queryType.name;
    },
    seen: ["Query", "FORBIDDEN"],
  }),
  first_texts_held: (scene) => ({
    values: ["0", "1"],
    look: async () => approvalOf(scene, await scene.forum.member()),
    seen: ["APPROVED", "PENDING"],
  }),
  spam_signs: (scene) => ({
    values: OFF_ON,
    given: { spam_hold_score: "20" },
    look: async () => approvalOf(scene, await scene.forum.member()),
    seen: ["APPROVED", "PENDING"],
  }),
  spam_hold_score: (scene) => ({
    values: ["60", "20"],
    given: { spam_signs: "1" },
    look: async () => approvalOf(scene, await scene.forum.member()),
    seen: ["APPROVED", "PENDING"],
  }),
  spam_new_texts: (scene) => ({
    values: ["10", "1"],
    given: { spam_signs: "1", spam_hold_score: "20" },
    look: async () => {
      const member = await scene.forum.member();
      await publish(member, { categoryId: scene.categoryId, body: "Hi" });
      return approvalOf(scene, member);
    },
    seen: ["PENDING", "APPROVED"],
  }),
  spam_new_days: (scene) => ({
    values: ["14", "1"],
    given: { spam_signs: "1", spam_hold_score: "20" },
    look: async () => approvalOf(scene, await aged(scene.forum, await scene.forum.member(), 2)),
    seen: ["PENDING", "APPROVED"],
  }),
  report_hide_score: (scene) => ({
    values: ["0", "10"],
    look: async () => {
      const { id: threadId } = await publish(scene.friend, { categoryId: scene.categoryId });
      await report(await oldMember(scene.forum), { threadId });
      return isSeen(scene.member, threadId);
    },
    seen: [true, false],
  }),
  mcp_server: (scene) => ({
    values: ON_OFF,
    look: async () => (await scene.forum.visitor().post("/mcp", {})).status,
    seen: [401, 404],
  }),
  site_fabu: (scene) => ({
    values: OFF_ON,
    look: async () => (await scene.forum.visitor().get("/sitemap.xml")).status,
    seen: [404, 200],
  }),
  logo: pictures("/forum", /<header[^]*<img[^>]+src="[^"]*\/files\/site\/[^]*<\/header>/),
  header_logo: pictures("/", /<h1><img[^>]+src="[^"]*\/files\/site\//),
  background_image: pictures("/", /<img[^>]+src="[^"]*\/files\/site\/[^>]+fetchPriority="high"/i),
  favicon: pictures("/", /<link rel="icon" href="[^"]*\/files\/site\//),
  private_messages: allows(message, ON_OFF, ["ok", "MESSAGES_OFF"]),
  register_close: (scene) => ({
    values: ON_OFF,
    look: () => scene.register(),
    seen: ["NORMAL", "REGISTRATION_CLOSED"],
  }),
  register_validate: (scene) => ({
    values: OFF_ON,
    look: () => scene.register(),
    seen: ["NORMAL", "UNDER_REVIEW"],
  }),
  register_invitation: (scene) => ({
    values: OFF_ON,
    look: () => scene.register(),
    seen: ["NORMAL", "INVITATION_NEEDED"],
  }),
  register_email: (scene) => ({
    values: ["1", "2"],
    given: { "mail.smtp_host": "127.0.0.1", "mail.mail_from_address": "forum@example.org" },
    look: () => scene.register(),
    seen: ["NORMAL", "EMAIL_REQUIRED"],
  }),
  open_ext_fields: (scene) => ({
    values: OFF_ON,
    look: async () => {
      await scene.admin.graphql(
        `mutation { saveSignInFields(fields: [{name: "City", type: 0, sort: 1}]) { id } }`,
      );
      return scene.register();
    },
    seen: ["NORMAL", "FIELDS_MISSING"],
  }),
  sign_in_codes: (scene) => ({
    values: ["0", "2"],
    given: { "mail.smtp_host": "127.0.0.1", "mail.mail_from_address": "forum@example.org" },
    look: async () => (await scene.member.graphql("{ site { signInModes } }")).site.signInModes,
    seen: [["PASSWORD"], ["MAIL_CODE", "PASSWORD"]],
  }),
  register_captcha: (scene) => ({
    values: OFF_ON,
    look: () => scene.register(),
    seen: ["NORMAL", "CAPTCHA_NEEDED"],
  }),
  sign_in_captcha: (scene) => ({
    values: ["0", "1"],
    look: async () => {
      const login = `mutation { login(input: {username: "nobody", password: "wrong"}) { expiresAt } }`;
      return [await scene.ask(scene.forum.visitor(), login), await scene.ask(scene.forum.visitor(), login)];
    },
    seen: [
      ["LOGIN_FAILED", "LOGIN_FAILED"],
      ["LOGIN_FAILED", "CAPTCHA_NEEDED"],
    ],
  }),
  sms_captcha: (scene) => ({
    values: OFF_ON,
    given: { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" },
    look: () =>
      scene.ask(scene.member, `mutation { requestPhoneCode(purpose: SIGN_IN, phone: "13800009999") }`),
    seen: ["ok", "CAPTCHA_NEEDED"],
  }),
  register_type: (scene) => ({
    values: ["0", "1"],
    given: { "qcloud.qcloud_close": "1", "qcloud.qcloud_sms": "1" },
    look: async () => (await scene.member.graphql("{ site { signInModes } }")).site.signInModes,
    seen: [
      ["PASSWORD", "PHONE_CODE"],
      ["PHONE_CODE", "PASSWORD"],
    ],
  }),
  admin_second_factor: (scene) => ({
    values: OFF_ON,
    look: async () => {
      await scene.giveSecondFactor(scene.admin);
      const other = await scene.forum.member();
      await scene.forum.write((ctx) => ctx.db.query(`UPDATE users SET groupId = 1 WHERE id = ${other.id}`));
      return (await other.graphql("{ site { viewerCanAdminister } }")).site.viewerCanAdminister;
    },
    seen: [true, false],
  }),
  username_bout: (scene) => ({
    values: ["1", "3"],
    look: async () =>
      (await scene.member.graphql("{ viewer { usernameChangesLeft } }")).viewer.usernameChangesLeft,
    seen: [1, 3],
  }),
  password_length: (scene) => ({
    values: ["8", "12"],
    look: () => scene.register("tq7-vbx-9k"),
    seen: ["NORMAL", "PASSWORD_TOO_SHORT"],
  }),
  password_strength: (scene) => ({
    values: ["0,1", "0,1,3"],
    look: () => scene.register("tq7-vbx-9k"),
    seen: ["NORMAL", "PASSWORD_INCOMPLETE"],
  }),
  support_img_ext: (scene) => ({
    values: ["png,webp", "webp"],
    look: async () => scene.upload("a.png", await plain(20, 20).png().toBuffer(), "image"),
    seen: ["ok", "INVALID_PARAMETER"],
  }),
  support_file_ext: (scene) => ({
    values: ["txt,zip", "zip"],
    look: () => scene.upload("a.txt", Buffer.from("text"), "file"),
    seen: ["ok", "INVALID_PARAMETER"],
  }),
  support_max_size: (scene) => ({
    values: ["1", "0.1"],
    look: () => scene.upload("a.txt", Buffer.alloc(200 * KILOBYTE, "a"), "file"),
    seen: ["ok", "INVALID_PARAMETER"],
  }),
  support_media_ext: (scene) => ({
    values: ["mp3,wav", "mp3"],
    look: () => scene.upload("a.wav", sound(20), "audio"),
    seen: ["ok", "INVALID_PARAMETER"],
  }),
  support_max_media_size: (scene) => ({
    values: ["1", "0.1"],
    look: () => scene.upload("a.wav", sound(200 * KILOBYTE), "audio"),
    seen: ["ok", "INVALID_PARAMETER"],
  }),
  support_max_upload_attachment_num: (scene) => ({
    values: ["1", "0"],
    look: () => scene.publishWithFile(),
    seen: ["ok", "INVALID_PARAMETER"],
  }),
  api_freq: (scene) => {
    const rates = (freq: number) => JSON.stringify({ get: { freq, forbidden: 20 } });
    return {
      values: [rates(1), rates(2)],
      look: async () => {
        const visitor = scene.forum.visitor();
        let answered = 0;
        for (let call = 0; call < RATE_FACTOR * 2 + 5; call++)
          if ((await visitor.rest("GET", "/api/v3/forum")).Code === 0) answered++;
        return answered;
      },
      seen: [RATE_FACTOR, RATE_FACTOR * 2],
    };
  },
  api_query_token: (scene) => ({
    values: OFF_ON,
    look: async () => (await scene.forum.visitor().rest("GET", `/api/v3/user?token=${scene.token}`)).Code,
    seen: [-3001, 0],
  }),
  censor: allows((scene) => thread(scene, `body: "The kettle is on"`), ON_OFF, ["STOP_WORD", "ok"]),
  site_anonymous: allows(
    (scene) => thread(scene, `body: "B", isAnonymous: true`),
    [EVERYWHERE, NOT_ON_DESKS],
    ["ok", "FORBIDDEN"],
  ),
  site_can_reward: allows(tip, ON_OFF, ["ok", "FORBIDDEN"]),
  site_rewards: allows(tip, [EVERYWHERE, NOT_ON_PHONES], ["ok", "FORBIDDEN"], "phone", {
    site_can_reward: "1",
  }),
  site_areward: allows(offer, [EVERYWHERE, NOT_ON_PHONES], ["PAY_PASSWORD_MISSING", "FORBIDDEN"], "phone"),
  site_onlooker_price: (scene) => ({
    values: ["0.10", "2"],
    look: async () =>
      (await scene.member.graphql(`{ site { onlookerCents } }`)).site.onlookerCents as unknown,
    seen: [10, 200],
  }),
  site_redpacket: allows(gift, [EVERYWHERE, NOT_ON_PHONES], ["PAY_PASSWORD_MISSING", "FORBIDDEN"], "phone"),
  site_withdrawal: terms("viewerCanWithdraw", [EVERYWHERE, NOT_ON_DESKS], [true, false]),
  "cash.cash_rate": terms("feeBps", ["0.006", "0.1"], [60, 1_000]),
  "cash.cash_min_sum": terms("leastCents", ["", "2"], [1, 200]),
  "cash.cash_max_sum": terms("mostCents", ["", "12.5"], [500_000, 1_250]),
  "cash.cash_sum_limit": terms("leftTodayCents", ["", "6000"], [500_000, 600_000]),
  "cash.cash_interval_time": (scene) => ({
    values: ["", "3"],
    look: async () => {
      const friend = await scene.withdrawer();
      return (await friend.graphql("{ withdrawalTerms { nextAt } }")).withdrawalTerms.nextAt !== null;
    },
    seen: NOT_THEN_SHOWN,
  }),
  site_personalletter: allows(message, [EVERYWHERE, NOT_ON_DESKS], ["ok", "MESSAGES_OFF"]),
  site_comment: allows(reply, [EVERYWHERE, NOT_ON_DESKS], ["ok", "FORBIDDEN"]),
  "agreement.privacy": shows("/user/agreement?type=privacy", /We keep nothing/, OFF_ON, POLICY),
  "agreement.privacy_content": shows(
    "/user/agreement?type=privacy",
    /We sell all/,
    ["We keep nothing.", "We sell all."],
    POLICY,
  ),
  "agreement.register": (scene) => ({
    values: OFF_ON,
    given: TERMS,
    look: () => scene.register(),
    seen: ["NORMAL", "INVALID_PARAMETER"],
  }),
  "agreement.register_content": shows(
    "/user/agreement?type=register",
    /Be quiet/,
    ["Be kind.", "Be quiet."],
    TERMS,
  ),
  "watermark.watermark": marks(OFF_ON, [null, { left: 10, top: 6 }]),
  "watermark.watermark_image": marks((scene) => ["", scene.picture], [null, { left: 10, top: 6 }]),
  "watermark.position": marks(
    ["1", "9"],
    [
      { left: 10, top: 6 },
      { left: 350, top: 274 },
    ],
  ),
  "watermark.horizontal_spacing": marks(
    ["0", "33"],
    [
      { left: 0, top: 6 },
      { left: 33, top: 6 },
    ],
  ),
  "watermark.vertical_spacing": marks(
    ["0", "33"],
    [
      { left: 10, top: 0 },
      { left: 10, top: 33 },
    ],
  ),
};
