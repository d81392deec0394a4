import type { OutgoingHttpHeaders } from "node:http";
import {
  Provider,
  type ProviderRuntimeOptions,
  parseUpdateInfo,
  resolveFiles,
} from "electron-updater/out/providers/Provider.js";
import type { ResolvedUpdateFileInfo, UpdateInfo } from "electron-updater/out/types.js";
import { readSignedMetadata } from "./signed-metadata.js";
import { classifyUpdateError, UpdateFailure } from "./update-failure.js";
import { isSecure, type UpdateSource } from "./update-source.js";

/** Fetches metadata and its signature, and passes only verified metadata to the updater. */
class SignedProvider extends Provider<UpdateInfo> {
  readonly #source: UpdateSource;

  constructor(source: UpdateSource, runtimeOptions: ProviderRuntimeOptions) {
    super(runtimeOptions);
    this.#source = source;
  }

  /** Removes an id of this installation. Staged rollouts do not need it, because the client itself decides. */
  override setRequestHeaders(value: OutgoingHttpHeaders | null): void {
    const { "x-user-staging-id": _stagingId, ...headers } = value ?? {};
    super.setRequestHeaders(headers);
  }

  override async getLatestVersion(): Promise<UpdateInfo> {
    const file = `${this.getDefaultChannelName()}.yml`;
    const content = (await this.#fetch(file)) ?? "";
    const signature = await this.#fetch(`${file}.sig`).catch(nullIfNotFound);
    const { key, url } = this.#source;
    const parse = (text: string) => parseUpdateInfo(text, file, new URL(file, url));
    return readSignedMetadata({ file, content, signature }, key, parse) as unknown as UpdateInfo;
  }

  override resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    const files = resolveFiles(info, this.#source.url);
    if (!files.every(({ url }) => isSecure(url))) throw new UpdateFailure("insecure-address");
    return files;
  }

  #fetch(file: string): Promise<string | null> {
    const url = new URL(file, this.#source.url);
    // Bypasses caches on the way.
    url.searchParams.set("now", Date.now().toString(36));
    return this.httpRequest(url);
  }
}

/** A provider class with the constructor that the updater expects. */
export function createSignedProvider(source: UpdateSource) {
  return class extends SignedProvider {
    constructor(_options: unknown, _updater: unknown, runtimeOptions: ProviderRuntimeOptions) {
      super(source, runtimeOptions);
    }
  };
}

function nullIfNotFound(error: unknown): null {
  if (classifyUpdateError(error) === "not-found") return null;
  throw error;
}
