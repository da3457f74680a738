import type { Root as HastRoot } from "hast";
import type { Link, PhrasingContent, Root, RootContent, Text } from "mdast";
import { SKIP, visit } from "unist-util-visit";

/** Pictures of our own; all others become links, since no page asks a foreign host for anything. */
const OWN_FILE = /^\/files\/(?!.*\.\.)[\w./-]+$/;
/** The title of the page is h1; h6 is the deepest heading that HTML has. */
const [FIRST_HEADING, LAST_HEADING] = [2, 6];
/**
 * Where a mention may stand: anywhere but behind a Latin letter or a digit, as in mail addresses, since Chinese puts no
 * blank before it; the name ends at blanks and punctuation.
 */
const MENTION = /(^|[^\p{Script=Latin}\p{N}_@/.])@([\p{L}\p{N}_.·\-\u2022]{1,30})/gu;

/** Members by the name that is written behind @. */
export type Mentions = ReadonlyMap<string, number>;

/** The longest beginning of a written name that is known, so that punctuation behind it stays outside. */
function knownName(written: string, isKnown: (name: string) => boolean): string | null {
  for (let end = written.length; end > 0; end--) {
    const name = written.slice(0, end);
    if (isKnown(name)) return name;
  }
  return null;
}

/**
 * Headings keep their ranks and lose their sizes: the highest of a body is h2, and none is more than one level below the
 * one before it, so that whoever hears the page finds an outline without gaps.
 */
export function rankHeadings(tree: Root): void {
  const depths = new Set<number>();
  visit(tree, "heading", (node) => void depths.add(node.depth));
  const ranks = [...depths].sort((one, other) => one - other);
  let before = FIRST_HEADING - 1;
  visit(tree, "heading", (node) => {
    before = Math.min(ranks.indexOf(node.depth) + FIRST_HEADING, before + 1, LAST_HEADING);
    node.depth = before as 2;
  });
}

/** Raw HTML becomes text, line breaks become visible, footnotes become text. */
export function tame(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type === "html" && parent && index !== undefined) {
      const text: Text = { type: "text", value: node.value };
      const block = parent.type === "root" || parent.type === "blockquote" || parent.type === "listItem";
      parent.children[index] = block ? { type: "paragraph", children: [text] } : text;
      return [SKIP, index];
    }
    if (node.type === "footnoteReference" && parent && index !== undefined) {
      parent.children[index] = { type: "text", value: `[^${node.identifier}]` };
    }
    if (node.type === "footnoteDefinition" && parent && index !== undefined) {
      parent.children.splice(index, 1, ...(node.children as RootContent[]));
      return [SKIP, index];
    }
    return undefined;
  });
  visit(tree, "text", (node, index, parent) => {
    if (!parent || index === undefined || !node.value.includes("\n")) return undefined;
    const parts: PhrasingContent[] = [];
    node.value.split("\n").forEach((line, number) => {
      if (number > 0) parts.push({ type: "break" });
      if (line) parts.push({ type: "text", value: line });
    });
    parent.children.splice(index, 1, ...parts);
    return [SKIP, index + parts.length];
  });
}

/** Pictures from elsewhere become links to them. */
export function foreignPicturesToLinks(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type !== "image" || OWN_FILE.test(node.url) || !parent || index === undefined) return;
    const label = node.alt || node.url;
    parent.children[index] = { type: "link", url: node.url, children: [{ type: "text", value: label }] };
  });
}

/** Names of members behind @ become links to their profiles; not inside links and code. */
export function linkMentions(tree: Root, mentions: Mentions): void {
  if (mentions.size === 0) return;
  visit(tree, (node, index, parent) => {
    if (node.type === "link" || node.type === "linkReference") return SKIP;
    if (node.type !== "text" || !parent || index === undefined || !node.value.includes("@")) return undefined;
    const parts: PhrasingContent[] = [];
    let from = 0;
    for (const match of node.value.matchAll(MENTION)) {
      const at = match.index + match[1]!.length;
      const name = knownName(match[2]!, (candidate) => mentions.has(candidate));
      if (name === null) continue;
      if (at > from) parts.push({ type: "text", value: node.value.slice(from, at) });
      parts.push(mentionOf(name, mentions.get(name)!));
      from = at + 1 + name.length;
    }
    if (from === 0) return undefined;
    if (from < node.value.length) parts.push({ type: "text", value: node.value.slice(from) });
    parent.children.splice(index, 1, ...parts);
    return [SKIP, index + parts.length];
  });
}

function mentionOf(name: string, userId: number): Link {
  return {
    type: "link",
    url: `/user/${userId}`,
    data: { hProperties: { className: ["mention"] } },
    children: [{ type: "text", value: `@${name}` }],
  };
}

/** Every text behind an @ that may be a name, longest first where it may end early; not inside links and code. */
export function mentionCandidates(tree: Root, most: number): string[] {
  const names = new Set<string>();
  visit(tree, (node) => {
    if (node.type === "link" || node.type === "linkReference") return SKIP;
    if (node.type !== "text") return undefined;
    for (const match of node.value.matchAll(MENTION)) {
      if (names.size >= most) return undefined;
      names.add(match[2]!);
      const bare = match[2]!.replace(/[.·\-\u2022]+$/u, "");
      if (bare) names.add(bare);
    }
    return undefined;
  });
  return [...names].slice(0, most);
}

/** Sizes in pixels of our own pictures, by address. */
export type Pictures = ReadonlyMap<string, { readonly width: number; readonly height: number }>;

/** Taller pictures are shown smaller, so that a page is not one picture long. */
const PICTURE_HEIGHT_MAX = 720;

/** The size at which a picture is shown where there is room; browsers keep the place before it has loaded. */
function shownSize(pictures: Pictures, src: unknown): { width?: number; height?: number } {
  const size = pictures.get(String(src));
  if (!size) return {};
  const scale = Math.min(1, PICTURE_HEIGHT_MAX / size.height);
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.round(size.height * scale) };
}

/** Runs after sanitising: links leave without a recommendation, pictures have a place and load when they come into view. */
export function finish(tree: HastRoot, pictures: Pictures): void {
  visit(tree, "element", (node) => {
    if (node.tagName === "img") {
      const size = shownSize(pictures, node.properties["src"]);
      node.properties = { ...node.properties, ...size, loading: "lazy", decoding: "async" };
    }
    if (node.tagName === "a" && /^(?:https?:)?\/\//i.test(String(node.properties["href"] ?? ""))) {
      node.properties = { ...node.properties, rel: ["nofollow", "ugc", "noopener"] };
    }
  });
}
