const DETAIL = "plugin_detail@thread_extension_display_hook";
const REPLY = "plugin_detail@post_extension_display_hook";
const BANNER = "plugin_index@header_insert_before_hook";
const HIT = "plugin_index@search_extension_display_hook";
const LIKES = "fragment F on Thread { likeCount }";

/** A fragment that is refused: what is wrong with it, its place, its text, and what the operator reads. */
export type HostileFragment = readonly [what: string, place: string, fragment: string, reason: string];

/** Fragments of plugins that are refused when they are installed. */
export const HOSTILE_FRAGMENTS: readonly HostileFragment[] = [
  ["asks for an unknown field", DETAIL, "fragment F on Thread { moon }", "no field Thread.moon"],
  [
    "asks for what is the reader's own",
    DETAIL,
    "fragment F on Thread { viewerCanEdit }",
    "not for all readers",
  ],
  ["asks for mail", DETAIL, "fragment F on Thread { author { email } }", "User.email is not for all"],
  ["asks for texts with a price", DETAIL, "fragment F on Thread { body }", "Thread.body is not for all"],
  ["is on another type", DETAIL, "fragment F on User { nickname }", "must be on Thread, not on User"],
  ["asks for the text of a reply", REPLY, "fragment F on Post { bodyHtml }", "Post.bodyHtml is not for all"],
  [
    "asks whether somebody may write in a category",
    BANNER,
    "fragment F on Category { viewerCanPublish }",
    "Category.viewerCanPublish is not for all",
  ],
  ["asks a result for what it has not", HIT, "fragment F on SearchHit { score }", "no field SearchHit.score"],
  ["is on a category below a thread", DETAIL, "fragment F on Category { name }", "must be on Thread, not on"],
  [
    "is on a thread in a banner",
    BANNER,
    "fragment F on Thread { title }",
    "must be on Site or Category, not on Thread",
  ],
  [
    "is too dear for a result",
    HIT,
    "fragment F on SearchHit { thread { participants { id nickname avatarUrl signature createdAt fansCount } } }",
    "too dear",
  ],
  [
    "is too dear",
    DETAIL,
    "fragment F on Thread { participants { id nickname avatarUrl signature createdAt group { name } } }",
    "too dear",
  ],
  [
    "is nested deeply",
    DETAIL,
    "fragment F on Thread { author { badges { badge { id } } } }",
    "nested deeper",
  ],
  ["takes arguments", DETAIL, `fragment F on Thread { posts(first: 5) { nodes { id } } }`, "fields alone"],
  ["spreads others", DETAIL, "fragment F on Thread { ...G }", "fields alone"],
  ["is a query", DETAIL, "{ site { name } }", "one fragment"],
  ["is two", DETAIL, `${LIKES} ${LIKES.replace("F", "G")}`, "one fragment"],
  ["cannot be read", DETAIL, "fragment F on", "cannot be read"],
  ["misses fields", DETAIL, "fragment F on Thread { author }", "needs fields of its own"],
  ["is where nothing is stored", "plugin_post@post_extension_entry_hook", LIKES, "nothing that a fragment"],
];
