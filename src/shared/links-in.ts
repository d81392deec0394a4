/** Country codes, and the other endings of hosts under which shops are found: `Dr.Oetker/Pizza` and `list.csv` are no links. */
const topLevelDomains = new Set(
  (
    "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf " +
    "cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg " +
    "gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn " +
    "kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na " +
    "nc ne nf ng ni nl no np nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh " +
    "si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve " +
    "vg vi vn vu wf ws ye yt za zm zw " +
    "com net org info biz name pro mobi asia cat eus gal coop example test localhost local lan internal home " +
    "app art audio auto autos baby bar beauty berlin best beer bike boats book boutique build buy cafe camera camp cards " +
    "cars casa center cheap city clothing club coffee company cool deals delivery design dev diamonds diet digital direct " +
    "discount dog earth eco exchange expert express farm fashion fish fit fitness flowers food forsale fun furniture " +
    "gallery game games garden gift gifts global gmbh gold green group guide guitars guru hair haus health hiphop house " +
    "ink international jewelry kaufen kitchen koeln life lighting limited link live llc loan london love ltd luxury makeup " +
    "market marketing media men menu moda moto movie music network ngo nrw nyc one online paris parts pet pets photo " +
    "photography photos pictures pizza place plus press promo pub quest ren rent repair reviews rip rocks run ruhr sale " +
    "salon sarl services shoes shop shopping show site ski solar solutions space spa sport store studio style supplies " +
    "supply support surf systems tattoo team tech technology tienda tips tirol tires today tokyo tools top toys trade " +
    "trading training travel uno vet vin vip watch website wien wiki win wine work works world wtf xyz yoga zone"
  ).split(" "),
);

const bareHost =
  "(?<host>(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?\\.){1,8}(?<ending>\\p{L}{2,24}|xn--[a-z\\d-]{2,59}))(?::\\d{1,5})?";
const bareLink = new RegExp(`^${bareHost}(?<path>/\\S+)?/?$`, "iu");
/** A link with its scheme, or what may be one without: behind no other part of an address or of a word. */
const linkPattern = new RegExp(
  `\\bhttps?://[^\\s<>"]+|(?<![\\p{L}\\p{N}@./\\\\:=_%-])${bareHost}(?:/[^\\s<>"]*)?`,
  "giu",
);

/** `www.shop.example`, or a host that ends as hosts do with a path behind it: `shop.example/p/1`. */
function completeBare(text: string): string | null {
  const { host, ending = "", path } = bareLink.exec(text)?.groups ?? {};
  const isHost = topLevelDomains.has(ending.toLowerCase()) || /^xn--/i.test(ending);
  const isLink = host !== undefined && (/^www\../i.test(text) || (path !== undefined && isHost));
  return isLink ? `https://${text}` : null;
}

/** The address that a text is, with its scheme; `null` if it is none that can be fetched. */
export function linkOf(text: string): string | null {
  const trimmed = text.trim();
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : completeBare(trimmed);
  return address !== null && URL.canParse(address) ? new URL(address).href : null;
}

/** The address of a page or a shop, whose host is enough. */
export function placeOf(text: string): string | null {
  return linkOf(text) ?? linkOf(`${text.trim()}/-`);
}

/** The links in a text, with their schemes, and without the punctuation that ends a sentence or closes a bracket around one. */
export function linksIn(text: string): string[] {
  return Array.from(text.matchAll(linkPattern), ([link]) =>
    trimEnd(link, link.includes("(") ? ".,;" : ".,;)"),
  )
    .map((link) => (/^https?:\/\//i.test(link) ? link : completeBare(link)))
    .filter((link) => link !== null);
}

/** A regular expression would read a long run of such characters once for each of them. */
function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (characters.includes(text.charAt(end - 1)) && end > 0) end--;
  return text.slice(0, end);
}
