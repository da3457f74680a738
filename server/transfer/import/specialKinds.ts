import { rename, rm, stat } from "node:fs/promises";
import type { Context } from "../../core/context.ts";
import { locationOf } from "../../features/attachments/storage.ts";
import type { AccountKind } from "../../features/money/ledger/account.entity.ts";
import { post, type Leg } from "../../features/money/ledger/ledger.service.ts";
import type { TransactionKind } from "../../features/money/ledger/transaction.entity.ts";
import type { SealedPassword } from "../../features/auth/passwords/foreignCheck.ts";
import type { ForeignScheme } from "../../features/auth/passwords/foreignPassword.entity.ts";
import {
  storeForeignPasswords,
  type ImportedPassword,
} from "../../features/auth/passwords/foreignPassword.service.ts";
import { sealForeignPassword } from "../../features/auth/passwords/foreignSeal.ts";
import type { FormerSource } from "../../features/old-addresses/oldAddress.entity.ts";
import { recordOldAddresses, setFormerForum } from "../../features/old-addresses/oldAddress.service.ts";
import { setPasswordHash } from "../../features/users/members/member.service.ts";
import { copySummed, sha256Of, type NeutralFolder } from "../format/folder.ts";
import type { RecordOf } from "../format/records.ts";
import type { SliceWriter } from "./writeKind.ts";

/** Files that are copied at the same time. */
const COPIES = 4;

/** Gives the writer of files: copies each into the folder of the forum, and compares its sum. */
export function fileWriter(folder: NeutralFolder): SliceWriter<"files"> {
  return async (ctx, { fresh, changed }) => {
    const waiting = [...fresh, ...changed];
    const copy = async (): Promise<void> => {
      for (let file = waiting.pop(); file; file = waiting.pop()) await copyIn(ctx, folder, file);
    };
    await Promise.all(Array.from({ length: COPIES }, copy));
    return () => Promise.resolve();
  };
}

async function copyIn(ctx: Context, folder: NeutralFolder, file: RecordOf<"files">): Promise<void> {
  const target = locationOf(ctx.services.filesDir, file.path);
  const existing = await stat(target).catch(() => null);
  if (existing?.size === file.bytes && (await sha256Of(target)) === file.sha256) return;
  const part = `${target}.part`;
  try {
    const { sha256 } = await copySummed(folder.location(file.path), part, { flush: true });
    if (sha256 !== file.sha256)
      throw new Error(`files/${file.path} is not the file that files.ndjson names: its sum differs.`);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Gives the leg of a posting for an entry. */
function legOf({ account, memberId, amountCents, as }: RecordOf<"transactions">["entries"][number]): Leg {
  return {
    kind: account as AccountKind,
    amountCents,
    ...(memberId !== null && { ownerId: memberId }),
    ...(as !== null && { as: as as TransactionKind }),
  };
}

/** Writes movements of money through the ledger, in their order, with their time and who caused them. */
export const writeTransactions: SliceWriter<"transactions"> = (_ctx, { fresh, changed }) => {
  const [first] = changed;
  if (first)
    throw new Error(
      `transactions: ${first.reference} is other than at the last run. Books are never changed: run \`luntan import --undo\`, and import again.`,
    );
  return Promise.resolve(async (ctx) => {
    for (const { reference, kind, memo, actorId, createdAt, entries } of fresh) {
      const posting = { kind: kind as TransactionKind, reference, memo, actorId, legs: entries.map(legOf) };
      const { isNew } = await post({ ...ctx, now: new Date(createdAt) }, posting).catch((error: unknown) => {
        throw new Error(`transactions: ${reference}: ${(error as Error).message}`, { cause: error });
      });
      if (!isNew) throw new Error(`transactions: ${reference} comes twice.`);
    }
  });
};

/** Hashes that are wrapped at the same time, in the pool of threads. */
const SEALED_TOGETHER = 2;

/**
 * Gives the writer of password hashes: ours as they are, those of other programs beside them until their first right
 * password.
 * @param refuse is told of members whose hash nothing can check: they have to set a password again
 */
export function credentialWriter(refuse: (memberId: number) => void): SliceWriter<"credentials"> {
  return async (_ctx, { fresh, changed }) => {
    const records = [...fresh, ...changed];
    const own = records.filter(({ scheme }) => scheme === "luntan");
    const waiting = records.filter(({ scheme }) => scheme !== "luntan");
    const sealed: ImportedPassword[] = [];
    const seal = async (): Promise<void> => {
      for (let each = waiting.pop(); each; each = waiting.pop()) {
        const password = await sealedOf(each);
        if (password) sealed.push({ userId: each.memberId, ...password });
        else refuse(each.memberId);
      }
    };
    await Promise.all(Array.from({ length: SEALED_TOGETHER }, seal));
    return async (ctx) => {
      for (const { memberId, hash } of own) await setPasswordHash(ctx, memberId, hash);
      await storeForeignPasswords(ctx, sealed);
    };
  };
}

function sealedOf({
  scheme,
  hash,
  salt,
  charset,
}: RecordOf<"credentials">): SealedPassword | null | Promise<SealedPassword | null> {
  const [kind, isWrapped] = scheme.split("+") as [ForeignScheme, string | undefined];
  if (!isWrapped) return sealForeignPassword(kind, hash, salt, charset);
  return hash.startsWith("$argon2") ? { scheme: kind, hash, salt, charset } : null;
}

/** Writes the forums before, whose addresses lead to the pages here that have the same ids. */
export const writeFormerForums: SliceWriter<"formerForums"> = (_ctx, { fresh, changed }) =>
  Promise.resolve(async (ctx) => {
    for (const { software, ...forum } of [...fresh, ...changed])
      await setFormerForum(ctx, { ...forum, source: software as FormerSource });
  });

/** Writes addresses of the forum before, by which its links go on. */
export const writeOldAddresses: SliceWriter<"oldAddresses"> = (_ctx, { fresh, changed }) =>
  Promise.resolve((ctx) =>
    recordOldAddresses(
      ctx,
      [...fresh, ...changed].map(({ address, target }) => ({ url: address, target })),
    ),
  );
