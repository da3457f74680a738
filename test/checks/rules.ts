import { checkVerdicts } from "../../server/features/checks/verdicts/verdicts.feature.ts";
import { Clock } from "../../server/jobs/clock.ts";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import type { Seen } from "../threads/content.ts";
import { VENDOR_KEY, type Vendor } from "./vendor.ts";

/** Short ways that the stories about checks of content share. */

const SAVE = `mutation ($entries: [SettingInput!]!) { saveSettings(entries: $entries) { id } }`;

/** Saves settings as the owner does, by `tag.key`. */
export async function ruleChecks(admin: Person, values: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(values).map(([name, value]) => {
    const [tag, key] = name.split(".");
    return { tag, key, value };
  });
  await admin.graphql(SAVE, { entries });
}

/** Settings of each service, complete. */
export const SERVICES = {
  tencent: ({ url }: Vendor) => ({
    "qcloud.qcloud_close": "1",
    "qcloud.qcloud_secret_id": "AKIDexample",
    "qcloud.qcloud_secret_key": VENDOR_KEY,
    "checks.check_tencent_text_endpoint": url,
    "checks.check_tencent_picture_endpoint": url,
    "checks.check_service": "tencent",
  }),
  aliyun: ({ url }: Vendor) => ({
    "checks.check_aliyun_key_id": "LTAIexample",
    "checks.check_aliyun_key_secret": VENDOR_KEY,
    "checks.check_aliyun_endpoint": url,
    "checks.check_service": "aliyun",
  }),
  own: ({ url }: Vendor) => ({
    "checks.check_own_url": `${url}/own`,
    "checks.check_own_secret": VENDOR_KEY,
    "checks.check_service": "own",
  }),
} as const;

/** Makes the checks that are due. */
export const makeChecks = (forum: Forum): Promise<void> => forum.app.clock.runAll(["checkContent"]);

/** Makes the checks that are due in several processes at once. */
export async function makeChecksIn(forum: Forum, processes: number): Promise<void> {
  const { app } = forum;
  const clocks = Array.from(
    { length: processes },
    () => new Clock(checkVerdicts.jobs!, () => app.context(), app.services.log),
  );
  await Promise.all(clocks.map((clock) => clock.runAll()));
}

const CHECKED = `query ($kind: ReviewKind) { reviewQueue(first: 50, kind: $kind) { nodes { key heldBecause
  contentCheck { state service verdict findings { label detail score words isPicture } } } } }`;

/** Reads the item of the review queue with a key; undefined if it does not wait. */
export async function inQueue(moderator: Person, key: string): Promise<Seen> {
  const kind = key.startsWith("t") ? "THREAD" : "POST";
  const { reviewQueue } = await moderator.graphql(CHECKED, { kind });
  return (reviewQueue.nodes as { key: string }[]).find((item) => item.key === key);
}
