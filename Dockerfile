# The server with the editor in it, for a PostgreSQL of its own: see compose.yaml and docs/operating.md.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npx -y pnpm@12 install --frozen-lockfile && node scripts/pack.mjs /packed --only trilho
# The database is another container: the programs of the embedded one stay out.
RUN npm install --prefix /app --omit=dev --omit=optional --ignore-scripts /packed/trilho-*.tgz

FROM debian:bookworm-slim
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin trilho && install -d -m 0700 -o trilho /data
USER trilho
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4400 TRILHO_DATA_DIR=/data
VOLUME /data
EXPOSE 4400
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/trilho/server/dist/bundle/main.js"]
