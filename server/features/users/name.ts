import { DomainError, invalid } from "../../core/errors.ts";
import { NOT_IN_NAMES } from "../../core/markdown/names.ts";
import { cleanLine, lengthOf, nameKey, showsNothing } from "../../core/text.ts";
import { NAME_MAX } from "./user.entity.ts";

/** Names of anonymous authors, in both languages: they would deceive. */
const RESERVED = new Set(["匿名用户", "anonymous"].map(nameKey));

/** A valid name, with its unique key. */
export interface CheckedName {
  readonly name: string;
  readonly key: string;
}

/**
 * Checks a user name or nickname: 1–15 characters, no blanks, not reserved (legacy-facts 3.1, 4.1).
 * @throws {DomainError} INVALID_PARAMETER, USERNAME_TOO_LONG.
 */
export function checkName(field: "username" | "nickname", value: string): CheckedName {
  const name = cleanLine(value);
  const key = nameKey(name);
  if (key === "" || showsNothing(name)) {
    throw invalid(field, "名称不能为空", "The name must not be empty.");
  }
  if (/\s/u.test(name)) {
    throw invalid(field, "名称不能包含空格", "The name must not contain blanks.");
  }
  if (NOT_IN_NAMES.test(name)) {
    throw invalid(field, "名称包含不允许的字符", "The name contains characters that are not allowed.");
  }
  if (lengthOf(name) > NAME_MAX) {
    throw new DomainError("USERNAME_TOO_LONG", {
      field,
      text: { zh: `名称长度不能超过 ${NAME_MAX} 个字符`, en: `The name has at most ${NAME_MAX} characters.` },
    });
  }
  if (RESERVED.has(key)) {
    throw invalid(field, "此名称为系统保留", "This name is reserved.");
  }
  return { name, key };
}
