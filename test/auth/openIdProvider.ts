import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A person as the provider knows them. */
export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly preferred_username?: string;
}

/** A real OpenID provider on loopback. Whoever signs in types an id, and agrees to everything. */
export class OpenIdProvider {
  readonly accounts = new Map<string, Account>();
  /** Takes the place of an answer; null lets the provider speak. */
  interfere: ((path: string, body: string) => { status: number; body: string } | null) | null = null;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async open(callback: string): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const self = new OpenIdProvider(server, issuer);
    const provider = new Provider(issuer, {
      clients: [{ client_id: "forum", client_secret: "forum-secret", redirect_uris: [callback] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username"] },
      pkce: { required: () => true },
      cookies: { keys: ["test"] },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...self.accounts.get(id) }),
      }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    });
    const answer = provider.callback();
    server.on("request", (request, response) => {
      const taken = self.interfere?.(request.url!, "");
      if (taken) {
        response.writeHead(taken.status, { "content-type": "application/json" }).end(taken.body);
        return;
      }
      if (!request.url!.startsWith("/interaction/")) return void answer(request, response);
      void self.interact(provider, request, response);
    });
    return self;
  }

  /** Asks who it is, and then agrees to what the site wants to know. */
  private async interact(
    provider: Provider,
    request: IncomingMessage,
    response: Parameters<Provider["interactionFinished"]>[1],
  ): Promise<void> {
    const { prompt, session, params } = await provider.interactionDetails(request, response);
    if (prompt.name === "consent") {
      const grant = new provider.Grant({
        accountId: session!.accountId,
        clientId: String(params["client_id"]),
      });
      grant.addOIDCScope(String(params["scope"]));
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
      return;
    }
    if (request.method === "POST") {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      const accountId = new URLSearchParams(Buffer.concat(pieces).toString()).get("who")!;
      await provider.interactionFinished(request, response, { login: { accountId } });
      return;
    }
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        '<!doctype html><link rel="icon" href="data:,"><form method="post"><input name="who" aria-label="Who"><button>Go</button></form>',
      );
  }

  close(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  /**
   * Goes through the provider as a browser does.
   * @returns the address that it leads back to, with its code
   */
  async say(address: string, who: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let [url, method, body] = [address, "GET", undefined as string | undefined];
    for (let step = 0; step < 12; step++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
      const response = await fetch(url, { method, body, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      const location = response.headers.get("location");
      if (location === null) {
        if (response.status !== 200)
          throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
        [method, body] = ["POST", new URLSearchParams({ who }).toString()];
        continue;
      }
      [url, method, body] = [new URL(location, url).href, "GET", undefined];
      if (!url.startsWith(this.issuer)) return new URL(url);
    }
    throw new Error("The provider leads nowhere.");
  }
}
