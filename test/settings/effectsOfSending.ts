import { isSignedWith } from "../support/tc3.ts";
import type { Call, Scene, Values } from "./effectScene.ts";
import type { Row, Rows } from "./effectsOnSite.ts";

/** Settings of mail, text messages and WeChat: what the servers that carry them hear. */

type Called = Awaited<ReturnType<Scene["called"]>>;
type Mailed = Awaited<ReturnType<Scene["mailed"]>>;

const KEYS = ["first-secret-key", "other-secret-key"] as const;
const SENT_OR_NOT = [true, false] as const;

/** A row about a mail: by default whether it is sent. */
const mails =
  (
    values: Row["values"] | ((scene: Scene) => Row["values"]),
    seen: Row["seen"],
    look: (mailed: Mailed) => unknown = ({ sent, mail }) => sent && mail !== undefined,
    given: Values = {},
  ) =>
  (scene: Scene): Row => ({
    values: typeof values === "function" ? values(scene) : values,
    given: {
      "mail.smtp_host": "127.0.0.1",
      "mail.smtp_port": String(scene.mail.port),
      "mail.smtp_security": "none",
      "mail.mail_from_name": "Tea house",
      "mail.mail_from_address": "forum@example.org",
      ...given,
    },
    look: async () => look(await scene.mailed()),
    seen,
  });

/** A row about a text message. */
const texts =
  (
    values: Row["values"] | ((scene: Scene) => Row["values"]),
    seen: Row["seen"] = values as Row["values"],
    look: (called: Called) => unknown = ({ sent, calls }) => sent && calls.length === 1,
  ) =>
  (scene: Scene): Row => ({
    values: typeof values === "function" ? values(scene) : values,
    given: {
      "qcloud.qcloud_close": "1",
      "qcloud.qcloud_sms": "1",
      "qcloud.qcloud_secret_id": "AKIDexample",
      "qcloud.qcloud_secret_key": KEYS[0],
      "qcloud.qcloud_sms_app_id": "1400000001",
      "qcloud.qcloud_sms_sign": "茶馆",
      "qcloud.qcloud_sms_endpoint": scene.provider.url,
    },
    look: async () => look(await scene.called("SMS")),
    seen,
  });

/** A row about a message of the official account. */
const wechat =
  (
    values: Row["values"] | ((scene: Scene) => Row["values"]),
    seen: Row["seen"] = values as Row["values"],
    look: (called: Called) => unknown = ({ sent }) => sent,
  ) =>
  (scene: Scene): Row => ({
    values: typeof values === "function" ? values(scene) : values,
    given: {
      "wx_offiaccount.offiaccount_close": "1",
      "wx_offiaccount.offiaccount_app_id": "wx-app",
      "wx_offiaccount.offiaccount_app_secret": "wx-secret",
      "wx_offiaccount.offiaccount_api_base": scene.provider.url,
    },
    look: async () => look(await scene.called("WECHAT")),
    seen,
  });

/** A row about Tencent's captcha: what the vendor is asked when somebody registers with a ticket. */
const puzzles =
  (
    values: Row["values"] | ((scene: Scene) => Row["values"]),
    seen: Row["seen"],
    look: (calls: readonly Call[], outcome: string) => unknown,
  ) =>
  (scene: Scene): Row => ({
    values: typeof values === "function" ? values(scene) : values,
    given: {
      register_captcha: "1",
      "qcloud.qcloud_close": "1",
      "qcloud.qcloud_captcha": "1",
      "qcloud.qcloud_secret_id": "AKIDexample",
      "qcloud.qcloud_secret_key": KEYS[0],
      "qcloud.qcloud_captcha_app_id": "190000001",
      "qcloud.qcloud_captcha_secret_key": "captcha-key",
      "qcloud.qcloud_captcha_endpoint": scene.provider.url,
    },
    look: async () => {
      const { calls } = scene.provider;
      const before = calls.length;
      const ticket = `t${before}${Date.now()}`;
      const answer = Buffer.from(JSON.stringify({ ticket, randStr: "@r" })).toString("base64");
      const outcome = await scene.register(undefined, answer);
      return look(calls.slice(before), outcome);
    },
    seen,
  });

/** Finds the key of two that a request was signed with, as the provider does. */
function keyOf(call: Call): string | undefined {
  return KEYS.find((secretKey) => isSignedWith(call, secretKey));
}

/** Parameters that the provider of text messages was sent, by name. */
const sentAs =
  (name: string) =>
  ({ calls }: Called): unknown =>
    calls[0]?.body[name];
const tokenAskedWith =
  (name: string) =>
  ({ calls }: Called): unknown =>
    calls.find(({ path }) => path.includes("stable_token"))?.body[name];

