/** What shops write about stock. */

interface Phrases {
  readonly out?: string;
  readonly in?: string;
  /** Sold, but in the shop's stores only. */
  readonly store?: string;
  /** On the button that buys. */
  readonly buy?: string;
}

/** By language. A phrase may be the beginning of a longer word. */
const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    store:
      "(?:this (?:item|product) is )?(?:(?:only|exclusively) (?:available|sold) in[- ](?:our )?stores?|available (?:only |exclusively )in[- ](?:our )?stores?|(?:available )?in[- ]stores? only)",
    // "Not available to …" and "in all countries" are about who can buy it.
    out: "out of stock|sold[- ]?out|(?:currently|temporarily) unavailable|not available(?! (?:to|in) (?:this|these|those|all|every|any|you|your|the|other)\\b)|no longer available|(?:this (?:item|product) is|item|product) unavailable|discontinued|(?:notify|email|tell) me when|notify me|join the waitlist",
    in: "in stock|ready to ship|available now|available to order|available for pre-?order|(?:only )?\\d+ left|usually (?:ships|dispatched)|ships (?:within|in|today)|ship when it['’]s available|back-?order|pre-?order",
    buy: "add to (?:cart|bag|basket|trolley)|buy (?:it )?now|order now|book now|reserve(?!d)",
  },
  de: {
    store:
      "(?:dieser artikel ist |dieses produkt ist )?(?<!nicht )(?:nur|ausschließlich) (?:noch )?(?:im|in (?:der|den|unseren|ausgewählten)) (?:märkten|markt|filialen?|läden|laden|geschäft(?:en)?) (?:erhältlich|verfügbar)",
    out: "ausverkauft|vergriffen|nicht (?:mehr )?(?:verfügbar|lieferbar|vorrätig|auf lager|erhältlich)|benachrichtig\\p{L}*(?: sie)?(?: mich)?$|benachrichtig.{0,40}(?:verfügbar|lieferbar|lager)",
    in: "auf lager|lagernd|ab lager|vorrätig|sofort (?:lieferbar|verfügbar)|lieferbar|verfügbar|lieferzeit|versandfertig",
    buy: "in (?:den )?warenkorb|in (?:den|die) (?:einkaufs(?:wagen|tasche)|korb)|jetzt (?:kaufen|buchen)",
  },
  fr: {
    store:
      "(?:disponible )?(?:uniquement|exclusivement|seulement) en magasins?|(?:uniquement|exclusivement|seulement) disponible en magasins?",
    out: "rupture|épuisé|indisponible|plus disponible|(?:m['’](?:alerter|avertir)|me prévenir|prévenez-moi|alertez-moi).{0,30}(?:stock|dispo|retour)",
    in: "en stock|disponible",
    buy: "ajouter au panier|acheter|réserver",
  },
  es: {
    store:
      "(?:disponible )?(?:solo|sólo|únicamente) en tiendas?|(?:solo|sólo|únicamente) disponible en tiendas?",
    out: "agotado|sin stock|no disponible|avísame cuando.{0,20}(?:disponible|stock)",
    in: "en existencias|disponible",
    buy: "añadir (?:al carrito|a la cesta|a la bolsa)|agregar al carrito|comprar|reservar",
  },
  it: {
    store:
      "(?:disponibile )?(?:solo|esclusivamente) (?:in|nei) negozi[oi]?|(?:solo|esclusivamente) disponibile in negozio",
    out: "esaurito|non disponibile|avvisami quando.{0,20}disponibile",
    in: "disponibile",
    buy: "aggiungi al carrello",
  },
  pt: {
    out: "esgotado|indisponível",
    in: "disponível|em estoque|em stock",
    buy: "adicionar ao carrinho|comprar",
  },
  nl: {
    store: "(?:alleen|uitsluitend) (?:verkrijgbaar |beschikbaar )?in (?:de |onze )?winkels?",
    out: "uitverkocht|niet (?:op voorraad|leverbaar|beschikbaar)",
    in: "op voorraad|leverbaar",
    buy: "in winkelwagen",
  },
  sv: {
    store: "(?:finns )?endast i (?:våra )?butik(?:er)?",
    out: "slutsåld|slut i lager",
    in: "i lager",
    buy: "lägg i (?:varukorg|kundvagn)|till kassan|köp",
  },
  da: { out: "udsolgt|ikke på lager", in: "på lager", buy: "læg i kurv" },
  no: { out: "utsolgt", buy: "legg i handlekurv|kjøp" },
  fi: { out: "loppuunmyyty|ei saatavilla", in: "varastossa", buy: "lisää ostoskoriin" },
  pl: {
    store: "(?:dostępn\\p{L}* )?(?:tylko|wyłącznie) w (?:sklep(?:ie|ach) stacjonarny(?:m|ch)|salonach)",
    out: "wyprzedan|niedostępn|brak w magazynie|powiadom o dostępności",
    in: "dostępn|w magazynie|wysyłka w",
    buy: "(?:dodaj )?do koszyka",
  },
  cs: { out: "vyprodáno|není skladem", in: "skladem", buy: "(?:přidat |vložit )?do košíku" },
  hu: { out: "nincs raktáron|elfogyott", in: "raktáron|készleten", buy: "kosárba" },
  tr: { out: "tükendi|stokta yok", in: "stokta", buy: "sepete" },
  ru: { out: "нет в (?:наличии|продаже)", in: "в наличии", buy: "в корзину|купить" },
  ja: {
    out: "品切れ|売り切れ|在庫切れ|入荷待ち|在庫なし",
    in: "在庫あり",
    buy: "カートに入れる|買い物かご|カートに追加",
  },
  zh: { out: "缺货|售罄", in: "有货", buy: "加入购物车" },
  ar: { out: "غير متوفر", in: "متوفر" },
  id: { buy: "keranjang" },
};

