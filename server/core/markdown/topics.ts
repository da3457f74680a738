import type { Link, PhrasingContent, Root } from "mdast";
import { SKIP, visit } from "unist-util-visit";

/** Longest name of a topic, in what readers see as characters. */
export const TOPIC_NAME_MAX = 20;
/** The same in code points: a character of an emoji sequence may consist of many. */
const TOPIC_POINTS_MAX = 100;

/**
 * `#name#`, or `#name` followed by a blank or the end of a line. A letter of a Latin word, a digit or another # before
 * it makes it something else (C#, an anchor of an address, a heading); so does a name of digits alone (#12).
 */
const TOPIC =
  /(?<![A-Za-z0-9_&/#])#(?:([^\s#](?:[^#\n]{0,200}?[^\s#])?)#(?!#)|((?!\d+(?:\s|$))[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_·.-]{0,98}[\p{L}\p{N}\p{M}_])?)(?=\s|$))/gu;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Topics by the name that is written behind #. */
export type Topics = ReadonlyMap<string, number>;

/** Whether a written name may name a topic: 1 to 20 characters. */
export function isTopicName(name: string): boolean {
  if (name === "" || [...name].length > TOPIC_POINTS_MAX) return false;
  let length = 0;
  for (const _ of graphemes.segment(name)) if (++length > TOPIC_NAME_MAX) return false;
  return true;
}

/** The names behind # that a tree holds, as written, each once, in order; not inside links and code. */
export function topicNames(tree: Root, most: number): string[] {
  const names = new Set<string>();
  visit(tree, (node) => {
    if (node.type === "link" || node.type === "linkReference") return SKIP;
    if (node.type !== "text" || !node.value.includes("#")) return undefined;
    for (const match of node.value.matchAll(TOPIC)) {
      if (names.size >= most) return undefined;
      const name = match[1] ?? match[2]!;
      if (isTopicName(name)) names.add(name);
    }
    return undefined;
  });
  return [...names];
}

/** Names of topics become links to their pages; not inside links and code. */
export function linkTopics(tree: Root, topics: Topics): void {
  if (topics.size === 0) return;
  visit(tree, (node, index, parent) => {
    if (node.type === "link" || node.type === "linkReference") return SKIP;
    if (node.type !== "text" || !parent || index === undefined || !node.value.includes("#")) return undefined;
    const parts: PhrasingContent[] = [];
    let from = 0;
    for (const match of node.value.matchAll(TOPIC)) {
      const id = topics.get(match[1] ?? match[2]!);
      if (id === undefined) continue;
      if (match.index > from) parts.push({ type: "text", value: node.value.slice(from, match.index) });
      parts.push(linkOf(match[0], id));
      from = match.index + match[0].length;
    }
    if (from === 0) return undefined;
    if (from < node.value.length) parts.push({ type: "text", value: node.value.slice(from) });
    parent.children.splice(index, 1, ...parts);
    return [SKIP, index + parts.length];
  });
}

function linkOf(written: string, id: number): Link {
  return {
    type: "link",
    url: `/topic/${id}`,
    data: { hProperties: { className: ["topic"] } },
    children: [{ type: "text", value: written }],
  };
}
