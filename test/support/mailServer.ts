import { createServer, type Socket } from "node:net";

/** A mail as its recipient's program shows it. */
export interface Mail {
  readonly to: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** As it came. */
  readonly raw: string;
}

/** A mail server on loopback that keeps what it takes: as much of SMTP (RFC 5321) as a sender needs. */
export class MailServer {
  readonly mails: Mail[] = [];
  /** Lines that senders sent, without the bodies of mails. */
  readonly commands: string[] = [];
  /** Code and words that an address is answered with in place of being taken. */
  readonly refusals = new Map<string, string>();
  /** Answers that a mail is answered with in place of being taken; each once. */
  readonly mishaps: string[] = [];
  /** Hangs up after a mail was taken and before it says so. */
  silentAfterTaking = false;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.talk(socket));

  private constructor() {}

  /** Starts to listen on a free port. */
  static async open(): Promise<MailServer> {
    const made = new MailServer();
    await new Promise<void>((resolve) => made.server.listen(0, "127.0.0.1", resolve));
    return made;
  }

  get port(): number {
    return (this.server.address() as { port: number }).port;
  }

  /** Mails to an address, in whatever letters it is written. */
  to(address: string): Mail[] {
    return this.mails.filter((mail) => mail.to.toLowerCase() === address.toLowerCase());
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private talk(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket)).on("error", () => undefined);
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    let waiting = "";
    let to = "";
    let isData = false;
    say("220 loopback ready");
    socket.on("data", (piece) => {
      waiting += piece.toString("latin1");
      for (;;) {
        const end = isData ? waiting.indexOf("\r\n.\r\n") : waiting.indexOf("\r\n");
        if (end < 0) return;
        const text = waiting.slice(0, end);
        waiting = waiting.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          this.take(to, text, say, socket);
          continue;
        }
        this.commands.push(text);
        if (/^EHLO|^HELO/i.test(text)) say("250-loopback\r\n250 AUTH PLAIN");
        else if (/^AUTH /i.test(text)) say("235 come in");
        else if (/^STARTTLS/i.test(text)) say("454 there is no certificate");
        else if (/^RCPT TO:/i.test(text)) {
          to = /<(.*)>/.exec(text)![1]!;
          say(this.refusals.get(to) ?? "250 ok");
        } else if (/^DATA/i.test(text)) {
          isData = true;
          say("354 go on");
        } else if (/^QUIT/i.test(text)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
  }

  private take(to: string, raw: string, say: (line: string) => void, socket: Socket): void {
    const mishap = this.mishaps.shift();
    if (mishap) return say(mishap);
    this.mails.push(mailOf(to, raw.replaceAll("\r\n..", "\r\n.")));
    if (this.silentAfterTaking) socket.destroy();
    else say("250 taken");
  }
}

function mailOf(to: string, raw: string): Mail {
  const headers = headersOf(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = boundary ? raw.split(`--${boundary}`).slice(1, -1) : [raw];
  const partOf = (type: string): string =>
    bodyOf(parts.find((part) => headersOf(part.trimStart()).get("content-type")?.startsWith(type)) ?? "");
  const subject = headers.get("subject") ?? "";
  return {
    to,
    headers,
    subject: decodeWords(subject),
    text: partOf("text/plain").replaceAll("\r\n", "\n"),
    html: partOf("text/html"),
    raw,
  };
}

function headersOf(raw: string): Map<string, string> {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return new Map(
    head
      .split("\r\n")
      .map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
  );
}

function bodyOf(part: string): string {
  const trimmed = part.trimStart();
  const body = trimmed.slice(trimmed.indexOf("\r\n\r\n") + 4);
  const encoding = headersOf(trimmed).get("content-transfer-encoding");
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding === "quoted-printable") return unquote(body.replace(/=\r\n/g, ""));
  return Buffer.from(body, "latin1").toString("utf8");
}

function unquote(text: string): string {
  const bytes = text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === "B"
        ? Buffer.from(word, "base64").toString("utf8")
        : unquote(word.replaceAll("_", " ")),
    );
}
