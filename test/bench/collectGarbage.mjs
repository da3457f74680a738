/** Loaded before a server whose memory is measured: collects garbage when asked to. Needs --expose-gc. */
process.on("SIGUSR2", () => globalThis.gc());
