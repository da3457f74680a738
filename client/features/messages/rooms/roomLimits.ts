/** Longest name of a group chat, in characters. */
export const ROOM_NAME_MAX = 50;
/** Most members of a group chat, pending invitations included. */
export const ROOM_MAX = 50;
