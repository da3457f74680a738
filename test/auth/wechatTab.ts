import { Refusal, type Answer, type Person } from "../support/person.ts";

/** A browser that keeps the cookie of its way through WeChat, and walks the pages of the local emulator. */
export class WechatTab {
  constructor(readonly person: Person) {}

  private keep(answer: Answer): Answer {
    for (const line of [answer.headers["set-cookie"] ?? []].flat().map(String)) {
      const found = /^identity=([^;]*)/.exec(line);
      if (found) this.person.with({ identity: found[1]! });
    }
    return answer;
  }

  /** Asks the GraphQL door. @throws {Refusal} with the first error */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  async ask(query: string, variables: object = {}): Promise<any> {
    const { data, errors } = this.keep(await this.person.post("/graphql", { query, variables })).json();
    if (errors) {
      const { code, legacyCode, ...rest } = errors[0].extensions;
      throw new Refusal(code, errors[0].message, legacyCode, 200, rest);
    }
    return data;
  }

  /** Begins a way through WeChat. @returns the address there */
  async begin(intent = "SIGN_IN", more: { scan?: string; openPlatform?: boolean } = {}): Promise<URL> {
    const BEGIN = `mutation ($intent: WechatIntent!, $scan: String, $openPlatform: Boolean! = false) {
      beginWechat(intent: $intent, scan: $scan, openPlatform: $openPlatform) }`;
    return new URL((await this.ask(BEGIN, { intent, ...more })).beginWechat as string);
  }

  /** Comes back to the forum. @returns where it leads on */
  async comeBack(url: URL): Promise<string> {
    return String(this.keep(await this.person.get(url.pathname + url.search)).headers["location"]);
  }

  /** Presses a button of the emulator's consent page. @returns the address that it leads back to */
  async decide(address: URL, who: string, action = "allow"): Promise<URL> {
    const fields = Object.fromEntries(address.searchParams);
    const answer = await this.person.post("/dev/wechat", { ...fields, who, action });
    return new URL(String(answer.headers["location"]));
  }

  /** Goes through WeChat as somebody and comes back. @returns where the site leads on */
  async as(
    who: string,
    intent = "SIGN_IN",
    more: { scan?: string; openPlatform?: boolean } = {},
  ): Promise<string> {
    return this.comeBack(await this.decide(await this.begin(intent, more), who));
  }

  /** Shows a QR code. @returns what it holds in `scan` */
  async show(intent = "SIGN_IN"): Promise<string> {
    const SHOW = `mutation ($intent: WechatIntent!) { openWechatScan(intent: $intent) { url } }`;
    const { url } = (await this.ask(SHOW, { intent })).openWechatScan;
    return new URL(url as string).searchParams.get("scan")!;
  }

  /** Scans a QR code with this phone, and agrees as somebody. */
  async approve(scan: string, who: string): Promise<void> {
    await this.as(who, "SIGN_IN", { scan });
    await this.ask(ANSWER, { scan, isApproved: true });
  }

  scanState = async (): Promise<string> => (await this.ask("{ wechatScanState }")).wechatScanState as string;
}

export const ANSWER = `mutation ($scan: String!, $isApproved: Boolean!) { answerWechatScan(scan: $scan, isApproved: $isApproved) }`;
export const PENDING = `{ pendingWechat { step intent nickname account mayRegister mayUsePhone } }`;
export const LOGIN = `mutation ($code: String) { loginByWechat(secondFactor: $code) { viewer { id nickname } accessToken } }`;
export const REGISTER = `mutation ($input: WechatRegisterInput!) { registerByWechat(input: $input) { viewer { id nickname username status } accessToken } }`;
export const LINK = `mutation ($input: WechatLinkInput!) { linkWechat(input: $input) { viewer { id } accessToken } }`;
export const BY_PHONE = `mutation ($input: WechatPhoneInput!) { linkWechatByPhone(input: $input) { viewer { id phone } } }`;
export const CONNECT = `mutation { connectWechat }`;
export const REMOVE = `mutation { removeWechat }`;
export const BOUND = `{ boundWechat { nickname } }`;
