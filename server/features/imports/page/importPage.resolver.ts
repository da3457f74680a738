import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../../core/context.ts";
import { SaveImportMappingInput } from "./importMapping.input.ts";
import { saveImportMapping } from "./importMapping.service.ts";
import { ImportMappingView } from "./importMapping.view.ts";
import { CheckImportInput } from "./importPage.input.ts";
import { checkImport, discardImport, getImportPage } from "./importPage.service.ts";
import { ImportPageView, ImportRunView } from "./importPage.view.ts";
import { startImport } from "./start.service.ts";

/** GraphQL door to moving in from the page, for administrators. */
@Resolver()
export class ImportPageResolver {
  @Query(() => ImportPageView, {
    description: "Moving a community into this forum: sources, upload, dry run; for administrators.",
  })
  importPage(@Ctx() ctx: Context) {
    return getImportPage(ctx);
  }

  @Mutation(() => ImportMappingView, {
    description:
      "Decides on groups and categories of the community that was read. A refusal names the row by its id as its field: `categories.3`.",
  })
  saveImportMapping(
    @Ctx() ctx: Context,
    @Arg("input", () => SaveImportMappingInput, { description: "The decisions." })
    input: SaveImportMappingInput,
  ) {
    return saveImportMapping(ctx, input);
  }

  @Mutation(() => ImportRunView, {
    description:
      "Begins a dry run, which reads a source, checks all records and writes a report; needs a proof of identity.",
  })
  checkImport(
    @Ctx() ctx: Context,
    @Arg("input", () => CheckImportInput, { description: "The source." }) input: CheckImportInput,
  ) {
    return checkImport(ctx, input);
  }

  @Mutation(() => Boolean, {
    description: "Ends a dry run, and removes all that came of it: upload, records, report.",
  })
  discardImport(@Ctx() ctx: Context) {
    return discardImport(ctx, undefined);
  }

  @Mutation(() => Boolean, {
    description:
      "Closes the forum and moves the checked community in; every session ends. Needs a proof of identity.",
  })
  startImport(@Ctx() ctx: Context) {
    return startImport(ctx, undefined);
  }
}
