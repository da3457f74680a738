import type { Context } from "../../core/context.ts";
import { channelsOf, type NoticeChannel } from "./channel.view.ts";
import type { NoticeKind } from "./kind.view.ts";
import { presetOf, type NoticeTemplate } from "./presets.ts";

/** What a notice of a kind says on a channel; one that does not exist there is off and says nothing. */
export function templateOf(_ctx: Context, kind: NoticeKind, channel: NoticeChannel): Promise<NoticeTemplate> {
  const preset = presetOf(kind, channel);
  return Promise.resolve(channelsOf(kind).includes(channel) ? preset : { ...preset, enabled: false });
}
