# syntax=docker/dockerfile:1
# Tabpoint in a container. All data is in /data. See deploy/README.md.

# The build does not depend on the platform, so it runs on that of the builder.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY scripts/ensureInstalled.mjs scripts/
RUN node --eval "import('./scripts/ensureInstalled.mjs').then((install) => install.ensureInstalled())"
COPY . .
RUN npm run package

# The packages that are not bundled, with the database library of the target platform only.
FROM node:24-bookworm-slim AS packages
WORKDIR /opt/tabpoint
COPY --from=build /source/dist/package ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN cd node_modules/better-sqlite3-13 \
  && rm -rf deps src node_modules \
  && find prebuilds -type f ! -name "linux-$(node --print process.arch).node" -delete \
  && find .. -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' ! -iname 'licen*' \) -delete \
  && node --eval "new (require('better-sqlite3-13'))(':memory:')"

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Tabpoint" \
  org.opencontainers.image.description="Turns a spreadsheet into an API" \
  org.opencontainers.image.licenses="MIT"
# npm and yarn are removed, as nothing is installed or built in the final image.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn-* \
  && mkdir -m 700 /data && chown node:node /data \
  && ln -s /opt/tabpoint/bin/tabpoint.cjs /usr/local/bin/tabpoint
COPY --from=packages /opt/tabpoint /opt/tabpoint
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
WORKDIR /opt/tabpoint
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tabpoint"]
CMD ["start"]
