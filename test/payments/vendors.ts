import {
  createCipheriv,
  createHmac,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A call of a provider: what it would send to the site. */
export interface Call {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Differences of a call from an honest one. */
export interface Lie {
  readonly amountCents?: number;
  readonly number?: string;
  readonly state?: "PAID" | "CLOSED" | "REFUNDED";
  /** Signed by another key. */
  readonly isForged?: boolean;
  /** Time at which it was sent. */
  readonly at?: Date;
}

/** A payment as a vendor keeps it. */
interface Deal {
  readonly number: string;
  readonly amountCents: number;
  readonly currency: string;
  state: "OPEN" | "PAID" | "CLOSED" | "REFUNDED";
  transactionId: string;
  refundNumbers: Set<string>;
}

/** Answer of a vendor. */
interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stand-in for the HTTP interface of a vendor, on loopback; it checks what it is asked as the real one does. */
export abstract class Vendor {
  readonly deals = new Map<string, Deal>();
  /** Every request, as its method and path. */
  readonly calls: string[] = [];
  /** Answers with a fault instead. */
  isAway = false;
  refusesRefunds = false;
  protected readonly server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const raw = Buffer.concat(pieces).toString();
      this.calls.push(`${request.method} ${request.url}`);
      const { status, body, headers } = this.isAway
        ? { status: 503, body: "<html>" }
        : this.answer(request.method!, request.url!, request.headers as Record<string, string>, raw);
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    });
  });

  abstract readonly kind: string;
  /** Settings that connect the site. */
  abstract settings(): Readonly<Record<string, string>>;
  /** Tells what the site would hear of a payment. */
  abstract notification(number: string, lie?: Lie): Call;
  protected abstract answer(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    raw: string,
  ): Reply;

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  open(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  close(): Promise<unknown> {
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** Says that a notification was taken. */
  abstract readonly accepted: string;
  abstract readonly refused: string;

  /** The payer comes to the page of the vendor, or scans its code. */
  abstract visit(address: string): string;

  /** The payer pays. */
  pay(number: string): void {
    const deal = this.deals.get(number)!;
    deal.state = "PAID";
    deal.transactionId ||= `tx_${randomUUID()}`;
  }

  protected keep(number: string, amountCents: number, currency: string): Deal {
    const deal = this.deals.get(number) ?? {
      number,
      amountCents,
      currency,
      state: "OPEN" as const,
      transactionId: "",
      refundNumbers: new Set<string>(),
    };
    this.deals.set(number, deal);
    return deal;
  }

  /** Gives all of a payment back, once for a number. @returns false if it is refused */
  protected giveBack(deal: Deal, refundNumber: string): boolean {
    if (this.refusesRefunds) return false;
    if (deal.state !== "PAID" && !deal.refundNumbers.has(refundNumber)) return false;
    deal.refundNumbers.add(refundNumber);
    deal.state = "REFUNDED";
    return true;
  }
}

const json = (status: number, body: object) => ({ status, body: JSON.stringify(body) });

/** Stripe: sessions, refunds, signed events. */
export class FakeStripe extends Vendor {
  readonly kind = "stripe";
  readonly accepted = "ok";
  readonly refused = "refused";
  private readonly secretKey = "sk_test_secret";
  private readonly webhookSecret = "whsec_secret";

  settings() {
    return {
      "stripe.stripe_on": "1",
      "stripe.stripe_secret_key": this.secretKey,
      "stripe.stripe_webhook_secret": this.webhookSecret,
      "stripe.stripe_endpoint": this.url,
    };
  }

  visit(redirectUrl: string): string {
    return new URL(redirectUrl).pathname.slice("/pay/cs_".length);
  }

  notification(number: string, lie: Lie = {}): Call {
    const deal = { ...this.deals.get(number)!, number: lie.number ?? number };
    const amount = lie.amountCents ?? deal.amountCents;
    const state = lie.state ?? "PAID";
    const session = {
      ...this.session({ ...deal, amountCents: amount, state: state === "CLOSED" ? "CLOSED" : "PAID" }),
    };
    const charge = {
      object: "charge",
      metadata: { number: deal.number },
      refunded: true,
      amount,
      currency: "cny",
      payment_intent: deal.transactionId,
    };
    const types = {
      PAID: "checkout.session.completed",
      CLOSED: "checkout.session.expired",
      REFUNDED: "charge.refunded",
    };
    const object = state === "REFUNDED" ? charge : session;
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: "event",
      type: types[state],
      data: { object },
    });
    const time = Math.floor((lie.at ?? new Date()).getTime() / 1_000);
    const key = lie.isForged ? "whsec_other" : this.webhookSecret;
    const v1 = createHmac("sha256", key).update(`${time}.${body}`).digest("hex");
    return {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": `t=${time},v1=${v1}`,
      },
      body,
    };
  }

  protected answer(method: string, path: string, headers: Readonly<Record<string, string>>, raw: string) {
    const refuse = (code: string) =>
      json(400, { error: { type: "invalid_request_error", code, message: raw } });
    if (headers["authorization"] !== `Bearer ${this.secretKey}`)
      return json(401, { error: { type: "invalid_request_error", message: "No such key" } });
    const form = new URLSearchParams(raw);
    if (method === "POST" && path === "/v1/checkout/sessions") {
      const price = "line_items[0][price_data]";
      const [number, cents] = [form.get("client_reference_id")!, Number(form.get(`${price}[unit_amount]`))];
      const isWhole =
        headers["idempotency-key"] && form.get("payment_intent_data[metadata][number]") === number;
      if (!isWhole || Number(form.get("expires_at")) < Date.now() / 1_000 + 1_799)
        return refuse("parameter_invalid");
      return json(200, this.session(this.keep(number, cents, form.get(`${price}[currency]`)!)));
    }
    if (method === "POST" && path === "/v1/refunds") {
      const deal = [...this.deals.values()].find((each) => each.transactionId === form.get("payment_intent"));
      const isWhole = deal && Number(form.get("amount")) === deal.amountCents;
      if (!isWhole || !this.giveBack(deal, headers["idempotency-key"]!))
        return refuse("charge_already_refunded");
      return json(200, { id: "re_1", object: "refund", status: "succeeded" });
    }
    const [, number, isExpiry] = /^\/v1\/checkout\/sessions\/cs_(\d+)(\/expire)?$/.exec(path) ?? [];
    const deal = this.deals.get(number ?? "");
    if (!deal) return json(404, { error: { type: "invalid_request_error", code: "resource_missing" } });
    if (isExpiry && deal.state !== "OPEN") return refuse("session_not_open");
    if (isExpiry) deal.state = "CLOSED";
    return json(200, this.session(deal));
  }

  private session({ number, amountCents, currency, state, transactionId }: Omit<Deal, "refundNumbers">) {
    return {
      id: `cs_${number}`,
      object: "checkout.session",
      url: `${this.url}/pay/cs_${number}`,
      client_reference_id: number,
      amount_total: amountCents,
      currency,
      payment_intent: transactionId || null,
      payment_status: state === "PAID" || state === "REFUNDED" ? "paid" : "unpaid",
      status: state === "OPEN" ? "open" : state === "CLOSED" ? "expired" : "complete",
    };
  }
}

