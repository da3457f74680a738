# Makes a release of Luntan and runs it as a user of its own. See compose.yaml for a forum with MariaDB.
#   docker build -t luntan . && docker run -p 3000:3000 -v luntan-data:/data luntan

FROM node:24-bookworm-slim AS build
WORKDIR /luntan
# better-sqlite3 is compiled where it has no prebuilt binary.
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3 && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run release -- --folder --to /releases && mv /releases/luntan-* /release

FROM node:24-bookworm-slim
# Fewer arenas: what large pictures needed goes back to the system.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /luntan
# Draws the titles on the pictures of threads that other sites show.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-wqy-microhei && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown node:node /data
COPY --from=build /release ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=6s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: signals must reach the server itself.
CMD ["node", "luntan.mjs", "start"]
