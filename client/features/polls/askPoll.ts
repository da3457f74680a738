import { type Answer, type Ask, ask } from "../../apollo/answers.ts";
import { PollCardDocument, type ThreadArticle_ThreadFragment } from "../../gql/graphql.ts";

/** States the query of the card of a poll, if the answers of a page hold a thread that has one. */
export function askPoll(answers: readonly Answer[]): Ask[] {
  return answers.flatMap(({ data }) => {
    const thread = (data as { thread?: ThreadArticle_ThreadFragment | null } | undefined)?.thread;
    return thread?.hasPoll ? [ask(PollCardDocument, { id: thread.id })] : [];
  });
}
