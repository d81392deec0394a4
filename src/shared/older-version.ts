/** Whether a version is older than another: `0.9.0` than `0.10.0`. */
export function isOlderVersion(version: string, other: string): boolean {
  return version.localeCompare(other, undefined, { numeric: true }) < 0;
}
