import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { load } from "../../core/loaders.ts";
import { Category } from "../categories/category.entity.ts";
import { Post } from "../posts/post.entity.ts";
import { SearchHit } from "../search/results/search.view.ts";
import { Thread } from "../threads/thread.entity.ts";
import { User } from "../users/user.entity.ts";
import { Site } from "../site/site.view.ts";
import { reportPluginTimes } from "./browserTime.service.ts";
import { faultsByPlugin, lastFaultsByPlugin, reportPluginFault } from "./fault.service.ts";
import { setPluginEnabled } from "./install.service.ts";
import { orderPlugins } from "./pluginOrder.service.ts";
import { savePluginSettings } from "./pluginSettings.service.ts";
import { exportPluginData, uninstallPlugin } from "./uninstall.service.ts";
import {
  inLanguage,
  listActivePlugins,
  listPluginPlaces,
  listPlugins,
  manifestOf,
  settingFieldsOf,
} from "./installed.service.ts";
import { viewsOf } from "./manifest.ts";
import { Plugin, PluginDataFate, PluginFault } from "./plugin.entity.ts";
import { pluginDataAt, pluginDataOf } from "./pluginData.service.ts";
import { showsAllCategories } from "./readableFields.ts";
import { PluginFaultInput, PluginSettingInput, PluginTimeInput } from "./plugin.input.ts";
import {
  ActivePlugin,
  PluginConflict,
  PluginCostView,
  PluginHealth,
  PluginSettingField,
  PluginView,
  SamplePlugin,
} from "./plugin.view.ts";
import { chooseReplacement, listConflicts } from "./replacement.service.ts";
import { installSample, listSamples } from "./archive/samples.service.ts";
import { costsByPlugin } from "./server-part/costs.service.ts";

/** GraphQL's view of plugins. Administrators alone come by a `Plugin`. */
@Resolver(() => Plugin)
export class PluginResolver {
  @Query(() => [ActivePlugin], { description: "Plugins that are shown, for pages that show any." })
  activePlugins(@Ctx() ctx: Context) {
    return listActivePlugins(ctx);
  }

  @Query(() => [Plugin], { description: "All installed plugins; for administrators." })
  plugins(@Ctx() ctx: Context) {
    return listPlugins(ctx);
  }

  @Query(() => [SamplePlugin], {
    description: "Plugins that come with the program and can be installed at once; for administrators.",
  })
  samplePlugins(@Ctx() ctx: Context) {
    return listSamples(ctx);
  }

  @Mutation(() => Plugin, {
    description: "Installs a plugin that comes with the program, switched off; needs a proof of identity.",
  })
  installSamplePlugin(
    @Ctx() ctx: Context,
    @Arg("name", () => String, { description: "Its name in code." }) name: string,
  ) {
    return installSample(ctx, name);
  }

  @Mutation(() => Plugin, { description: "Switches a plugin on or off. On needs a proof of identity." })
  setPluginEnabled(
    @Ctx() ctx: Context,
    @Arg("pluginId", () => ID, { description: "The plugin." }) pluginId: string,
    @Arg("isEnabled", () => Boolean, { description: "It is shown." }) isEnabled: boolean,
  ) {
    return setPluginEnabled(ctx, { pluginId, isEnabled });
  }

  @Mutation(() => Plugin, { description: "Changes settings of a plugin; those that are not named stay." })
  savePluginSettings(
    @Ctx() ctx: Context,
    @Arg("pluginId", () => ID, { description: "The plugin." }) pluginId: string,
    @Arg("values", () => [PluginSettingInput], { description: "New values." }) values: PluginSettingInput[],
  ) {
    return savePluginSettings(ctx, { pluginId, values });
  }

  @Mutation(() => Boolean, { description: "Removes a plugin with its settings and files." })
  uninstallPlugin(
    @Ctx() ctx: Context,
    @Arg("pluginId", () => ID, { description: "The plugin." }) pluginId: string,
    @Arg("data", () => PluginDataFate, {
      defaultValue: PluginDataFate.DELETE,
      description: "What becomes of what it has stored.",
    })
    data: PluginDataFate,
  ) {
    return uninstallPlugin(ctx, { pluginId, data });
  }

