/** Stand-in for what `@apollo/client` is in the forum: a document is its text. */
export function gql(strings, ...values) {
  const text = typeof strings === "string" ? strings : String.raw({ raw: strings }, ...values);
  return { kind: "Document", text };
}
