import { errorOf, type Failure } from "../../apollo/errors.ts";
import { saveFile } from "../../platform/saveFile.ts";
import { refused, send } from "../../platform/transport.ts";
import { accessToken } from "../../session/token.ts";

const ADDRESS = "/account/export.zip";
const FILE_NAME = "luntan.zip";
/** Somebody with many files waits this long, in milliseconds. */
const TIMEOUT_MS = 3_600_000;

/** Downloads the file of one's data. @throws {Failure} what the server refused, NETWORK_ERROR or TIMEOUT. */
export async function requestFile(): Promise<void> {
  const headers: Record<string, string> = { "Accept-Language": document.documentElement.lang };
  const token = accessToken();
  if (token) headers.Authorization = `Bearer ${token}`;
  await send(ADDRESS, { headers, timeoutMs: TIMEOUT_MS }, async (response) => {
    if (response.ok) return { file: await response.blob() };
    const { error } = ((await response.json().catch(() => null)) ?? {}) as { error?: Partial<Failure> };
    return { failure: { ...errorOf(refused(response.status)), ...error, field: null } };
  }).then(({ file, failure }: { file?: Blob; failure?: Failure }) => {
    if (failure) throw Object.assign(new Error(failure.message), failure);
    if (file) saveFile(file, FILE_NAME);
  });
}
