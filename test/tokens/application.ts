import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  type Configuration,
  discovery,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { prove } from "../notifications/delivery/post.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";

/** Address of the application; nobody listens there, since only its query is read. */
export const CALLBACK = "https://app.example.org/back";
const CREATE = `mutation ($input: OAuthApplicationInput!) { createOAuthApplication(input: $input) { secret application { id clientId } } }`;
export const ANSWER = `mutation ($id: ID!, $is: Boolean!) { answerAuthorizationRequest(id: $id, isAllowed: $is) }`;

/** The values that bind an answer to what the application asked for. */
export interface Asked {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly nonce: string | undefined;
}

/** An application of somebody else, made with a kept OpenID client. */
export class Application {
  private constructor(
    private readonly forum: Forum,
    readonly id: string,
    readonly clientId: string,
    readonly config: Configuration,
    private readonly callback: string,
  ) {}

  static async register(
    forum: Forum,
    admin: Person,
    isPublic = false,
    callback = CALLBACK,
  ): Promise<Application> {
    await prove(forum, admin);
    const input = { name: "Reader", redirectUris: [callback], isPublic };
    const { application, secret } = (await admin.graphql(CREATE, { input })).createOAuthApplication;
    const auth = isPublic ? None() : ClientSecretPost(secret);
    const execute = [allowInsecureRequests];
    const config = await discovery(new URL(forum.url), application.clientId, undefined, auth, { execute });
    return new Application(forum, application.id, application.clientId, config, callback);
  }

  /** Makes the address at which a member is asked. */
  async ask(scope: string): Promise<Asked> {
    const [verifier, state] = [randomPKCECodeVerifier(), randomState()];
    const nonce = scope.split(" ").includes("openid") ? randomNonce() : undefined;
    const url = buildAuthorizationUrl(this.config, {
      redirect_uri: this.callback,
      scope,
      state,
      ...(nonce === undefined ? {} : { nonce }),
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url, verifier, state, nonce };
  }

  /** Goes through the consent of a member, as their browser does. @returns where it leads back to */
  async consent(asked: Asked, member: Person, isAllowed = true): Promise<URL> {
    const surfer = new Surfer(this.forum, member);
    const { request, next } = await surfer.open(asked);
    expectRequest(request, next);
    const { answerAuthorizationRequest } = await member.graphql(ANSWER, { id: request, is: isAllowed });
    return new URL((await surfer.go(answerAuthorizationRequest)).location!);
  }

  /** Trades the code for tokens. */
  trade({ verifier, state, nonce }: Asked, back: URL, more: Record<string, string> = {}) {
    const checks = {
      pkceCodeVerifier: verifier,
      expectedState: state,
      ...(nonce === undefined ? {} : { expectedNonce: nonce }),
    };
    return authorizationCodeGrant(this.config, back, checks, more);
  }
}

function expectRequest(request: string, next: string): void {
  if (!request) throw new Error(`No consent is asked for: ${next}`);
}

/** A browser that follows no redirects by itself, with the cookies of a member. */
export class Surfer {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly forum: Forum,
    private readonly member: Person | null,
  ) {}

  /** Opens the address of an application. @returns the request that the page of consent is about */
  async open({ url }: Pick<Asked, "url">): Promise<{ request: string; next: string }> {
    const { location } = await this.go(url.href);
    const next = new URL(location ?? "/", this.forum.url);
    return { request: next.searchParams.get("request") ?? "", next: next.href };
  }

  async go(address: string): Promise<{ status: number; location: string | null; text: string }> {
    const pairs = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    const cookie = [this.member?.credentials?.cookie, ...pairs].filter(Boolean).join("; ");
    const response = await fetch(address, { headers: { cookie }, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      this.cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return {
      status: response.status,
      location: response.headers.get("location"),
      text: await response.text(),
    };
  }
}
