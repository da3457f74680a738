import type { Sentence } from "../core/locale.ts";

const sentence = (zh: string, en: string): Sentence => ({ zh, en });

/** Why a database or a file does not let itself be read, by the codes of drivers and of the system. */
const REASONS: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: sentence("该地址没有数据库应答", "nothing answers at this address"),
  ENOTFOUND: sentence("找不到该主机", "there is no such host"),
  EAI_AGAIN: sentence("找不到该主机", "there is no such host"),
  ETIMEDOUT: sentence("连接超时", "there was no answer in time"),
  ECONNRESET: sentence("连接被中断", "the connection was cut off"),
  PROTOCOL_CONNECTION_LOST: sentence("连接被中断", "the connection was cut off"),
  ER_ACCESS_DENIED_ERROR: sentence("用户名或密码错误", "the user or the password is wrong"),
  ER_DBACCESS_DENIED_ERROR: sentence("该用户无权读取此数据库", "this user may not read the database"),
  ER_BAD_DB_ERROR: sentence("没有这个数据库", "there is no such database"),
  ENOENT: sentence("文件不存在", "there is no such file"),
  EACCES: sentence("没有读取权限", "the server may not read it"),
  EISDIR: sentence("这是一个文件夹", "it is a folder"),
  SQLITE_CANTOPEN: sentence("打不开该文件", "it cannot be opened"),
  SQLITE_CORRUPT: sentence("文件已损坏", "it is damaged"),
};

function because(code: string): Sentence {
  const reason = REASONS[code];
  return reason ? sentence(`：${reason.zh}`, `: ${reason.en}`) : sentence("", "");
}