const pair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, "");

/** Alipay: signed requests, answers and notifications (RSA2). */
export class FakeAlipay extends Vendor {
  readonly kind = "alipay";
  readonly accepted = "success";
  readonly refused = "fail";
  readonly app = pair();
  private readonly own = pair();
  private readonly other = pair();

  settings() {
    return {
      "alipay.alipay_on": "1",
      "alipay.alipay_app_id": "2021000000000001",
      "alipay.alipay_private_key": bare(this.app.privateKey),
      "alipay.alipay_public_key": bare(this.own.publicKey),
      "alipay.alipay_gateway": `${this.url}/gateway.do`,
    };
  }

  visit(redirectUrl: string): string {
    const values = Object.fromEntries(new URL(redirectUrl).searchParams);
    if (!this.isSigned(values)) throw new Error("The address of the page is not signed by the app.");
    const { out_trade_no, total_amount } = JSON.parse(values["biz_content"]!) as Record<string, string>;
    this.keep(out_trade_no!, Math.round(Number(total_amount) * 100), "cny");
    return out_trade_no!;
  }

  notification(number: string, lie: Lie = {}): Call {
    const deal = this.deals.get(number)!;
    const state = lie.state ?? "PAID";
    const amount = ((lie.amountCents ?? deal.amountCents) / 100).toFixed(2);
    const sentAt = new Date((lie.at ?? new Date()).getTime() + 8 * 3_600_000);
    const values: Record<string, string> = {
      app_id: "2021000000000001",
      notify_id: randomUUID(),
      notify_time: sentAt.toISOString().slice(0, 19).replace("T", " "),
      notify_type: "trade_status_sync",
      out_trade_no: lie.number ?? number,
      subject: "茶馆 · 充值",
      total_amount: amount,
      trade_no: deal.transactionId,
      trade_status: state === "PAID" ? "TRADE_SUCCESS" : "TRADE_CLOSED",
      ...(state === "REFUNDED" && { refund_fee: amount }),
    };
    const key = lie.isForged ? this.other.privateKey : this.own.privateKey;
    const sign = createSign("RSA-SHA256").update(textOf(values)).sign(key, "base64");
    return {
      headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
      body: new URLSearchParams({ ...values, sign, sign_type: "RSA2" }).toString(),
    };
  }

