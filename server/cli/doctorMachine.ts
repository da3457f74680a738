import { statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { totalmem, tmpdir } from "node:os";
import { join } from "node:path";
import { canDraw } from "../ssr/cards/fonts.ts";
import { ok, warn, type Finding } from "./findings.ts";

/** Major versions of Node.js that get fixes of security, with the day of the last (nodejs.org/en/about/previous-releases). */
const MAINTAINED: Readonly<Record<string, string>> = { 22: "2027-04-30", 24: "2028-04-30" };
/** Memory within which a forum serves, in bytes. */
const MEMORY_MIN = 512 * 1_048_576;
/** Free room for uploads and backups on their way, in bytes. */
const TEMPORARY_MIN = 128 * 1_048_576;

/** Looks at the runtime: its version, the memory that it may use, and the folder of temporary files. */
export async function examineMachine(): Promise<Finding[]> {
  return [
    examineRuntime(process.version, new Date()),
    examineMemory(memoryLimit()),
    await examineTemporary(),
    await examineFonts(),
  ];
}

/** Tells whether a version of Node.js still gets fixes. */
export function examineRuntime(version: string, now: Date): Finding {
  const what = `Node.js: ${version} on ${process.platform} ${process.arch}`;
  const until = MAINTAINED[version.slice(1).split(".")[0]!];
  if (until === undefined || now > new Date(until))
    return warn(
      `${what} gets no security fixes any more, or is no long-term release`,
      `install Node.js ${Object.keys(MAINTAINED).at(-1)}`,
    );
  return ok(`${what}, maintained until ${until}`);
}

/** Gives the memory of the container or else of the machine, in bytes. */
function memoryLimit(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/** Tells whether a forum has room in so many bytes of memory. */
export function examineMemory(bytes: number): Finding {
  const what = `memory: ${Math.round(bytes / 1_048_576)} MiB`;
  return bytes < MEMORY_MIN
    ? warn(`${what} only`, "give the machine or the container 512 MiB or more; builds need more than serving")
    : ok(what);
}

/** Tells whether pictures of threads for other sites can have Chinese titles. */
async function examineFonts(): Promise<Finding> {
  return (await canDraw("论坛 Luntan"))
    ? ok("fonts: Chinese and Latin letters can be drawn")
    : warn(
        "fonts: no font for Chinese; pictures of threads for other sites are drawn without the texts",
        "install one, on Debian fonts-noto-cjk or fonts-wqy-microhei",
      );
}

async function examineTemporary(): Promise<Finding> {
  const folder = tmpdir();
  try {
    await rm(await mkdtemp(join(folder, "luntan-doctor-")), { recursive: true });
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    return warn(
      `temporary files: ${folder} takes none (${code})`,
      "set TMPDIR to a folder that can be written",
    );
  }
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < TEMPORARY_MIN
    ? warn(
        `temporary files: ${folder} has less than 128 MiB`,
        "make room there, or set TMPDIR to another disk",
      )
    : ok(`temporary files: ${folder} takes them`);
}
