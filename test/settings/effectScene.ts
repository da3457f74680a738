import { createServer, type IncomingMessage, type Server } from "node:http";
import sharp from "sharp";
import { run } from "../../server/core/sql.ts";
import { insert } from "../../server/core/write.ts";
import { SecondFactor } from "../../server/features/auth/second-factor/secondFactor.entity.ts";
import { ChannelAddress } from "../../server/features/notifications/delivery/addresses/address.entity.ts";
import { NotificationChannel } from "../../server/features/notifications/templates/channel.view.ts";
import { ALL_SETTINGS, type SettingName } from "../../server/features/settings/catalogue/catalogue.ts";
import { invalidateSettings } from "../../server/features/settings/setting.service.ts";
import { give } from "../money/books.ts";
import { PIN, setPin } from "../money/shop.ts";
import { Vendor } from "../checks/vendor.ts";
import { Forum } from "../support/forum.ts";
import { MailServer } from "../support/mailServer.ts";
import { OldClient } from "../support/oldClient.ts";
import { Refusal, type Person } from "../support/person.ts";
import { publish } from "../threads/content.ts";

/** Shared parts of the stories about the effects of settings: a forum, its people, a mail server, a provider. */

/** Settings with their values. */
export type Values = Partial<Record<SettingName, string>>;

/** Factor by which all limits are wider than those of a site, `api_freq` included. */
export const RATE_FACTOR = 20;
/** As a phone calls itself. */
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148 Safari/604.1";
const DESK = "Mozilla/5.0 (X11; Linux x86_64)";
const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;
const TRY = `mutation ($channel: NotificationChannel!) {
  sendTestNotification(kind: "withdraw.noticed", channel: $channel, locale: "en") { sent error } }`;

