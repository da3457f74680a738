import { buffer } from "node:stream/consumers";
import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import type { Kind, RecordOf } from "../../server/transfer/format/records.ts";
import type { Answer, Person } from "./person.ts";

/** The export of a member, as their browser saves it. */
export interface MemberExport {
  readonly answer: Answer;
  /** Files of the archive by name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** All of it as one text. */
  readonly text: string;
  records<K extends Kind>(kind: K): RecordOf<K>[];
  /** Data beside the records of the neutral format. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a test asserts, not what it trusts
  readonly other: any;
}

/** Downloads and unpacks the export of a member. @throws {Error} if the answer is no archive */
export async function downloadExport(person: Person): Promise<MemberExport> {
  const answer = await person.get("/account/export.zip");
  const files = await unzipped(answer.bytes);
  return {
    answer,
    files,
    text: [...files.values()].join("\n"),
    records: <K extends Kind>(kind: K) =>
      files
        .get(`${kind}.ndjson`)!
        .toString()
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as RecordOf<K>),
    other: JSON.parse(files.get("other-data.json")!.toString()) as unknown,
  };
}

/** Unpacks a zip archive. @throws {Error} if it is none */
async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip))),
  );
  const files = new Map<string, Buffer>();
  await new Promise<void>((resolve, reject) => {
    zip.on("entry", (entry: Entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error);
        void buffer(stream).then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
      }),
    );
    zip.on("end", resolve);
    zip.on("error", reject);
    zip.readEntry();
  });
  return files;
}
