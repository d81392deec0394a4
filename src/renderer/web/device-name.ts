const systems = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"];
/** Browsers also name those that they descend from, so the first match counts. */
const browsers = ["Firefox", "Edg", "Samsung", "Chrome", "Safari"];

/** Proposes a device's name, such as “iPhone · Safari”. */
export function deviceNameOf(userAgent: string): string {
  const names = [systems, browsers].flatMap((each) => each.find((name) => userAgent.includes(name)) ?? []);
  return names.join(" · ").replace("Edg", "Edge");
}
