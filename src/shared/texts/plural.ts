/** The form for one thing, or the one for any other number; enough for English and German. */
export function oneOrMore<T>(count: number, one: T, more: T): T {
  return count === 1 ? one : more;
}
