import { join, normalize, sep } from "node:path";

/** The file that a URL refers to, or `null` if it lies outside the folder. */
export function builtPath(folder: string, url: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(new URL(url).pathname);
  } catch {
    return null;
  }
  const path = normalize(join(folder, name));
  return path.startsWith(folder + sep) && !path.includes("\0") ? path : null;
}
