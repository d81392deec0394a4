import { sep } from "node:path";

export interface PackageFacts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** The running program. */
  readonly program: string;
  /** What the installer of a Linux distribution has noted beside the program: "deb"; null elsewhere. */
  readonly installedAs: string | null;
}

/**
 * Whether this package can put a newer one in its place. An unpacked archive cannot: nobody knows how it got there. That
 * there is an AppImage is not enough: programs that one starts inherit its environment, and would replace it.
 */
export function replacesItself({ platform, env, program, installedAs }: PackageFacts): boolean {
  if (platform === "win32" || platform === "darwin") return true;
  if (platform !== "linux") return false;
  const { APPIMAGE: image, APPDIR: mounted } = env;
  if (image && mounted) return program.startsWith(mounted.endsWith(sep) ? mounted : mounted + sep);
  return installedAs === "deb";
}