  protected answer(_method: string, path: string, _headers: Readonly<Record<string, string>>, raw: string) {
    const values = {
      ...Object.fromEntries(new URL(path, this.url).searchParams),
      ...Object.fromEntries(new URLSearchParams(raw)),
    };
    const { method = "", biz_content = "{}" } = values;
    if (!this.isSigned(values))
      return this.signed(method, { code: "40002", sub_code: "isv.invalid-signature" });
    const content = JSON.parse(biz_content) as Record<string, string>;
    const deal = this.deals.get(content["out_trade_no"]!);
    if (!deal) return this.signed(method, { code: "40004", sub_code: "ACQ.TRADE_NOT_EXIST" });
    if (method === "alipay.trade.close") {
      if (deal.state !== "OPEN")
        return this.signed(method, { code: "40004", sub_code: "ACQ.TRADE_STATUS_ERROR" });
      deal.state = "CLOSED";
    }
    if (method === "alipay.trade.refund") {
      const isWhole = Math.round(Number(content["refund_amount"]) * 100) === deal.amountCents;
      if (!isWhole || !this.giveBack(deal, content["out_request_no"]!))
        return this.signed(method, { code: "40004", sub_code: "ACQ.TRADE_HAS_FINISHED" });
    }
    const states = {
      OPEN: "WAIT_BUYER_PAY",
      PAID: "TRADE_SUCCESS",
      CLOSED: "TRADE_CLOSED",
      REFUNDED: "TRADE_CLOSED",
    };
    return this.signed(method, {
      code: "10000",
      out_trade_no: deal.number,
      trade_no: deal.transactionId || "none",
      trade_status: states[deal.state],
      total_amount: (deal.amountCents / 100).toFixed(2),
    });
  }

  private signed(method: string, answer: object) {
    const text = JSON.stringify(answer);
    const sign = createSign("RSA-SHA256").update(text).sign(this.own.privateKey, "base64");
    return { status: 200, body: `{"${method.replaceAll(".", "_")}_response":${text},"sign":"${sign}"}` };
  }

  private isSigned({ sign, ...values }: Readonly<Record<string, string>>): boolean {
    return createVerify("RSA-SHA256")
      .update(textOf(values))
      .verify(this.app.publicKey, sign ?? "", "base64");
  }
}

