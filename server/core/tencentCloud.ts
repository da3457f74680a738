import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";

/** Service of Tencent Cloud, and the account that calls it. */
export interface TencentService {
  readonly secretId: string;
  readonly secretKey: string;
  /** Address that is called; a relay passes calls on unchanged. */
  readonly endpoint: string;
  /** Host that the signature covers, by whichever address it is reached. */
  readonly host: string;
  readonly version: string;
  /** Empty for services without regions. */
  readonly region: string;
  /** Time within which a call ends, in seconds. */
  readonly timeoutS: number;
}

/** Refusal or failure of a call. Its text is the short code of the vendor, or NO_ANSWER: nothing private. */
export class TencentError extends Error {
  constructor(readonly code: string) {
    super(code.slice(0, 100));
    this.name = "TencentError";
  }
}

/**
 * Calls an action of Tencent Cloud, signed with TC3-HMAC-SHA256. The client is loaded with the first call.
 * @returns the answer; its shape is for the caller to check
 * @throws {TencentError}
 */
export async function callTencent(service: TencentService, action: string, body: object): Promise<unknown> {
  const { secretId, secretKey, host, version, region, timeoutS } = service;
  const { CommonClient } = await import("tencentcloud-sdk-nodejs-common");
  if (!URL.canParse(service.endpoint)) throw new TencentError("BAD_ENDPOINT");
  const url = new URL(service.endpoint);
  const agent = agentFor(url);
  const client = new CommonClient(host, version, {
    credential: { secretId, secretKey },
    region,
    profile: {
      httpProfile: {
        endpoint: host,
        protocol: url.protocol === "http:" ? "http://" : "https://",
        reqTimeout: timeoutS,
        agent,
      },
    },
  });
  client.path = url.pathname;
  try {
    return await client.request(action, body);
  } catch (error) {
    // The words of a failure may name the whole call, secrets and all: only its code is read.
    const { code } = error as { code?: unknown };
    throw new TencentError(typeof code === "string" && code !== "" ? code : "NO_ANSWER");
  } finally {
    agent.destroy();
  }
}

/** Connects to the address of the settings, while the call names Tencent's own host. */
function agentFor(url: URL): Agent {
  const { hostname: host, port, protocol } = url;
  return protocol === "http:"
    ? new Agent({ host, port: Number(port || 80) } as object)
    : new SecureAgent({ host, port: Number(port || 443), servername: host });
}
