import { afterAll, beforeAll, expect, test } from "vitest";
import { Upload } from "tus-js-client";
import { sound } from "../attachments/material.ts";
import { ServerProcess } from "../support/serverProcess.ts";

/** A large upload, and the end of the server in the middle of it. */

let server: ServerProcess;
beforeAll(async () => void (server = await ServerProcess.open()));
afterAll(() => server?.close());

const PIECE_BYTES = 1_048_576;
const PATIENCE_MS = 180_000;
const ALLOW = "INSERT INTO group_permissions (groupId, permission) VALUES (10, 'thread.insertAudio')";

test(
  "an upload goes on by itself after the server was killed and came back",
  { timeout: PATIENCE_MS },
  async () => {
    await server.stop();
    await server.write(ALLOW);
    await server.start();
    const { token } = await server.register("singer");
    const song = sound(12 * PIECE_BYTES);
    const asked: string[] = [];
    let isKilled = false;

    const address = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(song, {
        endpoint: `${server.url}/uploads/resumable`,
        metadata: { filename: "long.wav", kind: "audio" },
        headers: { authorization: `Bearer ${token}` },
        chunkSize: PIECE_BYTES,
        retryDelays: Array<number>(200).fill(500),
        onBeforeRequest: (request) => void asked.push(request.getMethod()),
        onProgress(bytes) {
          if (isKilled || bytes < 4.5 * PIECE_BYTES) return;
          isKilled = true;
          server
            .kill()
            .then(() => server.start())
            .catch(reject);
        },
        onSuccess: () => resolve(upload.url!),
        onError: reject,
      });
      upload.start();
    });
    const answer = await fetch(address, { method: "POST", headers: { authorization: `Bearer ${token}` } });

    expect(isKilled).toBe(true);
    expect(answer.status).toBe(200);
    const { url, fileSize } = (await answer.json()) as { url: string; fileSize: number };
    expect(fileSize).toBe(song.length);
    const stored = await fetch(server.url + url, { headers: { authorization: `Bearer ${token}` } });
    expect(Buffer.from(await stored.arrayBuffer()).equals(song)).toBe(true);
    // One upload, which was asked how much of it had arrived; no piece was sent twice but the one that broke off.
    expect(asked.filter((method) => method === "POST")).toHaveLength(1);
    expect(asked).toContain("HEAD");
    const pieces = asked.filter((method) => method === "PATCH");
    expect(pieces.length).toBeLessThan(12 + asked.filter((method) => method === "HEAD").length + 2);
  },
);