  @Mutation(() => String, {
    description: "Gives the rows that a plugin has stored, as JSON; needs a proof of identity.",
  })
  exportPluginData(
    @Ctx() ctx: Context,
    @Arg("pluginId", () => ID, { description: "The plugin." }) pluginId: string,
  ) {
    return exportPluginData(ctx, pluginId);
  }

  @Mutation(() => [Plugin], {
    description: "Puts the plugins in an order, in which those at the same place stand.",
  })
  orderPlugins(
    @Ctx() ctx: Context,
    @Arg("pluginIds", () => [ID], { description: "The plugins, the first one first." }) pluginIds: string[],
  ) {
    return orderPlugins(ctx, pluginIds);
  }

  @Query(() => [PluginConflict], {
    description: "Parts of pages that several plugins replace which are on; for administrators.",
  })
  pluginConflicts(@Ctx() ctx: Context) {
    return listConflicts(ctx);
  }

  @Mutation(() => [PluginConflict], {
    description: "Chooses the plugin that is shown of several that replace the same part of a page.",
  })
  chooseReplacement(
    @Ctx() ctx: Context,
    @Arg("place", () => String, { description: "The part: plugin_global@header_replace_hook." })
    place: string,
    @Arg("pluginId", () => ID, { description: "The plugin." }) pluginId: string,
  ) {
    return chooseReplacement(ctx, { place, pluginId });
  }

  @FieldResolver(() => Boolean, { description: "It stores rows of its own." })
  hasData(@Root() plugin: Plugin) {
    return (manifestOf(plugin).server?.tables.length ?? 0) > 0;
  }

  @Mutation(() => Boolean, {
    description:
      "Reports a fault of a plugin; several within ten minutes switch it off. False if it is not shown.",
  })
  reportPluginFault(
    @Ctx() ctx: Context,
    @Arg("input", () => PluginFaultInput, { description: "All that is written, in one object." })
    input: PluginFaultInput,
  ) {
    return reportPluginFault(ctx, input);
  }

  @Mutation(() => Boolean, {
    description: "Reports the time that plugins took on a page; one page in ten does.",
  })
  reportPluginTimes(
    @Ctx() ctx: Context,
    @Arg("times", () => [PluginTimeInput], { description: "Times by plugin." }) times: PluginTimeInput[],
  ) {
    return reportPluginTimes(ctx, times);
  }

  @FieldResolver(() => String, { description: "Name in the language of the viewer." })
  label(@Ctx() ctx: Context, @Root() plugin: Plugin) {
    return inLanguage(ctx, manifestOf(plugin).names);
  }

  @FieldResolver(() => String, { description: "What it does, in the language of the viewer; may be empty." })
  description(@Ctx() ctx: Context, @Root() plugin: Plugin) {
    const { descriptions } = manifestOf(plugin);
    return descriptions ? inLanguage(ctx, descriptions) : "";
  }

  @FieldResolver(() => String, { description: "Name of the author." })
  authorName(@Root() plugin: Plugin) {
    return manifestOf(plugin).author.name;
  }

  @FieldResolver(() => [String], { description: "What its frames are told of the page." })
  capabilities(@Root() plugin: Plugin) {
    return manifestOf(plugin).capabilities;
  }

  @FieldResolver(() => [PluginView], { description: "Where it shows." })
  views(@Root() plugin: Plugin) {
    return viewsOf(manifestOf(plugin));
  }

  @FieldResolver(() => [PluginSettingField], { description: "Its settings with their values." })
  settingFields(@Ctx() ctx: Context, @Root() plugin: Plugin) {
    return settingFieldsOf(ctx, plugin);
  }

  @FieldResolver(() => PluginHealth, { description: "How often it has failed." })
  async health(@Ctx() ctx: Context, @Root() { id }: Plugin) {
    return (await load(ctx, faultsByPlugin, id)) ?? { count: 0, lastAt: null };
  }

