import { type Answer, type Ask, ask } from "../../apollo/answers.ts";
import { GoodsCardDocument, type ThreadArticle_ThreadFragment } from "../../gql/graphql.ts";

/** States the query of the card of goods, if the answers of a page hold a thread that has some. */
export function askGoods(answers: readonly Answer[]): Ask[] {
  return answers.flatMap(({ data }) => {
    const thread = (data as { thread?: ThreadArticle_ThreadFragment | null } | undefined)?.thread;
    return thread?.hasGoods ? [ask(GoodsCardDocument, { id: thread.id })] : [];
  });
}
