/** What shops write on whether a thing can be had; beginnings of words, in the languages of many shops. */

const out = [
  "out of stock",
  "sold[- ]?out",
  "currently unavailable",
  "temporarily unavailable",
  // To some, it is about who may have a thing, not about whether it is there.
  "not available(?! to (?:this|these|those|all|every|any|you|your|the|other)\\b)",
  "no longer available",
  "(?:this (?:item|product) is|item|product) (?:currently |temporarily )?unavailable",
  "discontinued",
  "(?:notify|email|tell) me when",
  "notify me",
  "join the waitlist",
  "ausverkauft",
  "vergriffen",
  "nicht (?:mehr )?(?:verfügbar|lieferbar|vorrätig|auf lager|erhältlich)",
  "rupture(?: de stock)?",
  "épuisé",
  "indisponible",
  "plus disponible",
  "agotado",
  "sin stock",
  "no disponible",
  "esaurito",
  "non disponibile",
  "uitverkocht",
  "niet (?:op voorraad|leverbaar|beschikbaar)",
  "slutsåld",
  "slut i lager",
  "udsolgt",
  "utsolgt",
  "ikke på lager",
  "wyprzedan",
  "niedostępn",
  "brak w magazynie",
  "loppuunmyyty",
  "ei saatavilla",
  "esgotado",
  "indisponível",
  "vyprodáno",
  "není skladem",
  "nincs raktáron",
  "elfogyott",
  "tükendi",
  "stokta yok",
  "品切れ",
  "売り切れ",
  "在庫切れ",
  "入荷待ち",
  "在庫なし",
  "нет в наличии",
  "غير متوفر",
  "缺货",
  "售罄",
];

const inStock = [
  "in stock",
  "ready to ship",
  "available now",
  "en existencias",
  "available to order",
  "available for pre-?order",
  "(?:only )?\\d+ left",
  "usually (?:ships|dispatched)",
  "ships (?:within|in|today)",
  "back-?order",
  "pre-?order",
  "auf lager",
  "lagernd",
  "ab lager",
  "vorrätig",
  "sofort (?:lieferbar|verfügbar)",
  "lieferbar",
  "verfügbar",
  "lieferzeit",
  "versandfertig",
  "en stock",
  "disponible",
  "disponibile",
  "disponível",
  "em estoque",
  "em stock",
  "op voorraad",
  "leverbaar",
  "i lager",
  "på lager",
  "finns i lager",
  "dostępn",
  "w magazynie",
  "wysyłka w",
  "varastossa",
  "skladem",
  "raktáron",
  "készleten",
  "stokta",
  "在庫あり",
  "متوفر",
  "有货",
  "в наличии",
];

const buy = [
  "add to (?:cart|bag|basket|trolley)",
  "buy (?:it )?now",
  "order now",
  "book now",
  "reservar",
  "reserve",
  "jetzt buchen",
  "réserver",
  "till kassan",
  "sepete",
  "in den (?:warenkorb|einkaufswagen|korb)",
  "in warenkorb",
  "jetzt kaufen",
  "ajouter au panier",
  "acheter",
  "añadir (?:al carrito|a la cesta|a la bolsa)",
  "agregar al carrito",
  "comprar",
  "aggiungi al carrello",
  "in winkelwagen",
  "lägg i (?:varukorg|kundvagn)",
  "köp",
  "læg i kurv",
  "legg i handlekurv",
  "kjøp",
  "do koszyka",
  "dodaj do koszyka",
  "lisää ostoskoriin",
  "adicionar ao carrinho",
  "do košíku",
  "přidat do košíku",
  "vložit do košíku",
  "kosárba",
  "sepete ekle",
  "カートに入れる",
  "買い物かご",
  "カートに追加",
  "加入购物车",
  "в корзину",
  "keranjang",
];

function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${phrases.join("|")})`, "iu");
}

const outWords = anyOf(out);
const inWords = anyOf(inStock);
const buyWords = anyOf(buy);
const laterWords = /order/i;
/** Alone on its line it says that the thing has gone; in a sentence it may be said of anything. */
const soldAlone =
  /^\W*(?:sold|venduto|vendu|vendido|verkauft|verkocht|såld|solgt|sprzedane|prodáno|satıldı)\W*$/iu;
/** One look decides for most texts. */
export const stockWords = anyOf([
  ...out,
  ...inStock,
  ...buy,
  "sold",
  "vend",
  "verkauft",
  "verkocht",
  "såld",
  "solgt",
  "sprzedane",
  "prodáno",
  "satıldı",
]);

export interface StockWord {
  readonly availability: "in" | "out";
  readonly isControl: boolean;
  /** It can be ordered, and is delivered later. */
  readonly isLater: boolean;
  /** As they stand in the text. */
  readonly words: string;
}

/** What a text says of stock; "not in stock" and "in stock" share words, so what denies is looked for first. */
export function readStockWord(text: string): StockWord | null {
  if (soldAlone.test(text)) return { availability: "out", isControl: false, isLater: false, words: text };
  const denied = outWords.exec(text);
  if (denied !== null) return { availability: "out", isControl: false, isLater: false, words: denied[0] };
  const said = inWords.exec(text);
  if (said !== null) {
    const [words] = said;
    return { availability: "in", isControl: false, isLater: laterWords.test(words), words };
  }
  const offered = buyWords.exec(text);
  return offered === null ? null : { availability: "in", isControl: true, isLater: false, words: offered[0] };
}