  @FieldResolver(() => [PluginFault], { description: "Its last faults, the newest first." })
  async faults(@Ctx() ctx: Context, @Root() { id }: Plugin) {
    return (await load(ctx, lastFaultsByPlugin, id)) ?? [];
  }

  @FieldResolver(() => [PluginCostView], {
    description: "Time that it took in the last seven days, what took most of it first.",
  })
  async costs(@Ctx() ctx: Context, @Root() { id }: Plugin) {
    return (await load(ctx, costsByPlugin, id)) ?? [];
  }
}

/** Plugins of the site. */
@Resolver(() => Site)
export class SitePluginResolver {
  @FieldResolver(() => [String], {
    description:
      "Places where plugins show, such as plugin_index@header_replace_hook; pages with their paths.",
  })
  pluginPlaces(@Ctx() ctx: Context) {
    return listPluginPlaces(ctx);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "What plugins ask for of the site, as JSON by places and plugins; null if none asks.",
  })
  pluginData(@Ctx() ctx: Context, @Root() site: Site) {
    return pluginDataOf(ctx, ctx.services.schema, { type: "Site", source: site });
  }
}

/** Fields of threads that plugins ask for. */
@Resolver(() => Thread)
export class ThreadPluginResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: "What plugins ask for of the thread at a place, as JSON by plugins; null if none asks.",
  })
  pluginData(
    @Ctx() ctx: Context,
    @Root() thread: Thread,
    @Arg("at", () => String, { description: "The place: plugin_detail@thread_extension_display_hook." })
    at: string,
  ) {
    return pluginDataAt(ctx, ctx.services.schema, at, { type: "Thread", source: thread });
  }
}

/** Fields of members that plugins ask for. */
@Resolver(() => User)
export class UserPluginResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: "What plugins ask for of the member at a place, as JSON by plugins; null if none asks.",
  })
  pluginData(
    @Ctx() ctx: Context,
    @Root() user: User,
    @Arg("at", () => String, { description: "The place: plugin_user@user_extension_left_layout_hook." })
    at: string,
  ) {
    return pluginDataAt(ctx, ctx.services.schema, at, { type: "User", source: user });
  }
}

/** Fields of replies that plugins ask for. */
@Resolver(() => Post)
export class PostPluginResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: "What plugins ask for of the reply at a place, as JSON by plugins; null if none asks.",
  })
  pluginData(
    @Ctx() ctx: Context,
    @Root() post: Post,
    @Arg("at", () => String, { description: "The place: plugin_detail@post_extension_display_hook." })
    at: string,
  ) {
    return pluginDataAt(ctx, ctx.services.schema, at, { type: "Post", source: post });
  }
}

/** Fields of what a search has found that plugins ask for. */
@Resolver(() => SearchHit)
export class SearchHitPluginResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: "What plugins ask for of the hit at a place, as JSON by plugins; null if none asks.",
  })
  pluginData(
    @Ctx() ctx: Context,
    @Root() hit: SearchHit,
    @Arg("at", () => String, { description: "The place: plugin_index@search_extension_display_hook." })
    at: string,
  ) {
    return pluginDataAt(ctx, ctx.services.schema, at, { type: "SearchHit", source: hit });
  }
}

/** Fields of categories that plugins ask for. */
@Resolver(() => Category)
export class CategoryPluginResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description: "What plugins ask for of the category, as JSON by places and plugins; null if none asks.",
  })
  pluginData(
    @Ctx() ctx: Context,
    @Root() category: Category,
    @Arg("ofPage", () => Boolean, {
      defaultValue: false,
      description: "True for the places of its own page, false for those that show all categories.",
    })
    ofPage: boolean,
  ) {
    return pluginDataOf(
      ctx,
      ctx.services.schema,
      { type: "Category", source: category },
      (place) => showsAllCategories(place) !== ofPage,
    );
  }
}
