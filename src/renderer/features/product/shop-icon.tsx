import { tintClass } from "../../components/product-image.js";
import "./sections.css";

/** A shop's tile with the initial of its host. Fetching its favicon would be one more request to each shop. */
export function ShopIcon({ host }: { readonly host: string }) {
  const initial = host.replace(/^www\./, "")[0] ?? "?";
  return (
    <span className={`shop-icon ${tintClass(host)}`} aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  );
}
