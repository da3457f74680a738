import type { Context } from "../../../core/context.ts";
import { askBefore } from "../../../core/hooks.ts";
import { prepareEdit, type SoldEdit, sourceOf } from "../paid/paid.service.ts";
import type { Thread } from "../thread.entity.ts";
import type { EditThreadInput } from "../thread.input.ts";
import { prepareTitle, type Title } from "./content.service.ts";

/** Title, text and price of an edited thread, checked and rendered. */
export interface EditedTexts {
  /** Null if it stays. */
  readonly newTitle: Title | null;
  /** The text that was rendered; null if it stays. */
  readonly source: string | null | undefined;
  readonly edit: SoldEdit;
}

/**
 * Checks and renders what an edit makes of title, text and price. Features are asked about the texts that it changes; what
 * they make of them is checked like what the member wrote.
 * @param thread the thread as it was, in its new category
 * @throws {DomainError} as `prepareTitle` and `prepareEdit`; the reason of a feature that refuses
 */
export async function prepareEditedTexts(
  ctx: Context,
  thread: Thread,
  input: EditThreadInput,
): Promise<EditedTexts> {
  const texts = await prepare(ctx, thread, input);
  const { newTitle, edit } = texts;
  const title = newTitle && newTitle.title !== thread.title ? newTitle.title : undefined;
  const written = edit.sold?.whole?.body ?? edit.sold?.content.body;
  const isNewBody = input.body != null && written !== (await sourceOf(ctx, thread));
  const body = isNewBody ? (input.body ?? undefined) : undefined;
  if (title === undefined && body === undefined) return texts;
  const { id: threadId, categoryId } = thread;
  const draft = await askBefore(ctx, "editThread", { title, body, threadId, categoryId });
  if (draft.title === title && draft.body === body) return texts;
  const changed = { title: draft.title ?? input.title, body: draft.body ?? input.body };
  return prepare(ctx, thread, { ...input, ...changed });
}

async function prepare(ctx: Context, thread: Thread, input: EditThreadInput): Promise<EditedTexts> {
  const newTitle = input.title == null ? null : await prepareTitle(ctx, input.title);
  return { newTitle, source: input.body, edit: await prepareEdit(ctx, thread, input) };
}
