import { type ApolloClient, CombinedGraphQLErrors } from "@apollo/client";
import { graphql } from "../gql/gql.ts";
import { type PluginCallInput, PluginQueriesDocument } from "../gql/graphql.ts";

graphql(`
  query PluginQueries($inputs: [PluginCallInput!]!) {
    pluginQueries(inputs: $inputs)
  }
`);

/** Queries that the server answers in one request. */
const QUERIES_MAX = 50;

interface Question {
  readonly input: PluginCallInput;
  resolve(answer: string): void;
  reject(error: unknown): void;
}

/** Queries of plugins to their server parts: those of one moment, such as one for each row of a list, go in one request. */
export class PluginQueries {
  private waiting: Question[] = [];

  constructor(private readonly client: ApolloClient) {}

  /** Gives the answer as JSON. @throws {CombinedGraphQLErrors} with only the errors of this query */
  ask(input: PluginCallInput): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) setTimeout(() => this.send());
      this.waiting.push({ input, resolve, reject });
    });
  }

  private send(): void {
    const questions = this.waiting;
    this.waiting = [];
    for (let start = 0; start < questions.length; start += QUERIES_MAX)
      void this.askTogether(questions.slice(start, start + QUERIES_MAX));
  }

  private async askTogether(questions: readonly Question[]): Promise<void> {
    try {
      const { data, error } = await this.client.query({
        query: PluginQueriesDocument,
        variables: { inputs: questions.map(({ input }) => input) },
        fetchPolicy: "no-cache",
        errorPolicy: "all",
      });
      for (const [place, { resolve, reject }] of questions.entries()) {
        const answer = data?.pluginQueries[place];
        if (typeof answer === "string") resolve(answer);
        else reject(errorAt(error, place));
      }
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }
}

function errorAt(error: unknown, place: number): unknown {
  if (!CombinedGraphQLErrors.is(error)) return error;
  const own = error.errors.filter(({ path }) => path?.[1] === place);
  return own.length > 0 ? new CombinedGraphQLErrors({ errors: own }) : error;
}
