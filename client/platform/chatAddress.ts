/** The private chat with a member (spec §2). */
export function chatHref(user: { id: string; nickname: string }): string {
  if (!user.id) console.error("The chat needs the id of a member.");
  const query = new URLSearchParams({ page: "chat", userId: user.id, nickname: user.nickname });
  return `/message?${query.toString()}`;
}
