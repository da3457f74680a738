import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Forum } from "../support/forum.ts";
import type { Person } from "../support/person.ts";
import { makeToken } from "../tokens/program.ts";

/** An answer of a tool as tests look at it. */
export interface Called {
  readonly isError: boolean;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are what a test asserts, not what it trusts
  readonly data: any;
}

/** Generations of the protocol: with a handshake, as clients of 2025 begin, and without one. */
export type Era = "2025" | "2026";

/** An assistant: the client of the SDK with the token of a member. */
export class Assistant {
  private constructor(private readonly client: Client) {}

  /** Connects with a secret. */
  static async with(forum: Forum, secret: string, era: Era = "2026"): Promise<Assistant> {
    const client = new Client(
      { name: "test", version: "1" },
      { versionNegotiation: { mode: era === "2026" ? { pin: "2026-07-28" } : "legacy" } },
    );
    const requestInit = { headers: { authorization: `Bearer ${secret}`, "accept-language": "en" } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${forum.url}/mcp`), { requestInit }));
    return new Assistant(client);
  }

  /** Connects with a new personal token. */
  static async of(forum: Forum, owner: Person, input: object = {}, era: Era = "2026"): Promise<Assistant> {
    return Assistant.with(forum, (await makeToken(forum, owner, input)).secret, era);
  }

  /** Names of the tools that are offered. */
  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** The whole list of tools, as a model gets it. */
  async manual(): Promise<string> {
    return JSON.stringify((await this.client.listTools()).tools) + (this.client.getInstructions() ?? "");
  }

  async call(name: string, values: Record<string, unknown> = {}): Promise<Called> {
    const result = await this.client.callTool({ name, arguments: values });
    const text = (result.content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
    return { isError: result.isError === true, text, data: result.structuredContent };
  }
}
