import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  ALL_SETTINGS,
  type CataloguedSetting,
  type SettingName,
} from "../../server/features/settings/catalogue/catalogue.ts";
import { SettingKind } from "../../server/features/settings/setting.entity.ts";
import { SENDING_ROWS } from "./effectsOfSending.ts";
import { WECHAT_ROWS } from "./effectsOfWechat.ts";
import { CHECK_ROWS } from "./effectsOnChecks.ts";
import { LINK_ROWS } from "./effectsOnLinks.ts";
import { SITE_ROWS } from "./effectsOnSite.ts";
import { PAYMENT_ROWS } from "./effectsOnPayments.ts";
import { Scene } from "./effectScene.ts";

/**
 * The page of settings pretends nothing: whatever is not marked as kept for old clients changes something that somebody
 * sees through a door, or cannot be changed yet and says why.
 */
const ROWS = { ...SITE_ROWS, ...SENDING_ROWS, ...PAYMENT_ROWS, ...WECHAT_ROWS, ...LINK_ROWS, ...CHECK_ROWS };

let scene: Scene;
beforeAll(async () => void (scene = await Scene.open()));
afterEach(() => scene.reset());
afterAll(() => scene.close());

/** True if all values but the default wait for a feature. */
function isRefused({ definition: { kind, choices, initial, withheld } }: CataloguedSetting): boolean {
  const values = kind === SettingKind.FLAG ? ["0", "1"] : choices;
  return withheld !== null && values.every((value) => value === initial || withheld.values.includes(value));
}

const ACTIVE = ALL_SETTINGS.filter((setting) => !setting.definition.isKept && !isRefused(setting));
const WITHHELD = ALL_SETTINGS.filter(({ definition }) => definition.withheld !== null);

test("every setting that is neither kept for old clients nor refused has a row here, and no other has", () => {
  expect(Object.keys(ROWS).sort()).toEqual(ACTIVE.map(({ name }) => name).sort());
});

describe("saving another value changes something that somebody sees:", () => {
  test.each(Object.keys(ROWS) as SettingName[])("%s", async (name) => {
    const { values, given = {}, look, seen } = ROWS[name]!(scene);
    if (Object.keys(given).length > 0) await scene.save(given);
    for (const [index, value] of values.entries()) {
      await scene.save({ [name]: value });
      expect([value, await look()]).toEqual([value, seen[index]]);
    }
    expect(seen[0]).not.toEqual(seen[1]);
  });
});

test.each(WITHHELD.map(({ name }) => name))(
  "%s: what waits for a feature is refused with the reason",
  async (name) => {
    const { key, definition } = ALL_SETTINGS.find((each) => each.name === name)!;
    const { values, en } = definition.withheld!;
    if (name.startsWith("qcloud.")) await scene.save({ "qcloud.qcloud_close": "1" });
    for (const value of values) {
      await expect(scene.save({ [name]: value })).rejects.toMatchObject({
        code: "INVALID_PARAMETER",
        message: en,
      });
    }
    const { settings } = await scene.admin.graphql(
      `query ($q: String) { settings(query: $q) { key value withheldValues withheldReason } }`,
      { q: key },
    );
    expect(settings.find((each: { key: string }) => each.key === key)).toEqual({
      key,
      value: definition.initial,
      withheldValues: values,
      withheldReason: en,
    });
  },
);
