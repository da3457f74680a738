import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { PluginCallInput } from "../plugin.input.ts";
import { mutatePlugin, queryPlugin, queryPlugins } from "./partCalls.service.ts";

/** The types of plugins, which documents of their own ask. */
@Resolver()
export class PartResolver {
  @Query(() => String, { description: "Answer to a query on the types of a plugin, as JSON." })
  pluginQuery(
    @Ctx() ctx: Context,
    @Arg("input", () => PluginCallInput, { description: "All that is written, in one object." })
    { plugin, document, variables }: PluginCallInput,
  ) {
    return queryPlugin(ctx, { plugin, document, variables });
  }

  @Query(() => [String], {
    nullable: "items",
    description: "Answers to several of them, in their order; null for one that is refused, with its error.",
  })
  pluginQueries(
    @Ctx() ctx: Context,
    @Arg("inputs", () => [PluginCallInput], { description: "At most 50." }) inputs: PluginCallInput[],
  ) {
    return queryPlugins(ctx, inputs);
  }

  @Mutation(() => String, { description: "Answer to a mutation on the types of a plugin, as JSON." })
  mutatePlugin(
    @Ctx() ctx: Context,
    @Arg("input", () => PluginCallInput, { description: "All that is written, in one object." })
    { plugin, document, variables }: PluginCallInput,
  ) {
    return mutatePlugin(ctx, { plugin, document, variables });
  }
}
