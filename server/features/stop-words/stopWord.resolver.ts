import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from "type-graphql";
import type { Context } from "../../core/context.ts";
import { parseId } from "../../core/ids.ts";
import { connectionType } from "../../core/paging.ts";
import { StopWord } from "./stopWord.entity.ts";
import { StopWordBatch } from "./stopWordBatch.entity.ts";
import { getStopWordBatch } from "./stopWordBatch.service.ts";
import { StopWordChange, StopWordInput } from "./stopWord.input.ts";
import {
  deleteStopWords,
  exportStopWords,
  importStopWords,
  listStopWords,
  testStopWords,
  updateStopWord,
} from "./stopWord.service.ts";
import { changeStopWords } from "./stopWordChanges.service.ts";
import {
  CensoredField,
  StopWordChanges,
  StopWordImport,
  StopWordUse,
  StopWordVerdict,
} from "./stopWord.view.ts";
import { listStopWordUses } from "./filter/tally.service.ts";

/** Stop words by pages. */
export const StopWordConnection = connectionType("StopWord", () => StopWord);

/** GraphQL's view of stop words. */
@Resolver()
export class StopWordResolver {
  @Query(() => StopWordConnection, { description: "Stop words, newest first; for administrators." })
  stopWords(
    @Ctx() ctx: Context,
    @Arg("query", () => String, {
      nullable: true,
      description: "Part of the text to look for; all without it.",
    })
    query?: string,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number = 20,
    @Arg("after", () => String, { nullable: true }) after?: string,
  ) {
    return listStopWords(ctx, query, { first, after });
  }

  @Query(() => String, { description: "All of them, as lines that can be imported again." })
  stopWordExport(@Ctx() ctx: Context) {
    return exportStopWords(ctx);
  }

  @Query(() => StopWordVerdict, { description: "What the filter would make of a text." })
  stopWordTest(
    @Ctx() ctx: Context,
    @Arg("text", () => String, { description: "Text to be checked; it is not stored." }) text: string,
    @Arg("field", () => CensoredField, {
      defaultValue: CensoredField.BODY,
      description: "The kind of text that it is.",
    })
    field: CensoredField,
  ) {
    return testStopWords(ctx, field, text);
  }

  @Query(() => [StopWordUse], {
    description: "Words that were found most often in what members wanted to write, most frequent first.",
  })
  stopWordUses(
    @Ctx() ctx: Context,
    @Arg("days", () => Int, { defaultValue: 30, description: "How far back, at most 366." }) days: number,
    @Arg("first", () => Int, { defaultValue: 20 }) first: number,
  ) {
    return listStopWordUses(ctx, { days, first });
  }

  @Mutation(() => StopWordImport, { description: "Adds stop words from lines; for administrators." })
  importStopWords(
    @Ctx() ctx: Context,
    @Arg("lines", () => [String], {
      description: "word, word=replacement, word={MOD}|{BANNED}|…; at most 10,000.",
    })
    lines: string[],
    @Arg("overwrite", () => Boolean, {
      defaultValue: false,
      description: "Changes words that are there already, in place of leaving them.",
    })
    overwrite: boolean,
  ) {
    return importStopWords(ctx, { lines, overwrite });
  }

  @Mutation(() => StopWord, { description: "Changes a stop word; absent parts stay." })
  updateStopWord(
    @Ctx() ctx: Context,
    @Arg("id", () => ID, { description: "Id of the stop word." }) id: string,
    @Arg("input", () => StopWordInput, { description: "All that is written, in one object." })
    input: StopWordInput,
  ) {
    return updateStopWord(ctx, { id: parseId(id), change: input });
  }

  @Mutation(() => StopWordChanges, { description: "All or none; at most 500 words." })
  changeStopWords(
    @Ctx() ctx: Context,
    @Arg("changes", () => [StopWordChange], { description: "The changes; all or none." })
    changes: StopWordChange[],
  ) {
    return changeStopWords(
      ctx,
      changes.map(({ id, before, after }) => ({ id: parseId(id, "changes"), before, after })),
    );
  }

  @Mutation(() => StopWordBatch, { nullable: true, description: "Null if nothing was deleted." })
  async deleteStopWords(
    @Ctx() ctx: Context,
    @Arg("ids", () => [ID], { description: "Ids of the stop words." }) ids: string[],
  ) {
    const parsed = ids.map((id) => parseId(id, "ids"));
    const batchId = await deleteStopWords(ctx, parsed);
    return batchId === null ? null : getStopWordBatch(ctx, batchId);
  }
}
