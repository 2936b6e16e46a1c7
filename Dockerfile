# Generated from package.json by `npm run docs`. Do not edit.
# tellback for MCP clients that start their servers in containers; it listens on no port:
#   docker build --tag tellback . && docker run --interactive --rm --volume tellback:/memory tellback

FROM node:24.21-bookworm-slim
ARG VERSION=0.1.0
# git names projects; bubblewrap is a wall of the sandbox for functions.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends bubblewrap git \
  && rm -rf /var/lib/apt/lists/*
RUN npm install --global --ignore-scripts tellback@${VERSION}
RUN install --directory --owner=node --group=node --mode=0700 /memory
USER node
ENV TELLBACK_HOME=/memory
VOLUME /memory
ENTRYPOINT ["tellback"]
CMD ["mcp"]