function anyOf(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\d])(?:${alternatives.join("|")})`, "iu");
}

function inAllLanguages(kind: keyof Phrases): string {
  return Object.values(phrases)
    .flatMap((of) => of[kind] ?? [])
    .join("|");
}

const sold = "sold|venduto|vendu|vendido|verkauft|verkocht|såld|solgt|sprzedane|prodáno|satıldı";
const storeWords = anyOf(inAllLanguages("store"));
const outWords = anyOf(inAllLanguages("out"));
const inWords = anyOf(inAllLanguages("in"));
const buyWords = anyOf(inAllLanguages("buy"));
const laterWords = /order|ship when/i;

/** Before the words for "in stock", these deny them. "Plus que 3 en stock" and "not just in stock" do not. */
const not =
  "(?:\\p{L}+n['’]t|not|none|no (?:longer|more|items?|units?)|nicht|keine?|non|pas|plus|no(?= (?:est|se |disp|en exis))|não|niet|geen|ej|inte|ikke|ei|nie|není|nincs(?:enek)?|nem|не|нет|ليس)";
const later =
  "(?:(?:coming )?soon|shortly|expected|bald|demnächst|in kürze|voraussichtlich (?:erst )?wieder|bientôt|prochainement|pronto|próximamente|presto|prossimamente|a breve|em breve|binnenkort|verwacht|snart|väntas|forventes|pian|wkrótce|brzy|hamarosan|yakında|скоро|قريبا)(?!\\p{L})";
/** Between two words that belong together; behind these, something else begins. */
const filler = "(?: (?!(?:but|only|just|order|ships?|aber|nur|sondern|mais|pero|maar)(?!\\p{L}))[\\p{L}'’]+)";
/** What is ordered is delivered later anyway. */
const stocked = `(?!back-?order|pre-?order|available (?:to|for)|ships|usually)(?:${inAllLanguages("in")})\\p{L}*`;

const month =
  "(?:jan|feb|f[eé]v|m[aä]r|mrt|apr|avr|abr|ma[ijgy]|mei|jun|juin|giu|jul|juil|lug|aug|ago|aoû|sep|set|oct|okt|ott|nov|de[csz]|déc|dic|ene|gen)\\p{L}*";
const date = `(?:\\p{L}{2,10}[.,]{1,2} )?(?:\\d{1,2}(?:st|nd|rd|th|er|\\.)?(?: de| of)? ${month}|${month}\\.? \\d{1,2}(?!\\d)|\\d{1,2}\\. ?\\d{1,2}\\.(?:\\d{2,4})?|\\d{4}-\\d{2}-\\d{2}|kw ?\\d{1,2})`;
const from =
  "(?:from|on|by|after|ab(?: dem)?|am|à partir du|dès le|le|a partir (?:del?|da)|desde el|el|dal|il|vanaf|op|från|fra|od|от|с)";
const again = "(?:again|wieder|de nouveau|de nuevo|di nuovo|weer|igen|znowu|opět)";

const piece =
  "(?:units?|pieces?|items?|pcs|stück|stk|artikel|unités?|pièces?|unidad(?:es)?|pezzi|pz|stuks?|st|ks|kus[yů]|szt(?:uk)?|db|шт|adet|kpl)\\.?";
/** A quantity; not a size, and not the beginning or end of another number. */
const none = "(?<!(?:size|größe|taille|talla|taglia|maat|type?|level) |[\\d.,:/–-])0(?![\\d.,:/–-]*\\d)";

/** Contradicts the words for "in stock" in its phrase: a denial, a quantity of zero, or a later time (decision 61). */
const contrary = anyOf(
  `${not}${filler}{0,2} ${stocked}`,
  `${stocked} ?: ?(?:no|nein|non|nee|nej|nei|nie|ne|nem|нет)(?!\\p{L})`,
  `${none}(?: ${piece})? (?:${inAllLanguages("in")}|left)`,
  `${stocked} ?(?:[:(] ?${none}(?: ?${piece})?|${none} ?${piece})(?= ?(?:[).,;|]|$))`,
  `${later}${filler}{0,3} ${stocked}`,
  `${stocked}${filler}{0,1} ${later}`,
  `${stocked} ?:? (?:${again} )?(?:${from} )?${date}(?!.*(?<!\\p{L})order)`,
  `${from} ${date}${filler}{0,2} ${stocked}`,
);
/** Alone on its line it says that the thing has gone; in a sentence it may be said of anything. */
const soldAlone = new RegExp(`^\\W*(?:${sold})\\W*$`, "iu");
/** One look decides for most texts. */
export const stockWords = anyOf(
  inAllLanguages("store"),
  inAllLanguages("out"),
  inAllLanguages("in"),
  inAllLanguages("buy"),
  sold,
);

export interface StockWord {
  readonly availability: "in" | "out";
  readonly isControl: boolean;
  /** It can be ordered, and is delivered later. */
  readonly isLater: boolean;
  /** It is sold in the shop's stores only. */
  readonly isStoreOnly?: true;
  /** As they stand in the text. */
  readonly words: string;
}

/** "No picture available" says nothing of the product. */
const ofPicture = /\b(?:image|picture|photo|video|bild|foto|immagine|imagen|imagem|afbeelding)\b/i;

/** Letters of "online" or "at the moment" beside the words. */
const maxStoreRest = 12;

/** Whether a text says that a thing is sold in stores only, and at most denies that it is available online. */
function isStoreOnly(text: string): boolean {
  const rest = text.replace(storeWords, "");
  return rest !== text && rest.replace(outWords, "").replace(/[^\p{L}]/gu, "").length <= maxStoreRest;
}

/** A phrase that contradicts its words for "in stock"; `null` without any. */
export function contraryPhrase(text: string): string | null {
  return inWords.test(text) ? (contrary.exec(text)?.[0] ?? null) : null;
}

/** What a text says of stock; "not in stock" and "in stock" share words, so what denies is looked for first. */
export function readStockWord(text: string): StockWord | null {
  if (soldAlone.test(text)) return { availability: "out", isControl: false, isLater: false, words: text };
  if (isStoreOnly(text))
    return { availability: "in", isControl: false, isLater: false, isStoreOnly: true, words: text };
  const denied = outWords.exec(text)?.[0] ?? contraryPhrase(text);
  if (denied !== null)
    return ofPicture.test(text)
      ? null
      : { availability: "out", isControl: false, isLater: false, words: denied };
  const said = inWords.exec(text);
  if (said !== null) {
    const [words] = said;
    return { availability: "in", isControl: false, isLater: laterWords.test(words), words };
  }
  const offered = buyWords.exec(text);
  return offered === null ? null : { availability: "in", isControl: true, isLater: false, words: offered[0] };
}
