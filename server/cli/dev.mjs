import { createServer as createHttpServer, request as httpRequest } from "node:http";
import { resolve } from "node:path";
import { createRunnableDevEnvironment, createServer as createViteServer } from "vite";

/** Changes that come together are one change. */
const SETTLE_MS = 60;
/** Decorators register in these global stores; importing the server again must find them empty. */
const DECORATOR_STORES = [
  "TypeGraphQLMetadataStorage",
  "typeormMetadataArgsStorage",
  "classValidatorMetadataStorage",
];
const STOP_WITHIN_MS = 8_000;

/**
 * Serves the forum with hot reload: Vite answers for the client's modules, and everything else goes to the server, which
 * the same process imports again whenever one of its files changes.
 */
export async function serveWithReload(root) {
  const port = Number(process.env.PORT ?? 3000);
  const host = process.env.HOST ?? "127.0.0.1";
  const front = createHttpServer();
  const vite = await createViteServer({
    root,
    configFile: resolve(root, "vite.config.ts"),
    appType: "custom",
    environments: { server: inProcess(), renderer: inProcess() },
    server: {
      middlewareMode: true,
      hmr: { server: front },
      watch: { ignored: ["**/data/**", "**/dist/**", "**/test/**"] },
    },
  });
  const server = new ReloadingServer(vite);
  front.on("request", (request, response) => {
    vite.middlewares(request, response, () => void forward(server, request, response));
  });
  vite.watcher.on("all", (_event, file) => {
    if (/[\\/](server|shared|migrations)[\\/].*\.ts$/.test(file)) server.reloadSoon();
    // The next page imports what it renders with anew.
    else if (/[\\/]client[\\/]/.test(file)) vite.environments.renderer.runner.clearCache();
  });
  await new Promise((done, failed) => front.once("error", failed).listen(port, host, done));
  await server.start();
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    front.close();
    await server.stop();
    await vite.close();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

/** Modules that run in this process; packages are left to Node. Nothing is patched while it runs: it is imported again. */
function inProcess() {
  return {
    consumer: "server",
    resolve: { external: true, noExternal: [] },
    dev: {
      createEnvironment: (name, config) =>
        createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
    },
  };
}

/** The server as it is now; while it changes, requests wait for the next one. */
class ReloadingServer {
  #vite;
  #running = null;
  #ready = Promise.resolve();
  #timer = null;

  constructor(vite) {
    this.#vite = vite;
  }

  /** Port of the running server. @throws what kept it from starting. */
  async port() {
    await this.#ready;
    if (!this.#running) throw new Error("The server did not start; its console says why.");
    return this.#running.port;
  }

  start() {
    this.#ready = this.#ready.then(() => this.#replace());
    return this.#ready;
  }

  reloadSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.start(), SETTLE_MS);
  }

  async stop() {
    await this.#ready;
    await this.#running?.close();
    this.#running = null;
  }

  async #replace() {
    const began = performance.now();
    const again = this.#running !== null;
    try {
      await this.#running?.close();
      this.#running = null;
      for (const store of DECORATOR_STORES) delete globalThis[store];
      const { runner } = this.#vite.environments.server;
      runner.clearCache();
      const { serveForDevelopment } = await runner.import("/server/cli/devServer.ts");
      this.#running = await serveForDevelopment(this.#vite);
      console.log(`server ${again ? "reloaded" : "started"} in ${Math.round(performance.now() - began)} ms`);
    } catch (error) {
      this.#vite.ssrFixStacktrace(error);
      console.error(error);
    }
  }
}

async function forward(server, request, response) {
  try {
    const port = await server.port();
    const { method, url: path, headers } = request;
    const onward = httpRequest({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", (error) => fail(response, error));
    request.pipe(onward);
  } catch (error) {
    fail(response, error);
  }
}

function fail(response, error) {
  if (!response.headersSent) response.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
  response.end(error.message);
}