/** The text that signatures of Alipay cover. */
function textOf(values: Readonly<Record<string, string>>): string {
  return Object.keys(values)
    .sort()
    .map((name) => `${name}=${values[name]}`)
    .join("&");
}

/** WeChat Pay: signed requests and answers, signed and encrypted notifications (API v3). */
export class FakeWechatPay extends Vendor {
  readonly kind = "wechat";
  readonly accepted = '{"code":"SUCCESS"}';
  readonly refused = '{"code":"FAIL","message":"refused"}';
  private readonly merchant = pair();
  private readonly own = pair();
  private readonly other = pair();
  private readonly apiKey = "0123456789abcdef0123456789ABCDEF";
  private readonly keyId = "PUB_KEY_ID_0116000000000001";

  settings() {
    return {
      "wxpay.wxpay_close": "1",
      "wxpay.mch_id": "1900000001",
      "wxpay.app_id": "wx0000000000000001",
      "wxpay.serialNo": "3775B6A45ACD588826D15E583A95F5DD00000000",
      "wxpay.wxpay_private_key": this.merchant.privateKey,
      "wxpay.apiKeyV3": this.apiKey,
      "wxpay.wxpay_public_key_id": this.keyId,
      "wxpay.wxpay_public_key": bare(this.own.publicKey),
      "wxpay.wxpay_api_base": this.url,
    };
  }

  visit(address: string): string {
    return new URL(address).searchParams.get("pr")!;
  }

  /** Looks at what a page within WeChat asks for, as WeChat does. @returns the number of the payment; null if it is not signed */
  ask(request: Readonly<Record<string, string>>): string | null {
    const { appId, timeStamp, nonceStr, package: what, paySign } = request;
    const isSigned = createVerify("RSA-SHA256")
      .update(`${appId}\n${timeStamp}\n${nonceStr}\n${what}\n`)
      .verify(this.merchant.publicKey, paySign ?? "", "base64");
    return isSigned && request["signType"] === "RSA" ? what!.replace("prepay_id=", "") : null;
  }

  notification(number: string, lie: Lie = {}): Call {
    const deal = this.deals.get(number)!;
    const total = lie.amountCents ?? deal.amountCents;
    const state = lie.state ?? "PAID";
    const told = {
      mchid: "1900000001",
      out_trade_no: lie.number ?? number,
      transaction_id: deal.transactionId || "4200000000",
      ...(state === "REFUNDED"
        ? { refund_status: "SUCCESS", amount: { total, refund: total, payer_total: total } }
        : {
            appid: "wx0000000000000001",
            trade_state: state === "PAID" ? "SUCCESS" : "CLOSED",
            amount: { total, currency: "CNY", payer_total: total },
          }),
    };
    const iv = randomBytes(6).toString("hex");
    const cipher = createCipheriv("aes-256-gcm", this.apiKey, iv).setAAD(Buffer.from("transaction"));
    const pieces = [cipher.update(JSON.stringify(told)), cipher.final()];
    const body = JSON.stringify({
      id: randomUUID(),
      event_type: state === "REFUNDED" ? "REFUND.SUCCESS" : "TRANSACTION.SUCCESS",
      resource_type: "encrypt-resource",
      resource: {
        algorithm: "AEAD_AES_256_GCM",
        ciphertext: Buffer.concat([...pieces, cipher.getAuthTag()]).toString("base64"),
        associated_data: "transaction",
        nonce: iv,
      },
    });
    return { headers: this.signatureOf(body, lie), body };
  }

