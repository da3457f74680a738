import type { Row } from "./matrix.ts";
import type { Scene } from "./scene.ts";

const LOGIN = { guest: "LOGIN_REQUIRED" } as const;
const MEMBERS = { ...LOGIN, limited: "FORBIDDEN" } as const;
const MODERATORS = { ...MEMBERS, member: "FORBIDDEN", author: "FORBIDDEN" } as const;
/** An attempt that makes no sense for those who may do it, so that the scene stays as it is. */
const SENSELESS = { moderator: "INVALID_PARAMETER", admin: "INVALID_PARAMETER" } as const;

const thread = (scene: Scene): object => ({ id: scene.threadId });
const post = (scene: Scene): object => ({ id: scene.postId });

/** Queries about moved replies. */
export const THREAD_QUERIES: Readonly<Record<string, Row>> = {
  posts: { document: `{ posts { nodes { id body } } }` },
  changes: { document: `{ changes { nodes { id kind thread { title } post { body } } } }` },
  node: {
    document: `query ($id: ID!) { node(id: $id) { ... on Thread { title } } }`,
    variables: ({ threadId }) => ({ id: `Thread:${threadId}` }),
  },
  nodes: {
    document: `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }`,
    variables: ({ threadId, postId }) => ({ ids: [`Thread:${threadId}`, `Post:${postId}`] }),
  },
  movedPost: {
    document: `query ($id: ID!) { movedPost(threadId: $id, number: 1) { threadId number } }`,
    variables: thread,
  },
};

/** Mutations that merge, split and time threads, and reactions. */
export const THREAD_MUTATIONS: Readonly<Record<string, Row>> = {
  setVideoPoster: {
    document: `mutation { setVideoPoster(attachmentId: "999999", pictureId: "999999") { id } }`,
    refused: {
      guest: "LOGIN_REQUIRED",
      limited: "FORBIDDEN",
      member: "FORBIDDEN",
      author: "FORBIDDEN",
      moderator: "FORBIDDEN",
      admin: "NOT_FOUND",
    },
  },
  setThreadClosing: {
    document: `mutation ($id: ID!) { setThreadClosing(threadId: $id, afterDays: 7) { id } }`,
    variables: thread,
    refused: MODERATORS,
  },
  setThreadSlowMode: {
    document: `mutation ($id: ID!) { setThreadSlowMode(threadId: $id, seconds: 60) { id } }`,
    variables: thread,
    refused: MODERATORS,
  },
  forgetLinkPreview: {
    document: `mutation { forgetLinkPreview(input: {url: "https://no.example.org/"}) }`,
    refused: { ...MODERATORS, moderator: "NOT_FOUND", admin: "NOT_FOUND" },
  },
  restoreLinkPreview: {
    document: `mutation { restoreLinkPreview(input: {url: "https://no.example.org/"}) }`,
    refused: { ...MODERATORS, moderator: "NOT_FOUND", admin: "NOT_FOUND" },
  },
  mergeThreads: {
    document: `mutation ($id: ID!) { mergeThreads(input: {threadId: $id, intoThreadId: $id}) { id } }`,
    variables: thread,
    // A thread is not merged with itself.
    refused: { ...MODERATORS, ...SENSELESS },
  },
  splitThread: {
    document: `mutation ($id: ID!) { splitThread(input: {threadId: $id, title: "Other", numbers: []}) { id } }`,
    variables: thread,
    // No reply is chosen.
    refused: { ...MODERATORS, ...SENSELESS },
  },
  setThreadReaction: {
    document: `mutation ($id: ID!) { setThreadReaction(threadId: $id, emoji: "") { id } }`,
    variables: thread,
    refused: MEMBERS,
  },
  setPostReaction: {
    document: `mutation ($id: ID!) { setPostReaction(postId: $id, emoji: "") { id } }`,
    variables: post,
    refused: MEMBERS,
  },
};
