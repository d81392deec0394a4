/** Endings of hosts beside those of countries: `Dr.Oetker/Pizza` is no link. */
const topLevelDomains = new Set(
  (
    "com net org info biz name pro mobi asia eus gal coop example test localhost local lan internal app art baby beauty beer berlin best " +
    "bike book boutique cafe camera camp cards center cheap city clothing club coffee company cool deals design dev diamonds digital direct " +
    "discount eco express farm fashion fish fit fitness flowers food fun furniture games garden gift gifts global gmbh gold green group guide " +
    "guru hair haus health home house ink jewelry kaufen kitchen koeln life lighting live london love luxury makeup market media moda music " +
    "network nyc one online paris parts pet pets photo pizza place plus press pub rent rocks ruhr sale salon services shoes shop shopping site " +
    "ski solutions space sport store studio style supply systems team tech tienda tips tires today tools top toys trade uno vet vin vip watch " +
    "website wien wiki win wine works world xyz yoga zone"
  ).split(" "),
);
/** Two letters are a country's code, unless they end the name of a file. */
const countryOrForeign = /^(?!(?:js|ts|gz|xz|cs|nr)$)[a-z]{2}$|^xn--/i;

const bareHost =
  "(?<host>(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}(?<ending>\\p{L}{2,24}|xn--[a-z\\d-]{2,59}))(?::\\d{1,5})?";
const bareLink = new RegExp(`^${bareHost}(?<path>/\\S+)?/?$`, "iu");
/** A character of a link: no quotation mark, no sign of East Asian sentences, no comma before the next link. */
const linkCharacter = '(?![,;|]https?://)[^\\s<>"`“”„«»‹›…。、，；）】」』]';
/** A link with its scheme, or what may be one without: behind no other part of an address or of a word. */
const linkPattern = new RegExp(
  `\\bhttps?://(?:${linkCharacter})+|(?<![\\p{L}\\p{N}@./\\\\:=_%-])${bareHost}(?:/(?:${linkCharacter})*)?`,
  "giu",
);

/** Characters without a width, which chats and pages put beside links and into long ones. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** An address without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, "");
}

/** `www.shop.example`, or a host that ends as hosts do with a path behind it: `shop.example/p/1`. */
function completeBare(text: string): string | null {
  const { host, ending = "", path } = bareLink.exec(text)?.groups ?? {};
  const isHost = topLevelDomains.has(ending.toLowerCase()) || countryOrForeign.test(ending);
  const isLink = host !== undefined && (/^www\../i.test(text) || (path !== undefined && isHost));
  return isLink ? `https://${text}` : null;
}

/** Pages that only lead to the link of a mail, a chat or a search. */
const redirector =
  /^https?:\/\/(?:www\.google\.[a-z.]{2,6}\/url|lm?\.(?:facebook|instagram)\.com\/|out\.reddit\.com\/|www\.youtube\.com\/redirect|[\w-]+\.safelinks\.protection\.outlook\.com\/)\S*[?&](?:url|q|u)=http/i;

/** Where a link leads if it only redirects: `https://www.google.com/url?q=https://shop.example/p/1`. */
function destinationOf(link: string): string {
  if (!redirector.test(link) || !URL.canParse(link)) return link;
  const { searchParams } = new URL(link);
  const targets = ["url", "q", "u"].map((name) => searchParams.get(name));
  return targets.find((each) => each !== null && /^https?:\/\//i.test(each) && URL.canParse(each)) ?? link;
}

/** The address that a text is, with its scheme; `null` if it is none that can be fetched. */
export function linkOf(text: string): string | null {
  const trimmed = withoutInvisible(text).trim();
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : completeBare(trimmed);
  return address !== null && URL.canParse(address) ? new URL(destinationOf(address)).href : null;
}

/** The address of a page or a shop, whose host is enough. */
export function placeOf(text: string): string | null {
  return linkOf(text) ?? linkOf(`${text.trim()}/-`);
}

/** The links in a text, with their schemes, and without the punctuation that ends a sentence or closes a bracket around one. */
export function linksIn(text: string): string[] {
  return Array.from(withoutInvisible(text).matchAll(linkPattern), ([link]) =>
    trimEnd(link, link.includes("(") ? ".,;!?*'" : ".,;!?*')"),
  )
    .map((link) => (/^https?:\/\//i.test(link) ? destinationOf(link) : completeBare(link)))
    .filter((link) => link !== null);
}

/** A regular expression would read a long run of such characters once for each of them. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (characters.includes(text.charAt(end - 1)) && end > 0) end--;
  return text.slice(0, end);
}
