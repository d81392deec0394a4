const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "Mac"],
  [/CrOS/, "Chromebook"],
  [/Linux/, "Linux"],
];

/** Browsers also name those that they descend from, so the first match counts. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Firefox|FxiOS/, "Firefox"],
  [/Edg/, "Edge"],
  [/SamsungBrowser/, "Samsung"],
  [/OPR/, "Opera"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];

/** Proposes a device's name, such as “iPhone · Safari”. */
export function deviceNameOf(userAgent: string): string {
  const find = (names: typeof systems) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [];
  return [find(systems), find(browsers)].flat().join(" · ");
}
