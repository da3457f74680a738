import type { BodyReferences } from "../../server/transfer/bodies/body.ts";

/**
 * Things that the texts of these tests name: members 7 ada, 8 “老王_2”; thread 12 here 112; posts 33 (reply 3 of thread 112), 30 (the
 * thread's own text), 31 (a comment); pictures 174 and 603, file 175.
 */
export const references: BodyReferences = {
  attachment(id) {
    const files = new Map<number | string, { id: number; name: string; isImage: boolean }>([
      [174, { id: 1174, name: "cat.png", isImage: true }],
      [603, { id: 1603, name: "chart.png", isImage: true }],
      [175, { id: 1175, name: "plan [v2].pdf", isImage: false }],
      [0, { id: 1000, name: "zero.png", isImage: true }],
      ["1b2c3d4e", { id: 1501, name: "upload.jpg", isImage: true }],
      ["/assets/uploads/files/1600000000000-dog.png", { id: 1601, name: "dog.png", isImage: true }],
      ["/assets/uploads/files/1600000000001-plan.pdf", { id: 1602, name: "plan.pdf", isImage: false }],
      ["9b4d1a62b2f8a5d1e1f7c3b5a4d2e6f708192a3b", { id: 1701, name: "sea.jpeg", isImage: true }],
      ["0000000000000000000000000000000000000001", { id: 1702, name: "notes.pdf", isImage: false }],
    ]);
    return files.get(id) ?? null;
  },
  member(idOrName) {
    const members = [
      { id: 107, source: 7, name: "ada" },
      { id: 108, source: 8, name: "老王_2" },
    ];
    return members.find(({ source, name }) => idOrName === source || idOrName === name) ?? null;
  },
  post(id) {
    if (id === 33) return { threadId: 112, postId: 233, number: 3, authorName: "ada" };
    if (id === 30) return { threadId: 112, postId: null, number: null, authorName: "ada" };
    if (id === 31) return { threadId: 112, postId: 231, number: null, authorName: "老王_2" };
    return null;
  },
  thread: (id) => (id === 12 ? { id: 112, title: "Hello" } : null),
  floor: (threadId, number) => (threadId === 12 && number === 4 ? references.post(33) : null),
  topic: (id) => (id === 3 ? "旅行" : null),
  smiley: (code) => (code === "{:1_1:}" ? "![呵呵](luntan-file:1900)" : null),
};
