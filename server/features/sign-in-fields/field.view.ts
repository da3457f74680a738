import { Field, ID, ObjectType, registerEnumType } from "type-graphql";
import { AnswerStatus, FieldStatus, FieldType } from "./field.entity.ts";

registerEnumType(FieldType, {
  name: "SignInFieldKind",
  description: "Kind of a question to new members.",
  valuesConfig: {
    TEXT: { description: "One line of text." },
    TEXTAREA: { description: "Text of several lines." },
    RADIO: { description: "One of some choices." },
    CHECKBOX: { description: "Any of some choices." },
    IMAGE: { description: "Pictures." },
    ATTACHMENT: { description: "Files." },
  },
});
registerEnumType(FieldStatus, {
  name: "SignInFieldState",
  description: "Whether a question is asked.",
  valuesConfig: {
    DELETED: { description: "It is gone; saving it with this state deletes it." },
    ENABLED: { description: "New members are asked." },
    DISABLED: { description: "Nobody is asked." },
  },
});
registerEnumType(AnswerStatus, {
  name: "SignInAnswerState",
  description: "How far the review of an answer is.",
  valuesConfig: {
    DISCARDED: { description: "A newer answer has replaced it." },
    PENDING: { description: "It waits for a decision." },
    REJECTED: { description: "It was refused." },
    PASSED: { description: "It was accepted." },
  },
});

/** A picture or file of an answer. */
@ObjectType("SignInAnswerFile", {
  simpleResolvers: true,
  description: "A picture or file that answers a question.",
})
export class SignInAnswerFile {
  @Field(() => ID, { nullable: true, description: "Id of the upload; null where old data has none." })
  id!: string | null;

  @Field(() => String, { description: "Name of the file." })
  name!: string;

  @Field(() => String, { description: "Address of the file." })
  url!: string;
}

/** An answer by the kind of its question. */
interface AnswerParts {
  readonly text: string | null;
  readonly chosen: readonly string[];
  readonly files: readonly SignInAnswerFile[];
}

interface Option {
  readonly value?: unknown;
  readonly checked?: unknown;
}

/** Reads stored JSON; what cannot be read, which old data may hold, is nothing. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function optionsIn(value: unknown): readonly Option[] {
  const options = (value as { options?: unknown } | null)?.options;
  return Array.isArray(options) ? options.filter((option) => option !== null) : [];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Lists the choices of a field, in order. */
export function choicesOf(fieldsExt: string): string[] {
  return optionsIn(parsed(fieldsExt))
    .map(({ value }) => value)
    .filter(isText);
}

/** Reads a stored answer. */
export function answerOf(fieldsExt: string): AnswerParts {
  const value = parsed(fieldsExt);
  const chosen = optionsIn(value).filter(({ checked }) => checked === true);
  return {
    text: isText(value) ? value : null,
    chosen: chosen.map((option) => option.value).filter(isText),
    files: Array.isArray(value) ? value.flatMap(fileOf) : [],
  };
}

function fileOf(file: unknown): SignInAnswerFile[] {
  const { id, url, name } = (file ?? {}) as { id?: unknown; url?: unknown; name?: unknown };
  if (!isText(url)) return [];
  const isKnown = typeof id === "number" || isText(id);
  return [{ id: isKnown ? String(id) : null, url, name: isText(name) ? name : url }];
}
