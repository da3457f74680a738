/** A busy browser asks for the content and its name late; until then it is kept, in milliseconds. */
const KEPT_MS = 60_000;

/** Lets the reader keep something that was made in the browser as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