/** Effects on what reaches members outside of the site. */
export const SENDING_ROWS: Rows = {
  "mail.smtp_host": mails(["127.0.0.1", "127.0.0.2"], SENT_OR_NOT),
  "mail.smtp_port": mails(({ mail }) => [String(mail.port), "1"], SENT_OR_NOT),
  "mail.smtp_security": mails(["none", "starttls"], SENT_OR_NOT),
  "mail.smtp_user": mails(["ada", "bob"], ["ada", "bob"], credentialOf(1), { "mail.smtp_password": "p" }),
  "mail.smtp_password": mails(["one", "two"], ["one", "two"], credentialOf(2), { "mail.smtp_user": "ada" }),
  "mail.mail_from_name": mails(
    ["Tea", "Coffee"],
    ["Tea", "Coffee"],
    ({ mail }) => /^"?(\w+)"? </.exec(mail!.headers.get("from")!)?.[1],
  ),
  "mail.mail_from_address": mails(
    ["a@example.org", "b@example.org"],
    ["a@example.org", "b@example.org"],
    ({ mail }) => /<(.*)>/.exec(mail!.headers.get("from")!)?.[1],
  ),
  "mail.mail_reply_to": mails(["", "desk@example.org"], [undefined, "desk@example.org"], ({ mail }) =>
    mail!.headers.get("reply-to"),
  ),
  "qcloud.qcloud_close": texts(["1", "0"], SENT_OR_NOT),
  "qcloud.qcloud_sms": texts(["1", "0"], SENT_OR_NOT),
  "qcloud.qcloud_secret_id": texts(
    ["AKIDone", "AKIDtwo"],
    ["AKIDone", "AKIDtwo"],
    ({ calls }) => /Credential=(\w+)/.exec(calls[0]!.headers.authorization!)?.[1],
  ),
  "qcloud.qcloud_secret_key": texts(KEYS, KEYS, ({ calls }) => keyOf(calls[0]!)),
  "qcloud.qcloud_sms_app_id": texts(["1400000001", "1400000002"], undefined, sentAs("SmsSdkAppId")),
  "qcloud.qcloud_sms_sign": texts(["茶馆", "酒馆"], undefined, sentAs("SignName")),
  "qcloud.qcloud_sms_region": texts(
    ["ap-guangzhou", "ap-beijing"],
    undefined,
    ({ calls }) => calls[0]!.headers["x-tc-region"],
  ),
  "qcloud.qcloud_sms_endpoint": texts(
    ({ provider: { url } }) => [`${url}/one`, `${url}/two`],
    ["/one", "/two"],
    ({ calls }) => calls[0]!.path,
  ),
  "qcloud.qcloud_sms_template_id": (scene) => ({
    ...texts(["", "2000002"])(scene),
    look: async () => (await scene.member.graphql("{ site { signInModes } }")).site.signInModes,
    seen: [["PASSWORD"], ["PASSWORD", "PHONE_CODE"]],
  }),
  "qcloud.qcloud_captcha": puzzles(["1", "0"], ["NORMAL", "CAPTCHA_WRONG"], (_, outcome) => outcome),
  "qcloud.qcloud_captcha_app_id": puzzles(
    ["190000001", "190000002"],
    [190000001, 190000002],
    ([call]) => call!.body["CaptchaAppId"],
  ),
  "qcloud.qcloud_captcha_secret_key": puzzles(
    ["one", "two"],
    ["one", "two"],
    ([call]) => call!.body["AppSecretKey"],
  ),
  "qcloud.qcloud_captcha_endpoint": puzzles(
    ({ provider: { url } }) => [`${url}/one`, `${url}/two`],
    ["/one", "/two"],
    ([call]) => call!.path,
  ),
  "wx_offiaccount.offiaccount_close": wechat(["1", "0"], SENT_OR_NOT),
  "wx_offiaccount.offiaccount_app_id": wechat(["wx-one", "wx-two"], undefined, tokenAskedWith("appid")),
  "wx_offiaccount.offiaccount_app_secret": wechat(["old", "new"], undefined, tokenAskedWith("secret")),
  "wx_offiaccount.offiaccount_api_base": wechat(
    ({ provider: { url } }) => [`${url}/one`, `${url}/two`],
    ["/one/cgi-bin", "/two/cgi-bin"],
    ({ calls }) => /^\/\w+\/[\w-]+/.exec(calls[0]!.path)?.[0],
  ),
};

/** The user (1) or password (2) that the mail server was told. */
function credentialOf(part: 1 | 2): (mailed: Mailed) => unknown {
  return ({ commands }) => {
    const [, told = ""] = commands.map((line) => /^AUTH PLAIN (.*)$/.exec(line)).find(Boolean) ?? [];
    return Buffer.from(told, "base64").toString().split("\0")[part];
  };
}