/** Requests that the provider got. */
export interface Call {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly raw: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A provider of text messages and of WeChat's, on loopback; all is well with it. */
class Provider {
  readonly calls: Call[] = [];
  private readonly server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const raw = Buffer.concat(pieces).toString("utf8");
      const { url: path = "", headers } = request;
      this.calls.push({ path, headers, raw, body: JSON.parse(raw || "{}") as Call["body"] });
      const wechat = path.includes("stable_token") ? { access_token: "token", expires_in: 7200 } : {};
      const cloud = { Response: { SendStatusSet: [{ Code: "Ok" }], CaptchaCode: 1 } };
      const answer = headers["x-tc-action"] ? cloud : wechat;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  });

  private constructor() {}

  static async open(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((resolve) => provider.server.listen(0, "127.0.0.1", resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

/** The forum of the stories, with somebody in each part. */
export class Scene {
  admin!: Person;
  /** May do whatever members may. */
  member!: Person;
  friend!: Person;
  threadId!: string;
  categoryId!: string;
  /** Location of a picture of the site, a red one of 40 × 20 pixels. */
  picture!: string;
  /** The stand-alone token of the member. */
  token!: string;
  private joined = 0;

  private constructor(
    readonly forum: Forum,
    readonly mail: MailServer,
    readonly provider: Provider,
    readonly vendor: Vendor,
  ) {}

  static async open(): Promise<Scene> {
    const forum = await Forum.open({ env: { RATE_LIMIT_FACTOR: String(RATE_FACTOR) } });
    const scene = new Scene(forum, await MailServer.open(), await Provider.open(), await Vendor.open());
    scene.admin = await forum.admin();
    const extras = [
      "thread.allowAnonymous",
      "thread.insertAudio",
      "thread.insertRedPacket",
      "thread.insertReward",
      "order.create",
      "cash.create",
    ];
    scene.member = await forum.member(...extras);
    scene.friend = await forum.member();
    scene.categoryId = await forum.categoryId();
    scene.threadId = (await publish(scene.friend, { categoryId: scene.categoryId })).id as string;
    scene.token = (await OldClient.of(forum, scene.member)).token!;
    scene.picture = await uploadMark(forum, scene.admin);
    await reach(forum, scene.admin);
    await scene.admin.graphql(`mutation { importStopWords(lines: ["kettle={BANNED}"]) { created } }`);
    const kind = "withdraw.noticed";
    await scene.admin.graphql(
      `mutation ($input: [NotificationTemplateInput!]!) { saveNotificationTemplates(input: $input) { id } }`,
      {
        input: [
          { kind, channel: "SMS", enabled: true, providerTemplateId: "2000001" },
          { kind, channel: "WECHAT", enabled: true, providerTemplateId: "tpl-1:amount1" },
        ],
      },
    );
    await scene.reset();
    return scene;
  }

  /** Makes a member sign in with a second factor from now on. */
  giveSecondFactor({ id: userId }: Person): Promise<unknown> {
    return this.forum.write((ctx) => {
      const [createdAt, confirmedAt] = [ctx.now, ctx.now];
      const factor = { userId, secret: "", lastStep: 0, recoveryCodes: "[]", createdAt, confirmedAt };
      return ctx.db.upsert(SecondFactor, factor, ["userId"]);
    });
  }

  /** Somebody who has just asked for a withdrawal. */
  async withdrawer(): Promise<Person> {
    const person = await this.forum.member("cash.create");
    await give(this.forum, person, 100);
    await setPin(person);
    const input = `{amountCents: 5, receiveAccount: "Bank", payPassword: "${PIN}"}`;
    await person.graphql(`mutation { requestWithdrawal(input: ${input}) { id } }`);
    return person;
  }

  async close(): Promise<void> {
    await this.forum.close();
    await this.mail.close();
    await this.provider.close();
    await this.vendor.close();
  }

  /** Saves settings as the page of settings does. */
  async save(values: Values): Promise<void> {
    const entries = Object.entries(values).map(([name, value]) => {
      const { tag, key } = ALL_SETTINGS.find((each) => each.name === name)!;
      return { tag, key, value };
    });
    await this.admin.graphql(SAVE, { entries });
  }

  /** Gives every setting its default again. */
  async reset(): Promise<void> {
    const defaults = ALL_SETTINGS.map(({ tag, key }) => [tag, key] as const);
    await this.forum.write(async (ctx) => {
      for (const [tag, key] of defaults)
        await run(ctx, "DELETE FROM settings WHERE tag = ? AND `key` = ?", [tag, key]);
    });
    invalidateSettings(this.forum.app.context());
    // Saved and not only forgotten, so that finished pages are drawn anew.
    await this.save({ site_record: "-" });
    await this.save({ site_record: "" });
  }

  /** A page as it is drawn, without the data that repeats it. */
  async page(path: string, who: Person = this.forum.visitor()): Promise<string> {
    const { text } = await who.get(path, { "user-agent": DESK });
    return text.replace(/<script type="application\/json"[^]*?<\/script>/, "");
  }

  /** The first group that a pattern finds in a page; null if it finds nothing. */
  async find(path: string, pattern: RegExp): Promise<string | null> {
    return pattern.exec(await this.page(path))?.[1] ?? null;
  }

  /** Asks GraphQL from a phone or a desk. @returns the code of the refusal, or "ok" */
  async ask(who: Person, query: string, device: "phone" | "desk" = "desk"): Promise<string> {
    const answer = await who.request("POST", "/graphql", JSON.stringify({ query }), {
      "content-type": "application/json",
      "user-agent": device === "phone" ? PHONE : DESK,
    });
    const { errors } = answer.json() as { errors?: { extensions: { code: string } }[] };
    return errors?.[0]?.extensions.code ?? "ok";
  }

  /** Registers somebody. @returns their standing, or the code of the refusal */
  async register(password = "tq7-vbx-9k", captcha?: string): Promise<string> {
    const name = `joins${++this.joined}`;
    const registering = this.forum
      .visitor()
      .graphql(`mutation ($i: RegisterInput!) { register(input: $i) { viewer { status } } }`, {
        i: { username: name, nickname: name, password, captcha },
      });
    return registering.then(
      ({ register }: { register: { viewer: { status: string } } }) => register.viewer.status,
      codeOf,
    );
  }

  /** Uploads as a member. @returns "ok", or the code of the refusal */
  upload(name: string, bytes: Buffer, kind: "image" | "file" | "audio"): Promise<string> {
    return this.member.upload(name, bytes, kind).then(() => "ok", codeOf);
  }

  /** Publishes with a file. @returns "ok", or the code of the refusal */
  async publishWithFile(): Promise<string> {
    const { id } = await this.member.upload("a.txt", Buffer.from("text"), "file");
    return this.ask(
      this.member,
      `mutation { publishThread(input: {categoryId: "${this.categoryId}", title: "T", body: "B", attachmentIds: ["${id}"]}) { id } }`,
    );
  }

  /** The box of the red mark in a white picture that a member uploads; null if it has none. */
  async markInUpload(): Promise<object | null> {
    const white = sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } });
    const { url } = await this.member.upload("white.png", await white.png().toBuffer());
    const { rawPayload } = await this.forum.app.inject({
      url,
      headers: { cookie: this.member.credentials!.cookie },
    });
    return redBox(rawPayload);
  }

  /** Sends a test by e-mail. @returns what the mail server heard and got */
  async mailed() {
    this.mail.mails.length = this.mail.commands.length = 0;
    const { sendTestNotification } = await this.admin.graphql(TRY, { channel: "EMAIL" });
    const { mails, commands } = this.mail;
    return { sent: sendTestNotification.sent as boolean, mail: mails[0], commands };
  }

  /** Sends a test through the provider. @returns whether it was sent, and what the provider was asked for */
  async called(channel: "SMS" | "WECHAT") {
    this.provider.calls.length = 0;
    const { sendTestNotification } = await this.admin.graphql(TRY, { channel });
    return { sent: sendTestNotification.sent as boolean, calls: this.provider.calls };
  }
}

