import { createHash, randomBytes } from "node:crypto";
import type { Services } from "../../core/context.ts";
import { EMULATED_SECRET, emulatedAppId } from "./wechatApps.ts";

/** Codes end after this time, in milliseconds, as WeChat's do. */
const CODE_MS = 300_000;
/** Codes, tokens and names that are kept; older ones go. */
const KEPT_MAX = 200;

interface Grant {
  readonly who: string;
  readonly appId: string;
  readonly scope: string;
  readonly until: number;
}

interface Emulator {
  readonly codes: Map<string, Grant>;
  readonly tokens: Map<string, Grant>;
  readonly people: Set<string>;
}

/** State of each running program, in memory alone. */
const emulators = new WeakMap<Services, Emulator>();

function emulatorOf(services: Services): Emulator {
  const emulator = emulators.get(services) ?? { codes: new Map(), tokens: new Map(), people: new Set() };
  emulators.set(services, emulator);
  return emulator;
}

/** Lists the names of those who have agreed at the emulator, the newest last. */
export function emulatedPeople(services: Services): string[] {
  return [...emulatorOf(services).people];
}

/** Gives out a code for somebody at an app, as WeChat does once they agree. */
export function emulatedCode(services: Services, who: string, appId: string, scope: string): string {
  const { codes, people } = emulatorOf(services);
  people.delete(who);
  keep(people, () => people.add(who));
  return issue(codes, { who, appId, scope, until: Date.now() + CODE_MS });
}

function issue(grants: Map<string, Grant>, grant: Grant): string {
  const key = randomBytes(16).toString("hex");
  keep(grants, () => grants.set(key, grant));
  return key;
}

function keep(stored: Map<string, unknown> | Set<string>, add: () => unknown): void {
  add();
  for (const key of stored.keys()) {
    if (stored.size <= KEPT_MAX) break;
    stored.delete(key);
  }
}

const idOf = (kind: string, who: string): string =>
  `${kind}-${createHash("sha256").update(`${kind} ${who}`).digest("hex").slice(0, 24)}`;

/** Answers a call of WeChat's interface; null if there is no such call. */
export function emulatedAnswer(services: Services, path: string, query: URLSearchParams): object | null {
  const get = (name: string): string => query.get(name) ?? "";
  switch (path) {
    case "/sns/oauth2/access_token": {
      const grant = exchange(services, get("appid"), get("secret"), get("code"));
      if (!grant) return { errcode: 40029, errmsg: "invalid code" };
      const { tokens } = emulatorOf(services);
      return { access_token: issue(tokens, grant), expires_in: 7_200, scope: grant.scope, ...idsOf(grant) };
    }
    case "/sns/userinfo": {
      const grant = emulatorOf(services).tokens.get(get("access_token"));
      if (!grant) return { errcode: 40001, errmsg: "invalid credential" };
      const ids = idsOf(grant);
      if (ids.openid !== get("openid")) return { errcode: 40003, errmsg: "invalid openid" };
      return { ...ids, nickname: grant.who };
    }
    case "/sns/jscode2session": {
      const grant = exchange(services, get("appid"), get("secret"), get("js_code"));
      if (grant?.appId !== emulatedAppId("miniProgram")) return { errcode: 40029, errmsg: "invalid code" };
      return { session_key: randomBytes(16).toString("base64"), ...idsOf(grant) };
    }
    default:
      return null;
  }
}

/** Takes a code, which works once. */
function exchange(services: Services, appId: string, secret: string, code: string): Grant | null {
  const { codes } = emulatorOf(services);
  const grant = codes.get(code);
  codes.delete(code);
  const isGood = grant?.appId === appId && secret === EMULATED_SECRET && grant.until > Date.now();
  return isGood ? grant : null;
}

function idsOf({ who, appId }: Grant): { openid: string; unionid: string } {
  return { openid: idOf(appId, who), unionid: idOf("union", who) };
}
