import type { Answer } from "../../apollo/answers.ts";
import type { ThreadPageQuery } from "../../gql/graphql.ts";

/** Names the module of the card if the answers of a page hold a thread with a poll: its styles come with the page. */
export function pollModules(answers: readonly Answer[]): readonly string[] {
  const hasPoll = answers.some(({ data }) => Boolean((data as Partial<ThreadPageQuery> | null)?.thread?.hasPoll));
  return hasPoll ? ["features/polls/PollCard.tsx"] : [];
}