/** The code of a refusal. @throws what is none */
function codeOf(error: unknown): string {
  if (error instanceof Refusal) return error.code;
  throw error;
}

/** Gives somebody a proven address for each channel. */
async function reach(forum: Forum, { id: userId }: Person): Promise<void> {
  const addresses = [
    [NotificationChannel.EMAIL, "owner@example.org"],
    [NotificationChannel.SMS, "+8613800000021"],
    [NotificationChannel.WECHAT, "openid-of-the-owner"],
  ] as const;
  await forum.write(async (ctx) => {
    for (const [channel, address] of addresses)
      await insert(ctx, ChannelAddress, {
        userId,
        channel,
        address,
        addressKey: address,
        verifiedAt: ctx.now,
        pendingAddress: "",
        pendingSince: null,
        failures: 0,
        suppressedAt: null,
        digestDueAt: null,
      });
  });
}

/** Uploads a red picture of 40 × 20 pixels as the mark of the site. @returns its address */
async function uploadMark(forum: Forum, admin: Person): Promise<string> {
  const red = sharp({ create: { width: 40, height: 20, channels: 3, background: "#e00000" } });
  const boundary = "----luntan-mark";
  const part = (name: string, more = "") =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part("type")}\r\nwatermark_image\r\n`),
    Buffer.from(`${part("logo", '; filename="mark.png"')}content-type: image/png\r\n\r\n`),
    await red.png().toBuffer(),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  await admin.request("POST", "/api/settings/logo.v2", body, {
    "content-type": `multipart/form-data; boundary=${boundary}`,
  });
  const [stored] = await forum.rows<{ value: string }>(
    "SELECT s.value FROM settings s WHERE s.key = 'watermark_image'",
  );
  return stored!.value;
}

async function redBox(bytes: Buffer): Promise<object | null> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [left, top] = [Infinity, Infinity];
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at]! < 180 || data[at + 1]! > 90) continue;
    const pixel = at / info.channels;
    left = Math.min(left, pixel % info.width);
    top = Math.min(top, Math.floor(pixel / info.width));
  }
  return left === Infinity ? null : { left, top };
}
