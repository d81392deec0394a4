import "./shop-icon.css";

const tints = 4;

/** The initial of a shop's host: A for `www.alder.example`. */
function letterOf(host: string): string {
  return (host.replace(/^www\./, "")[0] ?? "?").toUpperCase();
}

/** Each shop has the same tint everywhere. */
function tintOf(host: string): number {
  let sum = 0;
  for (const character of host) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return (sum % tints) + 1;
}

/** A shop's tile. Its favicon is not fetched: that would be one more request to each shop. */
export function ShopIcon({ host }: { readonly host: string }) {
  return (
    <span className={`shop-icon tint-${tintOf(host)}`} aria-hidden="true">
      {letterOf(host)}
    </span>
  );
}
