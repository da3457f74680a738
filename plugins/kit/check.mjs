import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestSchema, tables } from "./tables.mjs";

const MANIFEST = "plugin.json";

/**
 * Reads the files of a package in a folder; whatever else lies there, such as tests, is left out.
 * @returns {Map<string, Buffer>}
 * @throws {Error} for links and for files that are missing.
 */
export function packageFiles(folder) {
  const files = new Map();
  for (const name of tables.files) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if (!found.isFile()) throw new Error(`${name} is no plain file.`);
    files.set(name, readFileSync(path));
  }
  for (const name of [MANIFEST, "client.js"])
    if (!files.has(name)) throw new Error(`There is no ${name} in ${folder}.`);
  return files;
}

/** Reads the manifest of a folder. @throws {Error} with what is wrong with it. */
export function readManifest(folder) {
  const text = packageFiles(folder).get(MANIFEST).toString("utf8");
  let manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new Error(`${MANIFEST} is no JSON.`);
  }
  const [problem] = problemsOf(manifest);
  if (problem) throw new Error(problem);
  return manifest;
}

/** Lists the rules that a manifest breaks; the forum checks the same and more when it is installed. */
export function problemsOf(manifest) {
  const problems = differences(manifest, manifestSchema, "");
  if (problems.length > 0) return problems.map((problem) => `plugin.json: ${problem}`);
  for (const { target, hookName, path } of manifest.slots)
    for (const each of [target].flat()) {
      const place = `${each}@${hookName}`;
      if (!tables.places.includes(place)) problems.push(`The place ${place} is unknown.`);
      if (place.endsWith("@add_page_hook") !== (path !== undefined))
        problems.push("path: belongs to add_page_hook, and to it alone.");
    }
  return problems;
}

/** True if a plugin may run in a frame: all of its places are for frames, and it has no server part. */
export function fitsFrame({ slots, server }) {
  const places = slots.flatMap(({ target, hookName }) =>
    [target].flat().map((each) => `${each}@${hookName}`),
  );
  return !server && places.every((place) => tables.framePlaces.includes(place));
}

const TYPE_OF = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** Lists where a value differs from a JSON schema; knows the keywords that the manifest's schema has. */
function differences(value, schema, at) {
  const name = at || "the manifest";
  const either = schema.anyOf ?? schema.oneOf;
  if (either) {
    const found = either.map((each) => differences(value, each, at));
    return found.some((list) => list.length === 0)
      ? []
      : found.reduce((fewest, list) => (list.length < fewest.length ? list : fewest));
  }
  if ("const" in schema) return value === schema.const ? [] : [`${name} must be ${schema.const}.`];
  if (schema.enum)
    return schema.enum.includes(value) ? [] : [`${name} must be one of ${schema.enum.join(", ")}.`];
  if (schema.type && !TYPE_OF[schema.type](value)) return [`${name} must be: ${schema.type}.`];
  if (typeof value === "string") return textDifferences(value, schema, name);
  if (typeof value === "number")
    return value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)
      ? [`${name} is out of its range.`]
      : [];
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity, items = {} } = schema;
    if (value.length < minItems || value.length > maxItems)
      return [`${name} has too few or too many entries.`];
    return value.flatMap((each, index) => differences(each, items, `${at}[${index}]`));
  }
  return TYPE_OF.object(value) ? fieldDifferences(value, schema, at) : [];
}

function textDifferences(value, { minLength = 0, maxLength = Infinity, pattern }, name) {
  const { length } = value.trim();
  if (length < minLength || value.length > maxLength) return [`${name} is too short or too long.`];
  return pattern && !new RegExp(pattern).test(value) ? [`${name} does not have the form ${pattern}.`] : [];
}

function fieldDifferences(value, { properties = {}, required = [], additionalProperties }, at) {
  const path = (key) => (at ? `${at}.${key}` : key);
  const found = required.filter((key) => !(key in value)).map((key) => `${path(key)} is missing.`);
  for (const [key, each] of Object.entries(value)) {
    if (properties[key]) found.push(...differences(each, properties[key], path(key)));
    else if (additionalProperties === false) found.push(`${path(key)} is unknown.`);
    else if (typeof additionalProperties === "object")
      found.push(...differences(each, additionalProperties, path(key)));
  }
  return found;
}
