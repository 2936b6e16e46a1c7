// The files by which a release is found and installed elsewhere than on npm, made of package.json: server.json for the MCP
// registry, a Dockerfile, and Homebrew's formula. Pure but for reading package.json.

import { createHash } from "node:crypto";
import manifest from "../../package.json" with { type: "json" };

const { name, version, description, license, mcpName, devDependencies } = manifest;

/** The registry takes at most 100 characters. */
const short = description.slice(0, 100);

export function serverJson(): string {
  const server = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    ...{ name: mcpName, title: name, description: short, version },
    packages: [
      {
        ...{ registryType: "npm", identifier: name, version, runtimeHint: "npx" },
        packageArguments: [{ type: "positional", value: "mcp" }],
        environmentVariables: [
          {
            ...{
              name: "TELLBACK_HOME",
              description: "Folder of the memory, by default .tellback in the home folder",
              format: "filepath",
            },
            isRequired: false,
          },
        ],
        transport: { type: "stdio" },
      },
    ],
  };
  return `${JSON.stringify(server, null, 2)}\n`;
}

export function dockerfile(): string {
  const node = devDependencies.node.split(".").slice(0, 2).join(".");
  return `# Generated from package.json by \`npm run docs\`. Do not edit.
# tellback for MCP clients that start their servers in containers; it listens on no port:
#   docker build --tag tellback . && docker run --interactive --rm --volume tellback:/memory tellback

FROM node:${node}-bookworm-slim
ARG VERSION=${version}
# git names projects; bubblewrap is a wall of the sandbox for functions.
RUN apt-get update \\
  && apt-get install --yes --no-install-recommends bubblewrap git \\
  && rm -rf /var/lib/apt/lists/*
RUN npm install --global --ignore-scripts ${name}@\${VERSION}
RUN install --directory --owner=node --group=node --mode=0700 /memory
USER node
ENV TELLBACK_HOME=/memory
VOLUME /memory
ENTRYPOINT ["${name}"]
CMD ["mcp"]
`;
}

/** Of the tarball that was published: its hash is part of the formula. */
export function formula(tarball: Uint8Array): string {
  const sha256 = createHash("sha256").update(tarball).digest("hex");
  const className = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return `class ${className} < Formula
  desc "${description.split(":")[0]?.replace(/^The /, "").replace(/^m/, "M") ?? ""}"
  homepage "https://www.npmjs.com/package/${name}"
  url "https://registry.npmjs.org/${name}/-/${name}-${version}.tgz"
  sha256 "${sha256}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    ENV["TELLBACK_HOME"] = testpath/"memory"
    assert_match version.to_s, shell_output("#{bin}/${name} --version")
    system bin/"${name}", "remember", "--global", "The quay is lit by sodium lamps"
    assert_match "sodium", shell_output("#{bin}/${name} query quay")
    system bin/"${name}", "daemon", "stop"
  end
end
`;
}
