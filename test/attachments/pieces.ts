import type { Answer, Person } from "../support/person.ts";

const TUS = { "tus-resumable": "1.0.0" } as const;

/** A file that is announced. */
export interface Announcement {
  readonly name: string;
  readonly kind: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

/** Writes the facts of a file as the protocol wants them. */
export function metadata(facts: Readonly<Record<string, string>>): string {
  return Object.entries(facts)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
    .join(",");
}

/** Begins an upload; its answer names the address. */
export function begin(person: Person, { name, kind, bytes, ...size }: Announcement): Promise<Answer> {
  const edges = Object.fromEntries(Object.entries(size).map(([edge, pixels]) => [edge, String(pixels)]));
  return person.request("POST", "/uploads/resumable", undefined, {
    ...TUS,
    "upload-length": String(bytes),
    "upload-metadata": metadata({ filename: name, kind, ...edges }),
  });
}

/** Begins an upload that is accepted. @returns its address */
export async function begun(person: Person, file: Announcement): Promise<string> {
  const { status, headers, text } = await begin(person, file);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return String(headers["location"]);
}

/** Sends a piece of an upload. */
export function piece(person: Person, address: string, offset: number, bytes: Buffer): Promise<Answer> {
  return person.request("PATCH", address, bytes, {
    ...TUS,
    "upload-offset": String(offset),
    "content-type": "application/offset+octet-stream",
  });
}

/** Asks how much has arrived. */
export function state(person: Person, address: string): Promise<Answer> {
  return person.request("HEAD", address, undefined, TUS);
}

/** Removes an upload. */
export function cancel(person: Person, address: string): Promise<Answer> {
  return person.request("DELETE", address, undefined, TUS);
}

/** Makes an attachment of an upload. */
export function finish(person: Person, address: string): Promise<Answer> {
  return person.request("POST", address);
}
