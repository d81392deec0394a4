/** What ends each line and leads its name in the legend: colour alone does not tell eight lines apart for everybody. */
const paths = [
  "M5 1a4 4 0 1 0 0 8a4 4 0 1 0 0-8z",
  "M1.5 1.5h7v7h-7z",
  "M5 .8L9.4 8.8H.6z",
  "M5 0L10 5L5 10L0 5z",
  "M5 9.2L9.4 1.2H.6z",
  "M5 0L6.3 3.5L10 3.8L7.2 6.2L8.1 10L5 7.9L1.9 10L2.8 6.2L0 3.8L3.7 3.5z",
  "M3.5 0.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
  "M5 .5L9.6 3.8L7.9 9.2H2.1L.4 3.8z",
] as const;

/** The side of the box that each path is drawn in. */
export const shapeSize = 10;

export function shapePath(index: number): string {
  return paths[index % paths.length] ?? paths[0];
}
