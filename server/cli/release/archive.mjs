import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pack } from "tar-stream";

/** Time of all files, so that the same files make the same archive. */
const TIME = new Date(Date.UTC(2020, 0, 1));
const [PROGRAM_MODE, FILE_MODE] = [0o755, 0o644];

/**
 * Packs a folder as a tar, in the order of its names, as root owns it.
 * @param parent the folder in which it lies
 * @returns the stream of the archive
 */
export function packFolder(parent, name) {
  const archive = pack();
  void addFiles(archive, parent, name).then(
    () => archive.finalize(),
    (error) => archive.destroy(error),
  );
  return archive;
}

async function addFiles(archive, parent, path) {
  for (const name of readdirSync(join(parent, path)).sort()) {
    const child = `${path}/${name}`;
    const stats = lstatSync(join(parent, child));
    if (stats.isDirectory()) await addFiles(archive, parent, child);
    else await addFile(archive, child, readFileSync(join(parent, child)), stats.mode);
  }
}

function addFile(archive, name, bytes, mode) {
  const isProgram = (mode & 0o100) !== 0;
  const header = { name, mtime: TIME, mode: isProgram ? PROGRAM_MODE : FILE_MODE };
  return new Promise((done, failed) => {
    archive.entry(header, bytes, (error) => (error ? failed(error) : done()));
  });
}