  protected answer(method: string, path: string, headers: Readonly<Record<string, string>>, raw: string) {
    if (!this.isSigned(method, path, headers["authorization"] ?? "", raw))
      return this.signed(401, { code: "SIGN_ERROR", message: raw });
    const content = (raw ? JSON.parse(raw) : {}) as Record<string, never>;
    const { pathname } = new URL(path, this.url);
    if (pathname === "/v3/pay/transactions/jsapi") {
      const { out_trade_no: number, amount, payer, appid } = content as unknown as Order;
      // WeChat knows people by another id at each app.
      if (payer?.openid !== `openid-at-${appid}`)
        return this.signed(400, { code: "PARAM_ERROR", message: "payer" });
      this.keep(number, amount.total, amount.currency.toLowerCase());
      return this.signed(200, { prepay_id: number });
    }
    if (pathname === "/v3/pay/transactions/native" || pathname === "/v3/pay/transactions/h5") {
      const { out_trade_no: number, amount, scene_info: scene } = content as unknown as Order;
      this.keep(number, amount.total, amount.currency.toLowerCase());
      const address = `${this.url}/bizpayurl?pr=${number}`;
      if (pathname.endsWith("native")) return this.signed(200, { code_url: address });
      if (!scene?.payer_client_ip) return this.signed(400, { code: "PARAM_ERROR", message: "scene_info" });
      return this.signed(200, { h5_url: address });
    }
    const [, found, isClose] =
      /^\/v3\/pay\/transactions\/out-trade-no\/(\d+)(\/close)?$/.exec(pathname) ?? [];
    const deal = this.deals.get(found ?? content["out_trade_no"] ?? "");
    if (!deal) return this.signed(404, { code: "ORDER_NOT_EXIST", message: raw });
    if (isClose) {
      if (deal.state !== "OPEN") return this.signed(400, { code: "ORDERPAID", message: raw });
      deal.state = "CLOSED";
      return this.signed(204, null);
    }
    if (pathname === "/v3/refund/domestic/refunds") {
      const { refund, total } = content["amount"] as unknown as { refund: number; total: number };
      const isWhole = refund === deal.amountCents && total === refund;
      if (!isWhole || !this.giveBack(deal, content["out_refund_no"]!))
        return this.signed(403, { code: "INVALID_REQUEST", message: raw });
      return this.signed(200, { status: "SUCCESS", out_trade_no: deal.number });
    }
    const states = { OPEN: "NOTPAY", PAID: "SUCCESS", CLOSED: "CLOSED", REFUNDED: "REFUND" };
    return this.signed(200, {
      out_trade_no: deal.number,
      transaction_id: deal.transactionId,
      trade_state: states[deal.state],
      amount: { total: deal.amountCents, currency: "CNY" },
    });
  }

  private signed(status: number, answer: object | null): Reply {
    const body = answer === null ? "" : JSON.stringify(answer);
    return { status, body, headers: this.signatureOf(body) };
  }

  private signatureOf(body: string, lie: Lie = {}): Record<string, string> {
    const time = String(Math.floor((lie.at ?? new Date()).getTime() / 1_000));
    const nonce = randomUUID();
    const key = lie.isForged ? this.other.privateKey : this.own.privateKey;
    return {
      "content-type": "application/json",
      "wechatpay-serial": this.keyId,
      "wechatpay-timestamp": time,
      "wechatpay-nonce": nonce,
      "wechatpay-signature": createSign("RSA-SHA256")
        .update(`${time}\n${nonce}\n${body}\n`)
        .sign(key, "base64"),
    };
  }

  private isSigned(method: string, path: string, authorization: string, raw: string): boolean {
    const values = Object.fromEntries(
      [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    return createVerify("RSA-SHA256")
      .update(`${method}\n${path}\n${values["timestamp"]}\n${values["nonce_str"]}\n${raw}\n`)
      .verify(this.merchant.publicKey, values["signature"] ?? "", "base64");
  }
}

/** Order by which a payment is opened at WeChat Pay. */
interface Order {
  readonly out_trade_no: string;
  readonly amount: { readonly total: number; readonly currency: string };
  readonly appid: string;
  readonly payer?: { readonly openid: string };
  readonly scene_info?: { readonly payer_client_ip: string };
}
