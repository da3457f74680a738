import { type FragmentType, readFragment } from "../../gql/fragment-masking.ts";
import { graphql } from "../../gql/gql.ts";
import { useLoaded } from "../../ui/useLoaded.ts";
import type { PollCard_poll } from "./PollCard.tsx";

const load = () => import("./PollCard.tsx").then((m) => m.PollCard);
/** The card while the server renders; browsers load it with the first thread that has a poll. */
const ServerCard = import.meta.env.SSR ? await load() : undefined;

/** Heights of a card without its options, and of an option of one line, in CSS pixels. */
const [FRAME_PX, OPTION_PX] = [150, 52];

/** The poll of a thread, in the article. */
export const PollPlace_poll = graphql(`
  fragment PollPlace_poll on Poll {
    options {
      id
    }
    ...PollCard_poll
  }
`);

interface Props {
  threadId: string;
  poll: FragmentType<typeof PollPlace_poll>;
}

/**
 * Shows the poll of a thread: as the server has rendered it until the code of the card has come, which then takes its place.
 * Where no server has rendered it, there is room for the card meanwhile.
 */
export function PollPlace({ threadId, poll: masked }: Props) {
  const [LateCard] = useLoaded(load, true);
  const Card = LateCard ?? ServerCard;
  const poll = readFragment(PollPlace_poll, masked);
  const style = { minHeight: FRAME_PX + OPTION_PX * poll.options.length };
  if (!Card)
    return <div key="page" style={style} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
  return (
    <div key="card" style={style}>
      <Card threadId={threadId} poll={poll} />
    </div>
  );
}
