import "./polls.css";

/** The card while the server renders; browsers load it later. */
const ServerCard = import.meta.env.SSR ? (await import("./PollCard.tsx")).PollCard : null;

/** The place of a poll in its thread, with the card as the server has drawn it until `LatePoll` draws it there. */
export function PollPlace({ threadId }: { threadId: string }) {
  return ServerCard ? (
    <div id="poll">
      <ServerCard threadId={threadId} />
    </div>
  ) : (
    <div id="poll" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />
  );
}
