import { sep } from "node:path";

export interface PackageFacts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Path of the running executable. */
  readonly executable: string;
  /** The package type noted beside the executable, such as "deb"; null without a note. */
  readonly packageType: string | null;
}

/**
 * Whether this package can replace itself with a newer version. An unpacked archive cannot, because its origin is
 * unknown. `APPIMAGE` alone proves nothing: programs started by another AppImage inherit its environment, and would
 * replace it.
 */
export function canReplaceItself({ platform, env, executable, packageType }: PackageFacts): boolean {
  if (platform === "win32" || platform === "darwin") return true;
  if (platform !== "linux") return false;
  const { APPIMAGE: imagePath, APPDIR: mountPath } = env;
  if (imagePath && mountPath)
    return executable.startsWith(mountPath.endsWith(sep) ? mountPath : mountPath + sep);
  return packageType === "deb";
}
