import sharp from "sharp";
import { circuitOf } from "../../server/features/checks/circuit.ts";
import { makeChecks, SERVICES } from "../checks/rules.ts";
import { type ServiceCall, VENDOR_KEY } from "../checks/vendor.ts";
import { isSeen } from "../spam/rules.ts";
import { publish } from "../threads/content.ts";
import type { Scene, Values } from "./effectScene.ts";
import type { Row, Rows } from "./effectsOnSite.ts";

/** Settings of the service that checks content. */

/** A text with a picture that was written and checked. */
interface Checked {
  /** True if readers saw it before the service was called. */
  readonly wasSeen: boolean;
  readonly calls: readonly ServiceCall[];
}

let pictures = 0;
/** A picture that nobody has sent before. */
const picture = (): Promise<Buffer> => {
  const background = { r: ++pictures, g: 20, b: 60 };
  return sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer();
};

async function write({ forum, vendor, member, friend, categoryId }: Scene): Promise<Checked> {
  vendor.reset();
  circuitOf(forum.app.services).succeeded();
  const attachmentIds = [(await member.upload("a.png", await picture())).id];
  const { id } = await publish(member, { categoryId, title: "T", body: `Tea ${pictures}`, attachmentIds });
  const wasSeen = await isSeen(friend, id as string);
  await makeChecks(forum);
  return { wasSeen, calls: [...vendor.calls] };
}

const sent = ({ calls }: Checked, kind: ServiceCall["kind"] = "text"): ServiceCall | undefined =>
  calls.find((call) => call.kind === kind);
const isSent = (checked: Checked): boolean => sent(checked) !== undefined;

/** A row about what a service gets. */
const at =
  (
    service: keyof typeof SERVICES,
    values: Row["values"] | ((url: string) => Row["values"]),
    look: (checked: Checked) => unknown,
    { seen, given = {} }: { seen?: Row["seen"]; given?: Values } = {},
  ) =>
  (scene: Scene): Row => {
    const settings = typeof values === "function" ? values(scene.vendor.url) : values;
    return {
      values: settings,
      given: { ...SERVICES[service](scene.vendor), ...given },
      look: async () => look(await write(scene)),
      seen: seen ?? settings,
    };
  };
const paths = (url: string): Row["values"] => [`${url}/one`, `${url}/two`];
const formOf = (checked: Checked): URLSearchParams => new URLSearchParams(sent(checked)!.raw.raw);
const SENT_OR_NOT = { seen: [true, false] } as const;
const WITH_PICTURES = { "checks.check_pictures": "1" };

/** Rows of settings of checks. */
export const CHECK_ROWS: Rows = {
  "checks.check_service": at("own", ["own", "none"], isSent, SENT_OR_NOT),
  "checks.check_texts": at("own", ["1", "0"], isSent, { ...SENT_OR_NOT, given: WITH_PICTURES }),
  "checks.check_pictures": at("own", ["1", "0"], (checked) => Boolean(sent(checked, "picture")), SENT_OR_NOT),
  "checks.check_failure": at("own", ["open", "closed"], ({ wasSeen }) => wasSeen, SENT_OR_NOT),
  "checks.check_tencent_region": at(
    "tencent",
    ["ap-guangzhou", "ap-shanghai"],
    (checked) => sent(checked)!.raw.headers["x-tc-region"],
  ),
  "checks.check_tencent_biz_type": at(
    "tencent",
    ["forum_one", "forum_two"],
    (checked) => (JSON.parse(sent(checked)!.raw.raw) as { BizType: string }).BizType,
  ),
  "checks.check_tencent_text_endpoint": at("tencent", paths, (checked) => sent(checked)!.raw.path, {
    seen: ["/one", "/two"],
  }),
  "checks.check_tencent_picture_endpoint": at(
    "tencent",
    paths,
    (checked) => sent(checked, "picture")!.raw.path,
    { seen: ["/one", "/two"], given: WITH_PICTURES },
  ),
  "checks.check_aliyun_key_id": at("aliyun", ["LTAIone", "LTAItwo"], (checked) =>
    formOf(checked).get("AccessKeyId"),
  ),
  "checks.check_aliyun_key_secret": at("aliyun", [VENDOR_KEY, "another-key"], isSent, SENT_OR_NOT),
  "checks.check_aliyun_endpoint": at("aliyun", paths, (checked) => sent(checked)!.raw.path, {
    seen: ["/one/", "/two/"],
  }),
  "checks.check_aliyun_service_code": at(
    "aliyun",
    ["comment_detection_pro", "chat_detection_pro"],
    (checked) => formOf(checked).get("Service"),
  ),
  "checks.check_own_url": at("own", (url) => [`${url}/own`, `${url}/elsewhere`], isSent, SENT_OR_NOT),
  "checks.check_own_secret": at("own", [VENDOR_KEY, "another-key"], isSent, SENT_OR_NOT),
};