/** Everything for which a folder, an archive or a source is refused, with what is named in the sentence. */
const PROBLEMS = {
  NO_ROOM: () => sentence("服务器磁盘空间不足。", "There is not enough room on the disk of the server."),
  NO_ROOM_TO_UNPACK: () =>
    sentence(
      "服务器磁盘空间不足，无法解压。",
      "There is not enough room on the disk of the server to unpack the archive.",
    ),
  NOT_ALLOWED: (place: string) =>
    sentence(`服务器没有权限写入 ${place}。`, `The server may not write to ${place}.`),
  DATABASE_STATEMENT: (code: string) =>
    sentence(`数据库拒绝了一条语句（${code}）。`, `A database has refused a statement (${code}).`),
  UNEXPECTED: (message: string) =>
    sentence(
      message ? `发生了意外错误：${message}` : "发生了意外错误。",
      message || "Something went wrong that nobody expected.",
    ),

  ARCHIVE_DAMAGED: (reason: string) =>
    sentence(
      `该文件不是 zip 压缩包，或已损坏（${reason}）。`,
      `The file is no zip archive, or it is damaged (${reason}).`,
    ),
  ARCHIVE_WITHOUT_MANIFEST: () =>
    sentence(
      "压缩包里没有 manifest.json：它不是通用格式的文件夹，或不完整。",
      "The archive has no manifest.json: it is no folder of the neutral format, or not complete.",
    ),
  ARCHIVE_WITH_MANIFESTS: () =>
    sentence("压缩包里有多个 manifest.json。", "The archive has more than one manifest.json."),
  ARCHIVE_TOO_MANY: (most: number) =>
    sentence(`压缩包里的文件超过 ${most} 个。`, `The archive has more than ${most} files.`),
  ARCHIVE_LINK: (name: string) =>
    sentence(
      `压缩包里有链接，或其他不是文件的内容：${name}`,
      `The archive has a link, or something else that is no file: ${name}`,
    ),
  ARCHIVE_ENCRYPTED: () => sentence("无法读取加密的压缩包。", "Encrypted archives cannot be read."),
  ARCHIVE_METHOD: () =>
    sentence("无法读取这种压缩方式。", "The archive is compressed in a way that cannot be read."),
  ARCHIVE_OUTSIDE: (name: string) =>
    sentence(
      `压缩包里有指向文件夹之外的文件名：${name}`,
      `The archive has a name that leads out of its folder: ${name}`,
    ),
  ARCHIVE_BOMB: (name: string) =>
    sentence(
      `压缩包里有文件比看起来大得多：${name}`,
      `A file of the archive is much larger than it looks: ${name}`,
    ),
  ARCHIVE_LENGTH: (name: string) =>
    sentence(
      `压缩包里有文件与声明的长度不符：${name}`,
      `A file of the archive is not as long as it says: ${name}`,
    ),
  ARCHIVE_TWICE: () => sentence("压缩包里有两个同名文件。", "The archive has two files of one name."),

  FOLDER_WITHOUT_MANIFEST: (folder: string) =>
    sentence(
      `${folder} 里没有 manifest.json：它不是通用格式的文件夹，或不完整。`,
      `${folder} has no manifest.json: it is no folder of the neutral format, or not complete.`,
    ),
  MANIFEST_TOO_LONG: (location: string) =>
    sentence(`${location} 过长，不是清单文件。`, `${location} is too long for a manifest.`),
  NOT_JSON: (location: string) => sentence(`${location} 不是 JSON。`, `${location} is not JSON.`),
  FORMAT_VERSION: (folder: string, version: string, own: number) =>
    sentence(
      `${folder} 的格式版本是 ${version}，本程序读取版本 ${own}。`,
      `${folder} has version ${version} of the format; this program reads version ${own}.`,
    ),
  MANIFEST_WRONG: (location: string, reason: Sentence) =>
    sentence(`${location} 不符合格式（${reason.zh}）。`, `${location}: ${reason.en}`),
  ONE_MEMBER: (folder: string, name: string) =>
    sentence(
      `${folder} 是一位成员（${name}）的数据，只能迁入整个论坛的导出。`,
      `${folder} is the export of one member (${name}); only the export of a whole forum can be imported.`,
    ),
  FILE_MISSING: (file: string) => sentence(`缺少 ${file}。`, `${file} is missing.`),
  FILE_CHANGED: (file: string, records: number, expected: number) =>
    sentence(
      `${file} 与清单不符：有 ${records} 行，应为 ${expected} 行，或内容不同。`,
      `${file} is not the file that the manifest names: it has ${records} lines, not ${expected}, or other ones.`,
    ),
  LINE_WRONG: (file: string, line: number, reason: Sentence) =>
    sentence(`${file} 第 ${line} 行：${reason.zh}`, `${file}, line ${line}: ${reason.en}`),

  UNREADABLE_FILE: (location: string, code: string) =>
    sentence(
      `无法读取文件 ${location}（${code}）${because(code).zh}。`,
      `The file ${location} cannot be read (${code})${because(code).en}.`,
    ),
  UNREADABLE_DATABASE: (name: string, code: string) =>
    sentence(
      `无法读取数据库 ${name}（${code}）${because(code).zh}。`,
      `The database ${name} cannot be read (${code})${because(code).en}.`,
    ),
  NO_SQLITE: (location: string) =>
    sentence(`文件 ${location} 不是 SQLite 数据库。`, `The file ${location} is no database of SQLite.`),
  OTHER_DATABASE: (name: string, contents: string) =>
    sentence(
      `这个数据库不是 ${name} 的：缺少它的数据表。`,
      `This database is none of ${name}: it does not have its tables of ${contents}.`,
    ),
  OTHER_PREFIX: (name: string, prefix: string) =>
    sentence(
      `这个数据库里没有以 ${prefix || "空前缀"} 开头的 ${name} 数据表。`,
      `This database has no tables of ${name} that begin with ${prefix || "no prefix"}.`,
    ),
  SEVERAL_FORUMS: (prefixes: string) =>
    sentence(
      `这个数据库里有多个论坛；请在地址末尾用 ?prefix= 指明一个：${prefixes}`,
      `This database has several forums; name one by ?prefix= at the end of the address: ${prefixes}.`,
    ),
  OTHER_FILE: (location: string, name: string, missing: Sentence) =>
    sentence(
      `文件 ${location} 不是 ${name} 的：缺少${missing.zh}。`,
      `The file ${location} is none of ${name}: it has no ${missing.en}.`,
    ),
  DAMAGED_FILE: (location: string) =>
    sentence(`文件 ${location} 已损坏或不完整。`, `The file ${location} is damaged, or not complete.`),
  FILE_WANTED: (name: string, files: Sentence) =>
    sentence(`${name} 从文件读取：请提供${files.zh}。`, `${name} is read from a file: name ${files.en}.`),
  NO_DUMP_IN_FOLDER: (folder: string, names: readonly string[]) =>
    sentence(
      `文件夹 ${folder} 里没有 ${names.join(" 或 ")}。`,
      `The folder ${folder} holds no ${names.join(" or ")}.`,
    ),
  DUMP_WRONG: (location: string, reason: Sentence, line: number, table: string) =>
    sentence(
      `无法读取转储 ${location}：${reason.zh}（第 ${line} 行${table && `，表 ${table}`}）。`,
      `The dump ${location} cannot be read: ${reason.en} (line ${line}${table && `, in table ${table}`}).`,
    ),
  DUMP_CUSTOM: (location: string) =>
    sentence(
      `${location} 是 PostgreSQL 的自定义格式转储；请转为纯文本：pg_restore -f dump.sql FILE`,
      `${location} is a dump in the custom format of PostgreSQL; make a plain one of it: pg_restore -f dump.sql FILE`,
    ),
  DUMP_ARCHIVE: (location: string) =>
    sentence(
      `${location} 是一个归档文件；请解包后提供其文件夹或其中的转储。`,
      `${location} is an archive; unpack it, and name its folder, or the dump in it.`,
    ),
  MONGO_OBJECT: (text: string) =>
    sentence(`导出文件里有一个对象不是 JSON：${text}`, `This export has an object that is not JSON: ${text}`),
  MONGO_OTHER: () =>
    sentence(
      "该文件不是 MongoDB 的导出：除对象外还有其他内容。",
      "This file is no export of MongoDB: it has more than objects.",
    ),
  MONGO_LONG: () =>
    sentence(
      "导出文件里有一个对象过长，或没有结尾。",
      "This export has an object that is too long, or no end.",
    ),
  MONGO_SHORT: () =>
    sentence(
      "导出文件在一个对象中间结束：它不完整。",
      "This export ends within an object: it is not complete.",
    ),
  NO_READER: (source: string) => sentence(`无法读取 ${source}。`, `There is no reader for ${source}.`),
  NO_GROUP: () => sentence("来源中没有成员所属的用户组。", "The source has no group for its members."),
  KEY_WRONG: () =>
    sentence(
      "原站密钥应为 base64 编码的 32 字节。",
      "The key of the old site is 32 bytes, written in base64.",
    ),
  ZONE_WRONG: (zone: string) => sentence(`没有时区 ${zone}。`, `There is no time zone ${zone}.`),
  ADDRESS_WANTED: () =>
    sentence(
      "请填写原站地址：附件要从那里下载。",
      "Give the address of the old site: files are fetched from there.",
    ),
  SITE_SILENT: (site: string, reason: string) =>
    sentence(
      `${site} 没有应答（${reason}）。请重新运行：会从缺少的文件继续。`,
      `${site} does not answer (${reason}). Run the same command again: it goes on with the files that are missing.`,
    ),
  NO_MAPPING: (location: string) =>
    sentence(
      `没有文件 ${location}；试运行会写出 mapping.json。`,
      `There is no file ${location}; a dry run writes mapping.json.`,
    ),
  MAPPING_TOO_LONG: (location: string) =>
    sentence(`${location} 过长，不是映射文件。`, `${location} is too long for a mapping.`),
  MAPPING_NOT_JSON: (location: string, reason: string) =>
    sentence(`${location} 不是 JSON：${reason}`, `${location} is not JSON: ${reason}`),
  MAPPING_WRONG: (location: string, place: string, reason: Sentence) =>
    sentence(
      `${location}：${place && `${place}：`}${reason.zh}`,
      `${location}: ${place && `${place}: `}${reason.en}`,
    ),
  NOT_EMPTY: () =>
    sentence(
      "论坛已有成员。社区只能迁入空论坛：请用新的 DATA_DIR 或空数据库。",
      "This forum has members already. A community moves into an empty forum: name a new DATA_DIR, or an empty database.",
    ),
} as const;

