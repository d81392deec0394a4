/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The version that was built. */
  readonly TIDEMARK_VERSION: string;
}
