# One recipe for every process: --build-arg PROJECT=services/rag

ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN find packages services e2e bench -type f ! -name package.json -delete

# Changes only with the dependencies. The workspace's own packages are links, so their sources are
# outside node_modules and Node runs them as they are. The embedded index and the workspace's own
# Node stay out: the index is in Weaviate, and the base image has Node. So do source maps, types and
# the tables of js-tiktoken, of which only its `lite` module is imported.
FROM ${NODE_IMAGE} AS dependencies
RUN npm install --global pnpm@12.21.0
WORKDIR /app
COPY --from=manifests /app ./
ARG PROJECT
RUN --mount=type=cache,target=/pnpm-store \
    CI=true pnpm install --prod --frozen-lockfile --store-dir=/pnpm-store \
      --package-import-method=copy --filter-prod "{./${PROJECT}}..." \
 && rm -rf node_modules/.pnpm/@lancedb+lancedb-linux-* \
      node_modules/.pnpm/node-linux-* node_modules/node-linux-* node_modules/.bin \
 && node scripts/prune-platforms.mjs \
 && rm -rf node_modules/.pnpm/js-tiktoken@*/node_modules/js-tiktoken/dist/index.* \
      node_modules/.pnpm/js-tiktoken@*/node_modules/js-tiktoken/dist/ranks \
 && find node_modules/.pnpm -type f \
      '(' -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' ')' -delete

# Only rag recognises text.
FROM ${NODE_IMAGE} AS services
WORKDIR /app
COPY services services
ARG PROJECT
RUN [ "$PROJECT" = services/rag ] || rm -rf services/rag/models

# The gateway's page is built here, so that its tools stay out of the images.
FROM ${NODE_IMAGE} AS page
RUN npm install --global pnpm@12.21.0
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/pnpm-store \
    CI=true pnpm install --frozen-lockfile --store-dir=/pnpm-store \
      --package-import-method=copy --filter "@lectern/web..."
COPY packages/contracts packages/contracts
COPY packages/web packages/web
COPY README.md SECURITY.md ./
COPY docs/*.md docs/sample-collection.json docs/
COPY docs/guides docs/guides
COPY docs/operations docs/operations
RUN pnpm --filter @lectern/web build

FROM ${NODE_IMAGE}
ARG PROJECT
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000
RUN install -d -o node -g node /var/lib/lectern/blobs /var/lib/lectern/literature /var/lib/lectern/models \
      /var/lib/lectern/backups \
 && install -d -o 10001 -g 10001 /run/lectern-parser
# Tesseract reads the scripts that the recognition models of rag do not know; git and rclone read
# sources.
RUN [ "$PROJECT" != services/rag ] || { apt-get update \
 && apt-get install -y --no-install-recommends tesseract-ocr tesseract-ocr-eng tesseract-ocr-rus \
      ca-certificates git rclone \
 && rm -rf /var/lib/apt/lists/*; }
WORKDIR /app
COPY --from=dependencies /app ./
COPY packages packages
COPY --from=services /app/services services
COPY --from=page /app/packages/web/dist packages/web/dist
# For the image of packages/cli: `docker run IMAGE lectern …`.
RUN printf '#!/bin/sh\nexec node /app/packages/cli/src/main.ts "$@"\n' > /usr/local/bin/lectern \
 && chmod 755 /usr/local/bin/lectern
WORKDIR /app/${PROJECT}
USER node
EXPOSE 8000
# Bash, since the check runs every ten seconds and Node alone starts too slowly on a busy machine.
HEALTHCHECK --interval=10s --timeout=10s --start-period=180s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r _ status _ <&3 && [ \"$status\" = 200 ]"]
CMD ["node", "src/main.ts"]
