import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const tools = (await import(join(process.cwd(), "scripts/lib/package/update-metadata.mjs"))) as {
  completeMetadata(content: string, file: string, staging?: number): string;
  signContent(content: string, privateKey: string): string;
  generateSigningKey(): { privateKey: string; publicKey: string };
};
export const { completeMetadata, generateSigningKey, signContent } = tools;

export interface Release {
  readonly version: string;
  readonly notes?: string;
  /** The content of the package. */
  readonly content?: Buffer;
  readonly staging?: number;
  /** The name of the signed metadata file. */
  readonly file?: string;
  readonly url?: string;
}

/** Metadata as the packager writes it, complete but not signed. */
export function buildMetadata({
  version,
  notes,
  content,
  staging,
  file = "latest-linux.yml",
  url,
}: Release): string {
  const bytes = content ?? Buffer.from(`Tidemark ${version}`);
  const sha512 = createHash("sha512").update(bytes).digest("base64");
  const lines = [
    `version: ${version}`,
    "files:",
    `  - url: ${url ?? `Tidemark-${version}.AppImage`}`,
    `    sha512: ${sha512}`,
    `    size: ${bytes.length}`,
    ...(notes === undefined ? [] : [`releaseNotes: ${JSON.stringify(notes)}`]),
    "releaseDate: '2026-11-01T00:00:00.000Z'",
  ];
  return completeMetadata(`${lines.join("\n")}\n`, file, staging);
}

export interface UpdateServer {
  readonly url: string;
  /** The path of each request, and its headers as JSON. */
  readonly requests: { readonly path: string; readonly headers: string }[];
  /** The served files by path, without the leading slash. */
  readonly files: Map<string, string | Buffer>;
  /** Only the first half of the file at this path is sent. */
  truncatedPath: string | null;
  /** Every request fails with this status. */
  failStatus: number | null;
  close(): Promise<void>;
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const requests: UpdateServer["requests"] = [];
  const files = new Map<string, string | Buffer>();
  const http = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname.slice(1);
    requests.push({ path, headers: JSON.stringify(request.headers) });
    const file = files.get(path);
    if (server.failStatus !== null) response.writeHead(server.failStatus).end(file);
    else if (file === undefined) response.writeHead(404).end();
    else if (path === server.truncatedPath) sendHalf(response, file);
    else response.end(file);
  });
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const server: UpdateServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    requests,
    files,
    truncatedPath: null,
    failStatus: null,
    close: () => {
      http.closeAllConnections();
      return new Promise((done) => http.close(() => done()));
    },
  };
  return server;
}

function sendHalf(response: ServerResponse, file: string | Buffer): void {
  response.writeHead(200, { "content-length": file.length });
  response.write(file.slice(0, file.length / 2));
}

/** Publishes a release on the server: the metadata, its signature and the package. */
export function publishRelease(server: UpdateServer, release: Release, privateKey: string): void {
  const file = "latest-linux.yml";
  const content = buildMetadata(release);
  server.files.set(file, content);
  server.files.set(`${file}.sig`, signContent(content, privateKey));
  const bytes = release.content ?? Buffer.from(`Tidemark ${release.version}`);
  server.files.set(`Tidemark-${release.version}.AppImage`, bytes);
}
