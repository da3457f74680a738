import type { Context } from "../../core/context.ts";
import { callOutside } from "../../core/outsideCalls.ts";
import type { WechatApp } from "./wechatApps.ts";

/** A call of WeChat ends within this time, in milliseconds. */
const CALL_TIMEOUT_MS = 8_000;
/** Longest id that WeChat gives somebody, in characters; theirs have 28. */
const SUBJECT_MAX = 128;
/** Longest name that is read, in characters. */
const NICKNAME_MAX = 60;
/** Scopes whose token reads the profile. */
const PROFILE_SCOPES = ["snsapi_userinfo", "snsapi_login"];

/** Somebody whom WeChat has named. */
export interface WechatPerson {
  readonly appId: string;
  /** Id of the person at this app. */
  readonly openId: string;
  /** Id at all apps of one open-platform account; empty if the app belongs to none. */
  readonly unionId: string;
  /** May be empty, and is the same for all new people of mini-programs. */
  readonly nickname: string;
}

/** WeChat did not name anybody. */
export class WechatError extends Error {
  /** @param failure "refused": the code is not good; "down": no answer that can be read */
  constructor(
    readonly failure: "refused" | "down",
    code: string,
  ) {
    super(code);
  }
}

/** A request to say who one is. */
export interface WechatRequest {
  readonly redirectUri: string;
  readonly state: string;
  /** Names somebody without asking them; their profile stays unknown. Official accounts only. */
  readonly isSilent: boolean;
}

/** Names people by WeChat: the interface that the emulator speaks as well. */
export interface WechatProvider {
  /** Gives the address at which people agree; it leads back with a code. */
  authorizeUrl(request: WechatRequest): string;
  /** Exchanges a code that came back, which works once. @throws {WechatError} */
  personOf(code: string): Promise<WechatPerson>;
  /** Exchanges a code of `wx.login` in a mini-program, which works once. @throws {WechatError} */
  personOfMiniProgram(code: string): Promise<WechatPerson>;
}

interface Answer {
  readonly errcode?: number;
  readonly access_token?: string;
  readonly openid?: string;
  readonly unionid?: string;
  readonly scope?: string;
  readonly nickname?: string;
}

/** Speaks to WeChat for one app of the site, by plain HTTPS. */
export function wechatClient(ctx: Context, app: WechatApp): WechatProvider {
  const { appId, appSecret, apiBase, authorizeBase } = app;
  const read = (path: string, query: Readonly<Record<string, string>>): Promise<Answer> =>
    readAnswer(ctx, `${apiBase}${path}?${new URLSearchParams(query)}`);
  const personIn = ({ openid, unionid, nickname }: Answer): WechatPerson => {
    if (!isText(openid, SUBJECT_MAX)) throw new WechatError("down", "NO_OPENID");
    const unionId = isText(unionid, SUBJECT_MAX) ? unionid : "";
    return { appId, openId: openid, unionId, nickname: nameOf(nickname) };
  };
  return {
    authorizeUrl({ redirectUri, state, isSilent }) {
      const isOfficial = app.kind === "official";
      const scope = isOfficial ? (isSilent ? "snsapi_base" : "snsapi_userinfo") : "snsapi_login";
      // WeChat wants the parameters in this order, and the fragment.
      const query = new URLSearchParams([
        ["appid", appId],
        ["redirect_uri", redirectUri],
        ["response_type", "code"],
        ["scope", scope],
        ["state", state],
      ]);
      return `${authorizeBase}/connect/${isOfficial ? "oauth2/authorize" : "qrconnect"}?${query}#wechat_redirect`;
    },
    async personOf(code) {
      const token = await read("/sns/oauth2/access_token", {
        appid: appId,
        secret: appSecret,
        code,
        grant_type: "authorization_code",
      });
      const { access_token: accessToken, openid, scope = "" } = token;
      const readsProfile = scope.split(",").some((each) => PROFILE_SCOPES.includes(each));
      if (!readsProfile || !accessToken || !openid) return personIn(token);
      const profile = await read("/sns/userinfo", { access_token: accessToken, openid, lang: "zh_CN" });
      if (profile.openid !== openid) throw new WechatError("down", "OTHER_OPENID");
      return personIn({ ...token, ...profile });
    },
    async personOfMiniProgram(code) {
      // The key of the session with WeChat stays here unread: nothing is decrypted with it.
      return personIn(
        await read("/sns/jscode2session", {
          appid: appId,
          secret: appSecret,
          js_code: code,
          grant_type: "authorization_code",
        }),
      );
    },
  };
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= max;

/** Gives the name without control characters, cut between characters. */
function nameOf(nickname: unknown): string {
  const text = typeof nickname === "string" ? nickname.replace(/\p{C}/gu, "").trim() : "";
  return [...text].slice(0, NICKNAME_MAX).join("");
}

/** Reads one answer. The address holds the secret: no error may name it. */
async function readAnswer(ctx: Context, url: string): Promise<Answer> {
  let answer: unknown;
  try {
    const { status, body } = await callOutside({
      url,
      method: "GET",
      headers: { accept: "application/json" },
      timeoutMs: CALL_TIMEOUT_MS,
      mayBeInner: ctx.services.mayCallInner,
    });
    if (status !== 200) throw new WechatError("down", `STATUS ${status}`);
    answer = JSON.parse(body.toString("utf8"));
  } catch (error) {
    if (error instanceof WechatError) throw error;
    throw new WechatError("down", (error as { code?: string }).code ?? "NO_ANSWER");
  }
  if (answer === null || typeof answer !== "object") throw new WechatError("down", "NO_OBJECT");
  const { errcode = 0 } = answer as Answer;
  // -1: WeChat is busy. All others mean that this code, token or app is not good.
  if (errcode !== 0) throw new WechatError(errcode === -1 ? "down" : "refused", `WECHAT ${errcode}`);
  return answer;
}
