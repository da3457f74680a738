import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isSignedWith, type SignedCall } from "../support/tc3.ts";

/** Key of the account at each vendor. */
export const VENDOR_KEY = "vendor-secret-key-0001";
/** Words that the services find. */
export const ADVERT = "加微信";
export const DOUBTFUL = "内部资料";

/** A call as it arrived, whatever protocol it speaks. */
export interface ServiceCall {
  readonly kind: "text" | "picture";
  readonly text: string;
  /** Bytes of a picture. */
  readonly bytes: Buffer;
  readonly id: string;
  readonly raw: SignedCall;
}

type Verdict = "PASS" | "REVIEW" | "BLOCK";

const TENCENT = { PASS: "Pass", REVIEW: "Review", BLOCK: "Block" } as const;
const ALIYUN = { PASS: "none", REVIEW: "medium", BLOCK: "high" } as const;

/** The services that check content, on a port of this machine: each in its own protocol, with the answers of its description. */
export class Vendor {
  readonly calls: ServiceCall[] = [];
  /** Verdict about pictures. */
  pictures: Verdict = "PASS";
  /** Calls that fail before the next answer. */
  failures = 0;
  /** Calls that got no answer yet, while the service hangs. */
  readonly hanging: (() => void)[] = [];
  hangs = false;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Vendor> {
    const server = createServer();
    const vendor = new Vendor(server);
    server.on("request", (request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const raw = Buffer.concat(pieces).toString();
        const call = { headers: request.headers, path: request.url!, raw };
        const answer = (): void => {
          const { status, body } = vendor.answerTo(call);
          response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
        };
        if (vendor.hangs) vendor.hanging.push(answer);
        else answer();
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Texts of the calls that have some words. */
  textsWith(words: string): string[] {
    return this.calls.flatMap(({ text }) => (text.includes(words) ? [text] : []));
  }

  /** As after opening. */
  reset(): void {
    this.calls.length = 0;
    this.hanging.length = 0;
    Object.assign(this, { pictures: "PASS", failures: 0, hangs: false });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }

  private answerTo(call: SignedCall): { status: number; body: object } {
    if (this.failures > 0) {
      this.failures -= 1;
      return { status: 500, body: {} };
    }
    if (call.headers["x-tc-action"]) return { status: 200, body: this.tencent(call) };
    return call.path === "/own" ? this.own(call) : this.aliyun(call);
  }

  private note(call: Partial<ServiceCall> & { readonly raw: SignedCall; readonly id: string }): ServiceCall {
    const kind = call.bytes ? "picture" : "text";
    const noted = { kind, text: "", bytes: Buffer.alloc(0), ...call } as const;
    this.calls.push(noted);
    return noted;
  }

  private verdictOf({ kind, text }: ServiceCall): Verdict {
    if (kind === "picture") return this.pictures;
    return text.includes(ADVERT) ? "BLOCK" : text.includes(DOUBTFUL) ? "REVIEW" : "PASS";
  }

  private tencent(raw: SignedCall): object {
    const isText = raw.headers["x-tc-action"] === "TextModeration";
    if (!isSignedWith(raw, VENDOR_KEY, isText ? "tms" : "ims"))
      return {
        Response: { Error: { Code: "AuthFailure.SignatureFailure", Message: "wrong" }, RequestId: "r" },
      };
    const {
      Content,
      FileContent,
      DataId,
      BizType = "default",
    } = JSON.parse(raw.raw) as Record<string, string>;
    const decoded = Buffer.from(Content ?? FileContent ?? "", "base64");
    const call = this.note({
      raw,
      id: DataId!,
      ...(isText ? { text: decoded.toString() } : { bytes: decoded }),
    });
    const verdict = this.verdictOf(call);
    const Suggestion = TENCENT[verdict];
    const isBad = verdict !== "PASS";
    const common = { DataId, BizType, Extra: "", RequestId: "3fa1f0a1-0f2e-4b77-9e5c-0a8f4a8a1c11" };
    if (!isText) {
      const finding = { Suggestion, Label: "Porn", SubLabel: "SexyBehavior", Score: 99 };
      const none = { Suggestion, Label: "Normal", SubLabel: "", Score: 0 };
      const LabelResults = isBad
        ? [{ Scene: "Porn", ...finding, Details: [{ Id: 0, Name: "x", Score: 99 }] }]
        : [];
      const rest = { ObjectResults: [], OcrResults: [], LibResults: [], FileMD5: "" };
      return { Response: { ...(isBad ? finding : none), LabelResults, ...rest, ...common } };
    }
    const word = call.text.includes(ADVERT) ? ADVERT : DOUBTFUL;
    const found = { Label: "Ad", Suggestion, Keywords: [word], Score: isBad ? 98 : 0 };
    const detail = { ...found, LibType: 0, LibId: "", LibName: "", SubLabel: "Contact", Tags: [] };
    return isBad
      ? { Response: { ...found, SubLabel: "Contact", DetailResults: [detail], RiskDetails: [], ...common } }
      : {
          Response: {
            ...found,
            Label: "Normal",
            Keywords: [],
            DetailResults: null,
            RiskDetails: null,
            ...common,
          },
        };
  }

  private aliyun(raw: SignedCall): { status: number; body: object } {
    const form = new URLSearchParams(raw.raw);
    const signature = form.get("Signature");
    form.delete("Signature");
    if (form.get("Action") !== "TextModerationPlus" || signature !== aliyunSignature(form))
      return { status: 400, body: { Code: "SignatureDoesNotMatch", Message: `wrong key for ${raw.raw}` } };
    const { content, dataId } = JSON.parse(form.get("ServiceParameters")!) as Record<string, string>;
    const call = this.note({ raw, id: dataId!, text: content! });
    const verdict = this.verdictOf(call);
    const RiskWords = content!.includes(ADVERT) ? ADVERT : DOUBTFUL;
    const Result =
      verdict === "PASS"
        ? [{ Label: "nonLabel", Description: "未检测出风险" }]
        : [{ Label: "pt_to_contact", Confidence: 96.25, RiskWords, Description: "疑似广告引流" }];
    const Data = { Result, RiskLevel: ALIYUN[verdict], DataId: dataId };
    return { status: 200, body: { Code: 200, Message: "OK", RequestId: "B0963D30", Data } };
  }

  private own(raw: SignedCall): { status: number; body: object } {
    const [, seconds = "", code] = /^t=(\d+),v1=(\w+)$/.exec(String(raw.headers["luntan-signature"])) ?? [];
    const wanted = createHmac("sha256", VENDOR_KEY).update(`${seconds}.${raw.raw}`).digest("hex");
    if (code !== wanted) return { status: 401, body: {} };
    const { kind, id, text = "", data = "" } = JSON.parse(raw.raw) as Record<string, string>;
    const call = this.note({
      raw,
      id: id!,
      ...(kind === "text" ? { text } : { bytes: Buffer.from(data, "base64") }),
    });
    const verdict = this.verdictOf(call);
    const finding =
      call.kind === "picture"
        ? { label: "PORN", detail: "nudity", score: 90 }
        : {
            label: "ADVERT",
            detail: "contact",
            score: 88,
            words: [text.includes(ADVERT) ? ADVERT : DOUBTFUL],
          };
    return { status: 200, body: { verdict, findings: verdict === "PASS" ? [] : [finding] } };
  }
}

/** Signature of a form, from the vendor's description of version 1.0 of its signatures. */
function aliyunSignature(form: URLSearchParams): string {
  const coded = (text: string): string =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const pairs = [...form].map(([name, value]) => [coded(name), coded(value)]);
  const canonical = pairs
    .sort(([one], [other]) => (one! < other! ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
  return createHmac("sha1", `${VENDOR_KEY}&`)
    .update(`POST&%2F&${coded(canonical)}`)
    .digest("base64");
}
