# The server as a container: docs/operations/containers.md. "npm run check:container" takes the same steps without Docker.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:${NODE_VERSION}-bookworm-slim
# Strapi's command line makes a folder for settings of its own, and complains where it cannot.
ENV NODE_ENV=production STRAPI_TELEMETRY_DISABLED=true XDG_CONFIG_HOME=/tmp/.config
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/tsconfig.json /app/favicon.png ./
COPY --from=build /app/public ./public
COPY --from=build /app/database ./database
COPY --from=build /app/dist ./dist
# What of the plugin is not compiled: where Strapi finds it.
COPY --from=build /app/src/plugins/content-delivery/package.json /app/src/plugins/content-delivery/strapi-server.js ./src/plugins/content-delivery/
# All that it writes, beside /tmp: uploaded files, and SQLite where that is the database.
RUN mkdir -p .tmp public/uploads && chown node:node .tmp public/uploads
VOLUME ["/app/.tmp", "/app/public/uploads"]
USER node
EXPOSE 1337
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 1337) + '/_health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, which would end before the server.
CMD ["node", "dist/commands/start/index.js"]
