import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Room for a forum that has just begun. */
const SIZE = "48m";
/** The user that owns nothing. */
const NOBODY = 65_534;
const PIECE = Buffer.alloc(65_536, 1);

/**
 * A disk that can be full: a tmpfs of its own where that may be mounted, else a limit on how long files of the program
 * may become, which the kernel refuses writes by all the same.
 */
export class SmallDisk {
  /** Pattern of the errors that an operator would find in the log. */
  readonly faults = /SQLITE_(FULL|IOERR)/;
  private readonly root = mkdtempSync(join(tmpdir(), "luntan-disk-"));
  /** True if it is a file system of its own. */
  readonly isMounted: boolean;

  constructor() {
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", this.root]);
    this.isMounted = status === 0;
    mkdirSync(this.folder);
  }

  /** A data folder on it. */
  get folder(): string {
    return join(this.root, "data");
  }

  /** Leaves no byte to the program. */
  fill(pid: number): void {
    if (!this.isMounted) return limitFiles(pid, "4096");
    const file = openSync(join(this.root, "filler"), "a");
    try {
      for (let size = PIECE.length; size > 0;) {
        try {
          writeSync(file, PIECE, 0, size);
        } catch {
          size = Math.floor(size / 2);
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** Makes room again. */
  free(pid: number): void {
    if (this.isMounted) rmSync(join(this.root, "filler"), { force: true });
    else limitFiles(pid, "unlimited");
  }

  /**
   * Lets nobody write on it.
   * @returns the user to run programs as, where only another than root is kept from writing
   */
  makeReadOnly(): number | undefined {
    if (this.isMounted) {
      execFileSync("mount", ["-o", "remount,ro", this.root]);
      return undefined;
    }
    for (const path of [this.root, this.folder]) chmodSync(path, 0o755);
    execFileSync("chmod", ["--recursive", "a-w,a+rX", this.folder]);
    return process.getuid?.() === 0 ? NOBODY : undefined;
  }

  /** Gives the disk back. */
  remove(): void {
    if (this.isMounted) spawnSync("umount", ["--lazy", this.root]);
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Lets no write of a process go beyond a size: each then fails as on a broken disk (EFBIG, an I/O error for SQLite). */
export function limitFiles(pid: number, bytes: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]);
}
