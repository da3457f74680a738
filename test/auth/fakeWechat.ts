import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Calls with a status and a body of their own. */
interface Reply {
  readonly status: number;
  readonly body: string;
}

/**
 * WeChat's HTTP interface on loopback, as its documentation shows it: JSON as plain text, status 200 for refusals, codes
 * that work once, and one secret for each app.
 */
export class FakeWechat {
  /** Every call, as path and query. */
  readonly calls: URL[] = [];
  /** Takes the place of an answer; null lets WeChat speak. */
  interfere: ((path: string) => Reply | null) | null = null;
  private readonly codes = new Map<string, { appId: string; scope: string; who: string }>();
  private count = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly secrets: Readonly<Record<string, string>>,
  ) {}

  static async open(secrets: Readonly<Record<string, string>>): Promise<FakeWechat> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const fake = new FakeWechat(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      secrets,
    );
    server.on("request", (request, response) => {
      const url = new URL(request.url!, fake.url);
      fake.calls.push(url);
      const { status, body } = fake.interfere?.(url.pathname) ?? {
        status: 200,
        body: JSON.stringify(fake.answer(url)),
      };
      response.writeHead(status, { "content-type": "text/plain" }).end(body);
    });
    return fake;
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  /** Gives out a code, as WeChat does once somebody agrees. */
  code(appId: string, who: string, scope = "snsapi_userinfo"): string {
    const code = `code${++this.count}`;
    this.codes.set(code, { appId, scope, who });
    return code;
  }

  private answer(url: URL): object {
    const get = (name: string): string => url.searchParams.get(name) ?? "";
    const take = (code: string): object | { appId: string; scope: string; who: string } => {
      if (this.secrets[get("appid")] !== get("secret"))
        return { errcode: 40125, errmsg: "invalid appsecret" };
      const grant = this.codes.get(code);
      if (!grant) return { errcode: 40163, errmsg: "code been used" };
      this.codes.delete(code);
      return grant.appId === get("appid") ? grant : { errcode: 40029, errmsg: "invalid code" };
    };
    switch (url.pathname) {
      case "/sns/oauth2/access_token": {
        if (get("grant_type") !== "authorization_code") return { errcode: 40002 };
        const grant = take(get("code"));
        if (!("who" in grant)) return grant;
        const { who, scope, appId } = grant;
        return {
          access_token: `token-${who}`,
          expires_in: 7200,
          refresh_token: "r",
          openid: `${appId}-${who}`,
          scope,
        };
      }
      case "/sns/userinfo": {
        const who = get("access_token").replace("token-", "");
        if (!get("openid").endsWith(`-${who}`)) return { errcode: 40003 };
        return { openid: get("openid"), nickname: `昵称${who}`, unionid: `union-${who}`, privilege: [] };
      }
      case "/sns/jscode2session": {
        if (get("grant_type") !== "authorization_code") return { errcode: 40002 };
        const grant = take(get("js_code"));
        if (!("who" in grant)) return grant;
        return {
          session_key: "never-leaves",
          openid: `${grant.appId}-${grant.who}`,
          unionid: `union-${grant.who}`,
        };
      }
      default:
        return { errcode: 404 };
    }
  }
}
