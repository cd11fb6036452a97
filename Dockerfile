# The server as a container: docs/operations/containers.md. "npm run check:container" takes the same steps without Docker.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# What a release has, without its dependencies a layer of its own: those seldom change.
RUN npm run release:archive -- --folder /release && mv /release/node_modules /dependencies

FROM node:${NODE_VERSION}-bookworm-slim
# Strapi's command line makes a folder for settings of its own, and complains where it cannot.
ENV NODE_ENV=production STRAPI_TELEMETRY_DISABLED=true XDG_CONFIG_HOME=/tmp/.config
WORKDIR /app
COPY --from=build /dependencies ./node_modules
COPY --from=build /release ./
# All that it writes, beside /tmp: uploaded files, and SQLite where that is the database.
RUN mkdir -p .tmp public/uploads && chown node:node .tmp public/uploads
VOLUME ["/app/.tmp", "/app/public/uploads"]
USER node
EXPOSE 1337
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 1337) + '/_health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, which would end before the server. The option: docs/operations/without-containers.md#under-a-supervisor
CMD ["node", "--max-semi-space-size=16", "dist/commands/start/index.js"]
