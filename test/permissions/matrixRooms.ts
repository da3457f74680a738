import type { Row } from "./matrix.ts";
import type { Scene } from "./scene.ts";

const LOGIN = { guest: "LOGIN_REQUIRED" } as const;
/** Nobody has a seat in the room that is named, staff neither. */
const NO_ROOM = {
  ...LOGIN,
  member: "NOT_FOUND",
  limited: "NOT_FOUND",
  author: "NOT_FOUND",
  moderator: "NOT_FOUND",
  admin: "NOT_FOUND",
} as const;
const other = (scene: Scene): object => ({ id: scene.other.id });

/** Queries of private messages and group chats. */
export const ROOM_QUERIES: Readonly<Record<string, Row>> = {
  dialogs: { document: `{ dialogs { nodes { id lastMessage { body } } } }`, refused: LOGIN },
  dialog: {
    document: `query ($id: ID!) { dialog(userId: $id) { refusal messages { nodes { body } } } }`,
    variables: other,
    refused: LOGIN,
  },
  rooms: { document: `{ rooms { nodes { id name lastMessage { body } } } }`, refused: LOGIN },
  room: { document: `{ room(id: "999999") { name } }`, refused: NO_ROOM },
};

/** Mutations of group chats. */
export const ROOM_MUTATIONS: Readonly<Record<string, Row>> = {
  createRoom: {
    document: `mutation ($id: ID!) { createRoom(input: {name: "Hikes", userIds: [$id]}) { id } }`,
    variables: other,
    refused: { ...LOGIN, limited: "FORBIDDEN" },
  },
  inviteToRoom: {
    document: `mutation ($id: ID!) { inviteToRoom(id: "999999", userIds: [$id]) { id } }`,
    variables: other,
    refused: NO_ROOM,
  },
  answerRoomInvitation: {
    document: `mutation { answerRoomInvitation(id: "999999", accept: true) { id } }`,
    refused: NO_ROOM,
  },
  sendRoomMessage: {
    document: `mutation { sendRoomMessage(input: {roomId: "999999", body: "Hello"}) { id } }`,
    refused: NO_ROOM,
  },
  markRoomRead: {
    document: `mutation { markRoomRead(id: "999999", messageId: "1") { id } }`,
    refused: NO_ROOM,
  },
  muteRoom: { document: `mutation { muteRoom(id: "999999", isMuted: true) { id } }`, refused: NO_ROOM },
  renameRoom: { document: `mutation { renameRoom(id: "999999", name: "Hikes") { id } }`, refused: NO_ROOM },
  removeFromRoom: {
    document: `mutation ($id: ID!) { removeFromRoom(id: "999999", userId: $id) { id } }`,
    variables: other,
    refused: NO_ROOM,
  },
  giveRoom: {
    document: `mutation ($id: ID!) { giveRoom(id: "999999", userId: $id) { id } }`,
    variables: other,
    refused: NO_ROOM,
  },
  leaveRoom: { document: `mutation { leaveRoom(id: "999999") }`, refused: NO_ROOM },
};
