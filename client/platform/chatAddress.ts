/** The private chat with a member (spec §2). */
export function chatHref(user: { id: string; nickname: string }): string {
  if (!user.id) noteMissingId();
  const query = new URLSearchParams({ page: "chat", userId: user.id, nickname: user.nickname });
  return `/message?${query.toString()}`;
}

/** The group chat with an id. */
export const roomHref = (roomId: string): string => `/message?page=room&roomId=${roomId}`;

/** Says in the console that a chat was opened with nobody (spec §8). */
export function noteMissingId(): void {
  console.error("The chat needs the id of a member.");
}
