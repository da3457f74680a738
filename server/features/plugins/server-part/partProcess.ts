import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";
import { BOOTSTRAP } from "./bootstrap.ts";
import { FrameReader, packFrame } from "./frames.ts";

/** Memory of a server part, in megabytes. */
export const MEMORY_MB = 96;
const START_LIMIT_MS = 10_000;
/** Most bytes of answers to a process that it has not read. */
const UNREAD_MAX_BYTES = 16_000_000;
/** Longest text of an error, and of its stack, in characters. */
const ERROR_MAX = 300;
const STACK_MAX = 2_000;

/** Question to a server part, or order. */
export interface PartRequest {
  readonly kind: "events" | "before" | "query" | "mutation" | "jobs";
  readonly name: string;
  readonly payload: unknown;
  /** Null for visitors and for the forum itself. */
  readonly viewerId: string | null;
  /** The viewer may do what needs the permission of the plugin. */
  readonly canInsert?: boolean;
}

/** A refusal that the plugin says to who asked. */
export class PartRefusal extends Error {}

/** Failure of a server part that is a fault of it. */
export class PartFault extends Error {
  /** It stands among the faults of the plugin. */
  isNoted = false;

  constructor(
    message: string,
    readonly partStack = "",
  ) {
    super(message);
  }
}

/** The forum's side of what a server part calls. */
export interface PartCalls {
  data(operations: unknown): Promise<unknown>;
  query(payload: unknown): Promise<unknown>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/** Message of a process: an answer to what it was asked, or a call of the forum. */
type PartMessage =
  | { readonly type: "done"; readonly id: number; readonly value: unknown; readonly error: Error | null }
  | {
      readonly type: "call";
      readonly id: number;
      readonly what: "data" | "query";
      readonly payload: unknown;
    };

/** The process of one server part: without files, network and other processes, with little memory, ended if it hangs. */
export class PartProcess {
  private readonly child: ChildProcess;
  private readonly channel: Socket;
  private readonly reader = new FrameReader();
  private readonly waiting = new Map<number, Waiting>();
  private readonly started: Promise<unknown>;
  private count = 0;
  private fault: PartFault | null = null;

  constructor(
    code: string,
    settings: object,
    private readonly calls: PartCalls,
    /** Receives the fault that ends the process, and whether a caller has got it too. */
    private readonly onFault: (fault: PartFault, isAnswered: boolean) => void,
    flags: readonly string[] = [],
  ) {
    this.child = spawn(
      process.execPath,
      [
        permissionFlag(),
        ...flags,
        "--no-warnings",
        `--max-old-space-size=${MEMORY_MB}`,
        "--input-type=module",
        "--eval",
        BOOTSTRAP,
      ],
      { env: {}, stdio: ["ignore", "ignore", "ignore", "pipe"] },
    );
    this.channel = this.child.stdio[3] as Socket;
    this.channel.on("data", (chunk: Buffer) => this.read(chunk));
    // Its "exit" says why, also where it only closed the channel.
    this.channel.on("error", () => this.child.kill("SIGKILL"));
    this.channel.on("close", () => this.child.kill("SIGKILL"));
    this.child.on("error", (error) =>
      this.fail(new PartFault(`The server part cannot start: ${error.message}`)),
    );
    this.child.on("exit", (exitCode, signal) =>
      this.fail(new PartFault(`The server part ended (${signal ?? `code ${exitCode}`}).`)),
    );
    const encoded = Buffer.from(code).toString("base64");
    this.started = this.send({ type: "start", code: encoded, settings }, START_LIMIT_MS);
    // The caller that waits for the start gets the same fault.
    this.started.catch((error: unknown) => this.fail(error as PartFault, true));
  }

  /** Waits until the plugin has loaded. @throws {PartFault} if it does not */
  async ready(): Promise<void> {
    await this.started;
  }

  /** True until the process has failed or was ended. */
  get isAlive(): boolean {
    return this.fault === null;
  }

  /**
   * Asks the plugin. Without an answer in time the process is ended.
   * @throws {PartRefusal} with what the plugin says
   * @throws {PartFault}
   */
  async ask(request: PartRequest, limitMs: number): Promise<unknown> {
    await this.started;
    return this.send({ type: "ask", ...request }, limitMs);
  }

  /** Ends the process; that is no fault. */
  end(): void {
    this.fault ??= new PartFault("The server part was ended.");
    this.close();
  }

  private send(message: object, limitMs: number): Promise<unknown> {
    if (this.fault) return Promise.reject(this.fault);
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.fail(new PartFault(`The server part does not answer within ${limitMs} ms.`)),
        limitMs,
      );
      timer.unref();
      this.waiting.set(id, { resolve, reject, timer });
      this.channel.write(packFrame({ ...message, id }));
    });
  }

  /** Reads bytes of the process. Bytes that are not a valid message end it. */
  private read(chunk: Buffer): void {
    if (this.fault) return;
    try {
      for (const message of this.reader.take(chunk)) {
        this.take(messageOf(message));
        if (this.fault) return;
      }
    } catch (error) {
      this.fail(new PartFault(`The server part ${(error as Error).message}.`));
    }
  }

  private take(message: PartMessage): void {
    if (message.type === "call") {
      void this.answer(message.id, message.what, message.payload);
      return;
    }
    const asked = this.waiting.get(message.id);
    if (!asked) throw new Error("answers what was not asked");
    this.waiting.delete(message.id);
    clearTimeout(asked.timer);
    if (message.error) asked.reject(message.error);
    else asked.resolve(message.value);
  }

  private async answer(id: number, what: "data" | "query", payload: unknown): Promise<void> {
    let reply: object;
    try {
      reply = { value: await this.calls[what](payload) };
    } catch (error) {
      reply = { error: (error as Error).message };
    }
    if (this.fault) return;
    if (this.channel.writableLength > UNREAD_MAX_BYTES)
      this.fail(new PartFault("The server part does not read the answers to its calls."));
    else this.channel.write(packFrame({ type: "answer", id, ...reply }));
  }

  private fail(fault: PartFault, isAnswered = this.waiting.size > 0): void {
    if (this.fault) return;
    this.fault = fault;
    this.close();
    this.onFault(fault, isAnswered);
  }

  private close(): void {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(this.fault!);
    }
    this.waiting.clear();
    this.channel.destroy();
    this.child.kill("SIGKILL");
  }
}

/** Checks the shape of a message. @throws {Error} if it is none */
function messageOf(value: unknown): PartMessage {
  const { type, id, what, payload, error, ...rest } = (value ?? {}) as Record<string, unknown>;
  if (typeof id === "number" && type === "done")
    return { type, id, value: rest["value"], error: error === undefined ? null : errorOf(error) };
  if (typeof id === "number" && type === "call" && (what === "data" || what === "query"))
    return { type, id, what, payload };
  throw new Error("sends what is no message");
}

function errorOf(value: unknown): PartRefusal | PartFault {
  const { message, stack, isRefusal } = (value ?? {}) as Record<string, unknown>;
  const text = String(message).slice(0, ERROR_MAX);
  return isRefusal === true ? new PartRefusal(text) : new PartFault(text, String(stack).slice(0, STACK_MAX));
}

/** Gives Node's flag that takes files and other processes away; its name changed. */
export function permissionFlag(): string {
  return process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
}
