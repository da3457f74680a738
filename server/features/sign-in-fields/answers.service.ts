import { In } from "typeorm";
import type { Context } from "../../core/context.ts";
import { invalid, type DomainError } from "../../core/errors.ts";
import { parseId } from "../../core/ids.ts";
import { cleanLine, cleanText, showsNothing } from "../../core/text.ts";
import { Attachment, FILES_PATH, UploadKind } from "../attachments/attachment.entity.ts";
import { FieldType, type SignInField } from "./field.entity.ts";

/** Most files of one answer. */
const FILES_MAX = 9;

/**
 * Checks answers by the types of their fields and gives them as they are stored, by the ids of the fields; what was not
 * answered is empty.
 * @throws {DomainError} INVALID_PARAMETER naming the field at fault.
 */
export async function checkAnswers(
  ctx: Context,
  fields: readonly SignInField[],
  answers: ReadonlyMap<number, string>,
): Promise<Map<number, string>> {
  const parsed = fields.map((field) => ({ field, value: parse(field, answers.get(field.id) ?? "") }));
  const uploads = await ownUploads(
    ctx,
    parsed.flatMap(({ field, value }) => (takesFiles(field) ? fileIdsOf(field, value) : [])),
  );
  const checked = new Map<number, string>();
  for (const { field, value } of parsed) {
    const answer = checkValue(field, value, uploads);
    if (answer === "" && field.required)
      throw invalid("answers", `请填写${field.name}`, `Please answer: ${field.name}.`);
    checked.set(field.id, answer);
  }
  return checked;
}

function parse(field: SignInField, answer: string): unknown {
  if (answer.trim() === "") return null;
  try {
    return JSON.parse(answer);
  } catch {
    throw unfit(field);
  }
}

function unfit({ name }: SignInField): DomainError {
  return invalid("answers", `“${name}”的填写内容无效`, `The answer to “${name}” is not valid.`);
}

const takesFiles = ({ type }: SignInField): boolean =>
  type === FieldType.IMAGE || type === FieldType.ATTACHMENT;

function checkValue(field: SignInField, value: unknown, uploads: ReadonlyMap<number, Attachment>): string {
  if (value === null) return "";
  switch (field.type) {
    case FieldType.TEXT:
    case FieldType.TEXTAREA:
      return checkText(field, value);
    case FieldType.RADIO:
    case FieldType.CHECKBOX:
      return checkChoices(field, value);
    case FieldType.IMAGE:
    case FieldType.ATTACHMENT:
      return checkFiles(field, value, uploads);
  }
}

function checkText(field: SignInField, value: unknown): string {
  if (typeof value !== "string") throw unfit(field);
  const clean = field.type === FieldType.TEXT ? cleanLine : cleanText;
  const text = clean(value).trim();
  return showsNothing(text) ? "" : JSON.stringify(text);
}

interface Choices {
  readonly options?: readonly { readonly value?: unknown; readonly checked?: unknown }[];
}

/** The choices of the field itself, with what was chosen: an answer adds none. */
function checkChoices(field: SignInField, value: unknown): string {
  const { options: given } = value as Choices;
  if (!Array.isArray(given)) throw unfit(field);
  const chosen = new Set(
    (given as Choices["options"])!.flatMap((each) => (each?.checked === true ? each.value : [])),
  );
  if (chosen.size === 0) return "";
  const { options = [] } = JSON.parse(field.fieldsExt) as Choices;
  const answer = options.map((each) => ({ value: each.value, checked: chosen.delete(each.value) }));
  const count = answer.filter(({ checked }) => checked).length;
  if (chosen.size > 0 || (field.type === FieldType.RADIO && count > 1)) throw unfit(field);
  return JSON.stringify({ options: answer });
}

function fileIdsOf(field: SignInField, value: unknown): number[] {
  if (value === null) return [];
  if (!Array.isArray(value) || value.length > FILES_MAX) throw unfit(field);
  return value.map((file: { id?: unknown } | null) => {
    const id = file?.id;
    if (typeof id !== "string" && typeof id !== "number") throw unfit(field);
    return parseId(String(id), "answers");
  });
}

async function ownUploads(ctx: Context, ids: readonly number[]): Promise<Map<number, Attachment>> {
  if (ids.length === 0) return new Map();
  const uploads = await ctx.db.findBy(Attachment, { id: In(ids), userId: ctx.viewer.accountId });
  return new Map(uploads.map((upload) => [upload.id, upload]));
}

function checkFiles(field: SignInField, value: unknown, uploads: ReadonlyMap<number, Attachment>): string {
  const kind = field.type === FieldType.IMAGE ? UploadKind.ANSWER_IMAGE : UploadKind.ANSWER_FILE;
  const files = fileIdsOf(field, value).map((id) => {
    const upload = uploads.get(id);
    if (upload?.kind !== kind) throw unfit(field);
    // The parts that the predecessor's clients read (legacy-facts 4.11).
    return { url: FILES_PATH + upload.path, id: upload.id, uuid: upload.path, name: upload.fileName };
  });
  return files.length === 0 ? "" : JSON.stringify(files);
}