/** Names of reasons for which a community is refused. */
export type ProblemCode = keyof typeof PROBLEMS;

/** A reason for which a community is refused: a name, and a sentence in both languages that names what is wrong. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly sentence: Sentence,
    options?: ErrorOptions,
  ) {
    super(sentence.en, options);
  }
}

/** Puts the sentence of a reason together. */
export function sentenceFor<C extends ProblemCode>(
  code: C,
  ...named: Parameters<(typeof PROBLEMS)[C]>
): Sentence {
  return (PROBLEMS[code] as (...values: unknown[]) => Sentence)(...named);
}

/** Makes the error for a reason. */
export function problem<C extends ProblemCode>(code: C, ...named: Parameters<(typeof PROBLEMS)[C]>): Problem {
  return new Problem(code, sentenceFor(code, ...named));
}

/** Makes the error for a reason that another error has. */
export function problemBy<C extends ProblemCode>(
  cause: unknown,
  code: C,
  ...named: Parameters<(typeof PROBLEMS)[C]>
): Problem {
  return new Problem(code, sentenceFor(code, ...named), { cause });
}

/** Gives the code of an error of the system or of a driver; its message without one. */
export function codeOf(error: unknown): string {
  const { code, message = "" } = error as { code?: string; message?: string };
  return code ?? message;
}
