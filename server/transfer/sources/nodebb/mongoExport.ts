import type { Row } from "../sqlSource.ts";
import { jsonOf, textOf } from "../values.ts";
import type { NodebbObjects } from "./objects.ts";
import { problem } from "../../problems.ts";

/** Longest object as text: MongoDB allows 16 MB of its own form. */
const OBJECT_MAX_BYTES = 100_000_000;
const [OPEN, CLOSE, QUOTE, BACKSLASH] = [0x7b, 0x7d, 0x22, 0x5c];
/** Signs between objects: blanks, and those of an array around them. */
const BETWEEN: ReadonlySet<number> = new Set([..."\t\n\r ,[]"].map((sign) => sign.charCodeAt(0)));
const BYTE_ORDER_MARK = Buffer.from("\ufeff");

/**
 * Adds what `mongoexport --collection=objects` has written: an object behind the other, or as an array.
 * @throws {Error} with one sentence if it is none, or ends early
 */
export async function loadMongoExport(chunks: AsyncIterable<Buffer>, objects: NodebbObjects): Promise<void> {
  for await (const text of objectsIn(chunks)) {
    const object = jsonOf(text);
    if (object === undefined || object === null || typeof object !== "object")
      throw problem("MONGO_OBJECT", text.slice(0, 100));
    addObject(objects, object as Row);
  }
}

/** Splits the text of an export into those of its objects, by the braces outside of strings. */
async function* objectsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let [depth, isInString, isEscaped] = [0, false, false];
  let parts: Buffer[] = [];
  let bytes = 0;
  let isFirst = true;
  for await (const given of chunks) {
    const hasMark = isFirst && given.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    const chunk = hasMark ? given.subarray(BYTE_ORDER_MARK.length) : given;
    isFirst = false;
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
      } else if (byte === OPEN) {
        if (depth++ === 0) start = at;
      } else if (depth === 0) {
        if (!BETWEEN.has(byte)) throw problem("MONGO_OTHER");
      } else if (byte === QUOTE) isInString = true;
      else if (byte === CLOSE && --depth === 0) {
        parts.push(chunk.subarray(start, at + 1));
        yield Buffer.concat(parts).toString("utf8");
        [parts, bytes] = [[], 0];
      }
    }
    if (depth === 0) continue;
    parts.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > OBJECT_MAX_BYTES) throw problem("MONGO_LONG");
  }
  if (depth > 0) throw problem("MONGO_SHORT");
}

/** Adds a document: a sorted set has one for each member, a set and a hash one. */
function addObject(objects: NodebbObjects, { _id: _, _key: key, ...fields }: Row): void {
  const name = textOf(key);
  const names = Object.keys(fields);
  if (names.length === 2 && "value" in fields && "score" in fields)
    objects.addMember(name, textOf(plainOf(fields["value"])), Number(plainOf(fields["score"])));
  else if (names.length === 1 && Array.isArray(fields["members"]))
    for (const member of fields["members"]) objects.addMember(name, textOf(plainOf(member)), 0);
  else
    objects.addHash(
      name,
      // MongoDB had no dots in names of fields.
      Object.fromEntries(names.map((field) => [field.replaceAll("\uff0e", "."), plainOf(fields[field])])),
    );
}

/** Gives the value that extended JSON writes as an object. */
function plainOf(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const [[type, content] = [], ...others] = Object.entries(value);
  if (type === undefined || others.length > 0) return value;
  switch (type) {
    case "$numberInt":
    case "$numberLong":
    case "$numberDouble":
    case "$numberDecimal":
      return Number(content);
    case "$date":
      return new Date(plainOf(content) as number | string).getTime();
    case "$oid":
    case "$symbol":
      return content;
    default:
      return value;
  }
}
