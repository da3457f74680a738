# Builds Luntan and runs it as a user of its own. See compose.yaml for a forum with MariaDB.
#   docker build -t luntan . && docker run -p 3000:3000 -v luntan-data:/data luntan

FROM node:20-bookworm-slim AS build
WORKDIR /luntan
# better-sqlite3 is compiled where it has no prebuilt binary.
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3 && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:20-bookworm-slim
# Fewer arenas: what large pictures needed goes back to the system.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /luntan
RUN mkdir /data && chown node:node /data
COPY --from=build /luntan/package.json /luntan/schema.graphql ./
COPY --from=build /luntan/node_modules ./node_modules
COPY --from=build /luntan/dist ./dist
COPY --from=build /luntan/server/cli/luntan.mjs /luntan/server/cli/api.mjs ./server/cli/
COPY --from=build /luntan/sdk ./sdk
COPY --from=build /luntan/plugins/kit ./plugins/kit
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals must reach the server itself.
CMD ["node", "server/cli/luntan.mjs", "start"]
