import { ok, warn, type Finding } from "./findings.ts";

/** Longest packet that large texts and batches of rows need, in bytes. */
const PACKET_MIN = 16 * 1_048_576;
/** Connections for a server, the command line beside it, and a second server during a restart. */
const CONNECTIONS_MIN = 30;
/** Data that is so many times as large as its cache is read from the disk again and again. */
const CACHE_SHARE = 8;

interface Variables {
  readonly flush: number;
  readonly localInfile: number;
  readonly packet: number;
  readonly connections: number;
  readonly cache: number;
  readonly doublewrite: number | string;
  readonly isLogged: number;
  readonly logSync: number;
}

/** Looks at the variables of MySQL or MariaDB on which safety and speed depend. */
export async function examineMysqlServer(ask: <T>(sql: string) => Promise<T[]>): Promise<Finding[]> {
  const [variables] = await ask<Variables>(
    `SELECT @@innodb_flush_log_at_trx_commit AS flush, @@local_infile AS localInfile,
       @@max_allowed_packet AS packet, @@max_connections AS connections, @@innodb_buffer_pool_size AS cache,
       @@innodb_doublewrite AS doublewrite, @@log_bin AS isLogged, @@sync_binlog AS logSync`,
  );
  const [size] = await ask<{ bytes: number | string | null }>(
    `SELECT SUM(t.data_length + t.index_length) AS bytes FROM information_schema.tables t
     WHERE t.table_schema = DATABASE()`,
  );
  return [
    examineSafety(variables!),
    ...examineLimits(variables!),
    examineCache(Number(variables!.cache), Number(size?.bytes ?? 0)),
  ];
}

/** A crash of the machine loses nothing if log, pages and replication log are on the disk with each commit. */
function examineSafety({ flush, doublewrite, isLogged, logSync }: Variables): Finding {
  const loose = [
    ...(Number(flush) === 1 ? [] : [`innodb_flush_log_at_trx_commit is ${flush}`]),
    ...(/^(0|off)$/i.test(String(doublewrite)) ? ["innodb_doublewrite is off"] : []),
    ...(Number(isLogged) === 1 && Number(logSync) !== 1 ? [`sync_binlog is ${logSync}`] : []),
  ];
  return loose.length === 0
    ? ok("durability: every commit is on the disk")
    : warn(`durability: ${loose.join(", ")}: a crash may lose what was acknowledged`, "set them to 1 and on");
}

function examineLimits({ localInfile, packet, connections }: Variables): Finding[] {
  const mebibytes = Math.round(Number(packet) / 1_048_576);
  return [
    Number(localInfile) === 1
      ? warn("local_infile: it is on in the server; nothing here needs it", "set local_infile to 0")
      : ok("local_infile: off"),
    Number(packet) < PACKET_MIN
      ? warn(`max_allowed_packet: ${mebibytes} MiB`, "set max_allowed_packet to 16M or more")
      : ok(`max_allowed_packet: ${mebibytes} MiB`),
    Number(connections) < CONNECTIONS_MIN
      ? warn(`max_connections: ${connections}`, `set max_connections to ${CONNECTIONS_MIN} or more`)
      : ok(`max_connections: ${connections}`),
  ];
}

function examineCache(cache: number, data: number): Finding {
  const [ofCache, ofData] = [cache, data].map((bytes) => Math.ceil(bytes / 1_048_576));
  const what = `innodb_buffer_pool_size: ${ofCache} MiB for ${ofData} MiB of data`;
  return data > CACHE_SHARE * cache
    ? warn(
        what,
        "set innodb_buffer_pool_size to half of the memory of a machine that serves the database alone",
      )
    : ok(what);
}
