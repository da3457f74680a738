import { spawn, type ChildProcess } from "node:child_process";
import { BOOTSTRAP } from "./bootstrap.ts";

/** Memory of a server part, in megabytes. */
export const MEMORY_MB = 96;
/** Messages of a server part within a second; more is a flood. */
const MESSAGES_PER_SECOND_MAX = 500;
const START_LIMIT_MS = 10_000;
/** Characters of one message. */
const MESSAGE_MAX = 1_000_000;

/** Question to a server part, or order. */
export interface PartRequest {
  readonly kind: "events" | "before" | "query" | "mutation" | "jobs";
  readonly name: string;
  readonly payload: unknown;
  /** Null for visitors and for the forum itself. */
  readonly viewerId: string | null;
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

interface Answer {
  readonly type: string;
  readonly id: number;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly stack: string; readonly isRefusal: boolean };
  readonly what?: string;
  readonly payload?: unknown;
}

/** The process of one server part: without files, network and other processes, with little memory, ended if it hangs. */
export class PartProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly started: Promise<unknown>;
  private count = 0;
  private second = 0;
  private messages = 0;
  private fault: PartFault | null = null;

  constructor(
    code: string,
    settings: object,
    private readonly calls: PartCalls,
    private readonly onFault: (fault: PartFault) => void,
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
      { env: {}, stdio: ["ignore", "ignore", "ignore", "ipc"] },
    );
    this.child.on("message", (message) => this.take(message as Answer));
    this.child.on("error", (error) =>
      this.fail(new PartFault(`The server part cannot start: ${error.message}`)),
    );
    this.child.on("exit", (exitCode, signal) =>
      this.fail(new PartFault(`The server part ended (${signal ?? `code ${exitCode}`}).`)),
    );
    const encoded = Buffer.from(code).toString("base64");
    this.started = this.send({ type: "start", code: encoded, settings }, START_LIMIT_MS);
    this.started.catch((error: unknown) => this.fail(error as PartFault));
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
      this.child.send({ ...message, id }, (error) => error && this.fail(new PartFault(error.message)));
    });
  }

  private take(message: Answer): void {
    if (this.fault) return;
    if (this.floods()) {
      this.fail(
        new PartFault(`The server part sends more than ${MESSAGES_PER_SECOND_MAX} messages a second.`),
      );
      return;
    }
    if (message.type === "call") {
      void this.answer(message);
      return;
    }
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    this.waiting.delete(message.id);
    clearTimeout(asked.timer);
    const { error, value } = message;
    if (error)
      asked.reject(
        error.isRefusal ? new PartRefusal(error.message) : new PartFault(error.message, error.stack),
      );
    else if (JSON.stringify(value ?? null).length > MESSAGE_MAX)
      asked.reject(new PartFault("The answer is too long."));
    else asked.resolve(value);
  }

  private async answer({ id, what, payload }: Answer): Promise<void> {
    let reply: object;
    try {
      if (what !== "data" && what !== "query") throw new Error("There is no such call.");
      reply = { value: await this.calls[what](payload) };
    } catch (error) {
      reply = { error: (error as Error).message };
    }
    if (!this.fault) this.child.send({ type: "answer", id, ...reply }, () => undefined);
  }

  private floods(): boolean {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.second) this.messages = 0;
    this.second = second;
    return ++this.messages > MESSAGES_PER_SECOND_MAX;
  }

  private fail(fault: PartFault): void {
    if (this.fault) return;
    this.fault = fault;
    this.close();
    this.onFault(fault);
  }

  private close(): void {
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(this.fault!);
    }
    this.waiting.clear();
    this.child.kill("SIGKILL");
  }
}

/** Gives Node's flag that takes files and other processes away; its name changed. */
export function permissionFlag(): string {
  return process.allowedNodeEnvironmentFlags.has("--permission")
    ? "--permission"
    : "--experimental-permission";
}
