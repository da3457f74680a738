import { WechatTab } from "../auth/wechatTab.ts";
import type { Scene, Values } from "./effectScene.ts";
import type { Row, Rows } from "./effectsOnSite.ts";

/** Settings of sign-in by WeChat. */

const openPlatform = ({ provider: { url } }: Scene): Values => ({
  "wx_oplatform.oplatform_close": "1",
  "wx_oplatform.oplatform_app_id": "wx-open",
  "wx_oplatform.oplatform_app_secret": "open-secret",
  "wx_offiaccount.offiaccount_api_base": url,
  "wx_offiaccount.offiaccount_authorize_base": url,
});
const miniProgram = ({ provider: { url } }: Scene): Values => ({
  "wx_miniprogram.miniprogram_close": "1",
  "wx_miniprogram.miniprogram_app_id": "wx-mini",
  "wx_miniprogram.miniprogram_app_secret": "mini-secret",
  "wx_offiaccount.offiaccount_api_base": url,
});

async function ways(scene: Scene, field: string): Promise<unknown> {
  return (await scene.member.graphql(`{ wechatWays { ${field} } }`)).wechatWays[field];
}

/** The address at WeChat to which a sign-in leads. */
async function began(scene: Scene): Promise<URL> {
  return new WechatTab(scene.forum.visitor()).begin("SIGN_IN", { openPlatform: true });
}

/** A parameter that WeChat was sent in the last call. */
function sentLast({ provider: { calls, url } }: Scene, name: string): string | null {
  return new URL(calls.at(-1)!.path, url).searchParams.get(name);
}

/** Comes back from the page of the open platform. @returns a parameter that WeChat was sent */
async function exchanged(scene: Scene, name: string): Promise<string | null> {
  const tab = new WechatTab(scene.forum.visitor());
  const { searchParams } = await tab.begin("SIGN_IN", { openPlatform: true });
  const back = new URL(searchParams.get("redirect_uri")!);
  back.search = String(new URLSearchParams({ code: "c", state: searchParams.get("state")! }));
  await tab.comeBack(back);
  return sentLast(scene, name);
}

const MINI = `mutation { loginByMiniProgram(input: { code: "c" }) { ticket } }`;

const mini =
  (values: Row["values"], name: string) =>
  (scene: Scene): Row => ({
    values,
    given: miniProgram(scene),
    look: async () => {
      await scene.ask(scene.forum.visitor(), MINI);
      return sentLast(scene, name);
    },
    seen: values,
  });

/** Effects on signing in by WeChat. */
export const WECHAT_ROWS: Rows = {
  is_need_transition: (scene) => ({
    values: ["0", "1"],
    look: () => ways(scene, "hasLanding"),
    seen: [false, true],
  }),
  "wx_offiaccount.offiaccount_authorize_base": (scene) => ({
    values: [`${scene.provider.url}/one`, `${scene.provider.url}/two/`],
    given: openPlatform(scene),
    look: async () => (await began(scene)).pathname,
    seen: ["/one/connect/qrconnect", "/two/connect/qrconnect"],
  }),
  "wx_oplatform.oplatform_close": (scene) => ({
    values: ["0", "1"],
    given: openPlatform(scene),
    look: () => ways(scene, "openPlatform"),
    seen: [false, true],
  }),
  "wx_oplatform.oplatform_app_id": (scene) => ({
    values: ["wx-a", "wx-b"],
    given: openPlatform(scene),
    look: async () => (await began(scene)).searchParams.get("appid"),
    seen: ["wx-a", "wx-b"],
  }),
  "wx_oplatform.oplatform_app_secret": (scene) => ({
    values: ["old", "new"],
    given: openPlatform(scene),
    look: () => exchanged(scene, "secret"),
    seen: ["old", "new"],
  }),
  "wx_miniprogram.miniprogram_close": (scene) => ({
    values: ["0", "1"],
    given: miniProgram(scene),
    look: () => scene.ask(scene.forum.visitor(), MINI),
    seen: ["WECHAT_OFF", "PROVIDER_FAILED"],
  }),
  "wx_miniprogram.miniprogram_app_id": mini(["wx-a", "wx-b"], "appid"),
  "wx_miniprogram.miniprogram_app_secret": mini(["old", "new"], "secret"),
};
