import { createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { extensionOf } from "../../../features/attachments/fileKinds.ts";
import { SITE_FOLDER } from "../../../features/attachments/storage.ts";
import { settingAt } from "../../../features/settings/catalogue/catalogue.ts";
import { SettingKind } from "../../../features/settings/setting.entity.ts";
import { putFile } from "../run.ts";
import { jsonOf, textOf } from "../values.ts";
import type { Run } from "./run.ts";
import { problem } from "../../problems.ts";

/** Extensions of pictures that settings of ours may name. */
const PICTURES: ReadonlySet<string> = new Set(["png", "jpg", "webp", "gif"]);
const KEY_BYTES = 32;
/** Settings that tell WeChat's apps apart, by what their ids are for. */
const WECHAT_APPS: Readonly<Record<string, keyof Run["wechatApps"]>> = {
  offiaccount_app_id: "official",
  miniprogram_app_id: "miniProgram",
  oplatform_app_id: "website",
};

/**
 * Writes the settings that exist here. Secrets stay out of the folder: the report names them. The ids of WeChat's apps are
 * sealed like secrets, and the key of the old site opens them for the accounts of members.
 */
export async function readSettings(run: Run): Promise<void> {
  const key = keyOf(run.options.appKey);
  for await (const slice of run.source.slices("settings", { columns: ["tag", "key", "value"] }))
    for (const row of slice) {
      const [tag, name] = [textOf(row["tag"]), textOf(row["key"])];
      const label = `settings ${tag}.${name}`;
      const setting = settingAt(tag, name);
      if (!setting) {
        run.report.remark("settings", label, "There is no such setting here.");
        continue;
      }
      const stored = textOf(row["value"]);
      if (stored === "") continue;
      const { definition } = setting;
      if (definition.isSecret) {
        const app = WECHAT_APPS[name];
        if (app) run.wechatApps[app] = open(stored, key) ?? "";
        run.report.remark("settings", label, "It is a secret; enter it again.");
        continue;
      }
      const value = definition.kind === SettingKind.IMAGE ? await pictureOf(run, stored, label) : stored;
      if (value === null) continue;
      try {
        run.scratch.put("settings", [tag, name], {
          tag,
          key: name,
          value: definition.normalise(name, value),
        });
      } catch {
        run.report.remark("settings", label, `Its value is not allowed here: ${stored.slice(0, 200)}`);
      }
    }
  for (const record of run.scratch.sorted<{ tag: string; key: string; value: string }>("settings"))
    await run.writer.append("settings", record);
}

/** Stores a picture of the site. @returns its address */
async function pictureOf(run: Run, name: string, label: string): Promise<string | null> {
  const extension = extensionOf(name);
  const file = PICTURES.has(extension) ? await run.files.find([`public/${name}`, name]) : null;
  if (!file) {
    run.report.remark("missingFiles", label, name);
    return null;
  }
  const path = run.files.storedPath(file.path, SITE_FOLDER);
  putFile(run, path, file.location);
  return `/files/${path}`;
}

function keyOf(text: string | undefined): Buffer | null {
  if (text === undefined) return null;
  const key = Buffer.from(text.replace(/^base64:/, ""), "base64");
  if (key.length !== KEY_BYTES) throw problem("KEY_WRONG");
  return key;
}

/** Opens a value that Laravel has sealed (AES-256-CBC, its tag by HMAC-SHA256); null without the right key. */
function open(value: string, key: Buffer | null): string | null {
  const sealed = jsonOf(Buffer.from(value, "base64").toString("utf8")) as
    { iv?: unknown; value?: unknown; mac?: unknown } | undefined;
  if (key === null || typeof sealed?.iv !== "string" || typeof sealed.value !== "string") return null;
  const mac = createHmac("sha256", key)
    .update(sealed.iv + sealed.value)
    .digest();
  const given = Buffer.from(textOf(sealed.mac), "hex");
  if (given.length !== mac.length || !timingSafeEqual(given, mac)) return null;
  try {
    const decipher = createDecipheriv("aes-256-cbc", key, Buffer.from(sealed.iv, "base64"));
    const text = decipher.update(sealed.value, "base64", "utf8") + decipher.final("utf8");
    return /^s:\d+:"([\s\S]*)";$/.exec(text)?.[1] ?? text;
  } catch {
    return null;
  }
}
