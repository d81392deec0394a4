import { join, normalize, sep } from "node:path";

/** The file that a URL refers to, or `null` if it lies outside the folder. */
export function resolveBuiltPath(folder: string, url: string): string | null {
  let pathname: string;
  try {
    pathname = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  const path = normalize(join(folder, pathname));
  return path.startsWith(folder + sep) && !path.includes("\0") ? path : null;
}
