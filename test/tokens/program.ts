import type { Forum } from "../support/forum.ts";
import { Person, type Answer } from "../support/person.ts";
import { prove } from "../notifications/delivery/post.ts";

const CREATE = `mutation ($input: AccessTokenInput!) { createAccessToken(input: $input) { secret token { id name mayWrite areas permissions categoryIds addressRanges expiresAt lastUsedAt } } }`;

/** Makes a personal token of somebody who has just proven who they are. */
export async function makeToken(
  forum: Forum,
  owner: Person,
  input: object = {},
): Promise<{ id: string; secret: string }> {
  await prove(forum, owner);
  const wanted = { name: "Archive bot", areas: ["FORUM"], ...input };
  const { createAccessToken } = await owner.graphql(CREATE, { input: wanted });
  return { id: createAccessToken.token.id as string, secret: createAccessToken.secret as string };
}

/** A program that has a token and nothing else. */
export class Program {
  private readonly http: Person;

  constructor(
    forum: Forum,
    private readonly authorization: string,
  ) {
    this.http = forum.visitor();
  }

  /** A program with the secret of a token. */
  static with(forum: Forum, secret: string): Program {
    return new Program(forum, `Bearer ${secret}`);
  }

  /** A program with a new personal token. */
  static async of(forum: Forum, owner: Person, input: object = {}): Promise<Program> {
    return Program.with(forum, (await makeToken(forum, owner, input)).secret);
  }

  /** Asks GraphQL; gives data, or the code and status of the refusal. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the document decides
  async ask(query: string, variables: object = {}, headers: Record<string, string> = {}): Promise<any> {
    const answer = await this.post("/graphql", { query, variables }, headers);
    const { data, errors } = answer.json();
    return errors ? { code: errors[0].extensions.code, status: answer.status } : data;
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.http.post(path, body, { authorization: this.authorization, ...headers });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.http.get(path, { authorization: this.authorization, ...headers });
  }
}
