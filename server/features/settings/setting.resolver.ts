import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { connectionType } from "../../core/paging.ts";
import { previewAccent } from "./accent/accent.service.ts";
import { AccentPreview } from "./accent/accent.view.ts";
import { getSettingSave, listSettingSaves, undoSettings } from "./history.service.ts";
import { saveSettings } from "./save.service.ts";
import { SettingInput } from "./setting.input.ts";
import { listSettings } from "./setting.service.ts";
import { SettingSaveView, SettingView, StatisticsScriptView } from "./setting.view.ts";
import { examineStatistics } from "./statistics/statistics.service.ts";

/** Pages of saves. */
export const SettingSaveConnection = connectionType("SettingSave", () => SettingSaveView);

/** GraphQL queries and mutations of settings. */
@Resolver()
export class SettingResolver {
  @Query(() => [SettingView], { description: "Those that the viewer may read; administrators read all." })
  settings(
    @Ctx() ctx: Context,
    @Arg("tag", () => String, {
      nullable: true,
      description: "Only settings with this tag, which sets those of one integration apart.",
    })
    tag?: string,
    @Arg("section", () => String, { nullable: true, description: "Only this part of the administration." })
    section?: string,
    @Arg("query", () => String, {
      nullable: true,
      description: "Part of the text to look for; all without it.",
    })
    query?: string,
    @Arg("changedOnly", () => Boolean, {
      defaultValue: false,
      description: "Leaves out what still has its default.",
    })
    changedOnly?: boolean,
  ) {
    return listSettings(ctx, { tag, section, query, changedOnly });
  }

  @Query(() => StatisticsScriptView, {
    description: "What a statistics script reports to, before it is saved; for administrators.",
  })
  statisticsScript(
    @Ctx() ctx: Context,
    @Arg("script", () => String, {
      description: "The snippet of a statistics service, as HTML or JavaScript.",
    })
    script: string,
    @Arg("hosts", () => String, {
      nullable: true,
      description: "Value of `site_stat_hosts` to compare with; the saved one without it.",
    })
    hosts?: string,
  ) {
    return examineStatistics(ctx, { script, hosts });
  }

  @Query(() => AccentPreview, {
    description: "What an accent colour makes of both themes, before it is saved; for administrators.",
  })
  accentPreview(
    @Ctx() ctx: Context,
    @Arg("color", () => String, { description: "As #rrggbb." }) color: string,
  ) {
    return previewAccent(ctx, color);
  }

  @Query(() => SettingSaveConnection, {
    description: "Changes of settings, newest first; each can be taken back.",
  })
  settingSaves(
    @Ctx() ctx: Context,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listSettingSaves(ctx, { first, after });
  }

  @Mutation(() => SettingSaveView, { nullable: true, description: "Null if everything was so already." })
  async saveSettings(
    @Ctx() ctx: Context,
    @Arg("entries", () => [SettingInput], { description: "The settings that change; all or none." })
    entries: SettingInput[],
  ) {
    const id = await saveSettings(ctx, entries);
    return id === null ? null : getSettingSave(ctx, id);
  }

  @Mutation(() => SettingSaveView, {
    nullable: true,
    description: "Takes a save back; null if nothing of it was left.",
  })
  async undoSettings(
    @Ctx() ctx: Context,
    @Arg("saveId", () => ID, { description: "Id of the save that is taken back." }) saveId: string,
  ) {
    const id = await undoSettings(ctx, parseId(saveId, "saveId"));
    return id === null ? null : getSettingSave(ctx, id);
  }
}
