import type { Texts } from "../texts.js";
import { reasons } from "./reasons.js";

const openAgain = "Das Produkt noch einmal öffnen.";
const boughtOn = "Den Tag des Kaufs eingeben, etwa 28.11.2026.";
const enterService = "Die URL oder das Token des Dienstes eingeben.";
const serviceAddress = "Sie sieht aus wie https://service.example/v1.";
const searchAddress = "Ihre Adresse steht unter Einstellungen → Shops.";
const searchWords = "Im Shop nach diesen Worten suchen und die Adresse der Ergebnisse hinzufügen.";
const mailForm = "So sieht sie aus: smtps://benutzer:passwort@mail.example:465/?to=du@mail.example.";
const ntfyForm =
  "So sieht sie aus: https://ntfy.sh/dein-thema; ein Thema hat bis zu 64 Buchstaben, Ziffern, Binde- und Unterstriche.";
const gotifyForm = "In Gotify eine Anwendung anlegen und ihr Token eingeben, das mit A beginnt.";
const pushoverForm =
  "Beide von pushover.net kopieren: den User Key von der Startseite, das API-Token von der Anwendung.";
const telegramForm =
  "Einen Bot mit @BotFather anlegen, der das Token nennt, und ihm schreiben; die Chat-ID steht dann in getUpdates.";
const discordForm =
  "In Discord kopieren: Kanal bearbeiten → Integrationen → Webhooks → Webhook-URL kopieren.";
const slackForm =
  "Die Webhook-URL eines eingehenden Webhooks kopieren: https://hooks.slack.com/services/T…/B…/….";
const matrixForm =
  "So sieht sie aus: matrixs://token@matrix.example/!raum:matrix.example, mit der internen ID aus den erweiterten Einstellungen des Raums.";
const homeAssistantForm =
  "So sieht sie aus: https://host:8123/api/webhook/die-id, mit der ID aus dem Auslöser der Automation.";

/** `2026-11-28` → `28.11.2026` */
function shortDay(day: string): string {
  return `${day}`.split("-").reverse().join(".");
}

export const refusals: Texts["refusals"] = {
  tooManyTags: (max, product, count) =>
    `Ein Produkt kann höchstens ${max} Schlagwörter haben; „${product}“ hätte ${count}.\nEinige seiner Schlagwörter entfernen oder dieses Produkt auslassen.`,
  boughtInFuture: (day) => `Der ${shortDay(day)} liegt in der Zukunft.\n${boughtOn}`,
  boughtTooLongAgo: (day) => `Der ${shortDay(day)} liegt zu weit zurück.\n${boughtOn}`,
  currencyUnknown:
    "Das Produkt hat noch keinen Preis, daher ist seine Währung unbekannt.\nDie Währung angeben.",
  notCharged: (currency, charged) =>
    `Kein Shop verkauft dieses Produkt in ${currency}.\nDen Kaufpreis in ${charged.replaceAll("/", " oder ")} eingeben.`,

  tooManyLinks: "Zu viele Links warten auf eine Antwort.\nErst einige davon beantworten oder entfernen.",
  linkGone: "Diesen Link gibt es nicht mehr.\nIhn noch einmal hinzufügen.",
  noLink: "Das ist kein Link.\nDen Link einer Shop-Seite hinzufügen.",
  linkAdded: "Dieser Link ist schon hinzugefügt.\nSein Produkt öffnen.",
  pageWatched: `Diese Seite wird schon beobachtet.\n${searchWords}`,
  pageWatchedFor: (words) => `Diese Seite wird schon beobachtet, für „${words}“.\n${searchWords}`,
  pageNotWatched: "Diese Seite wird nicht beobachtet.\nErst ihren Link hinzufügen.",
  pageOfAnother:
    "Diese Seite gehört schon zu einem anderen Produkt.\nDieses Produkt öffnen und mit dem hier zusammenführen.",
  notAHost: (host) =>
    `„${host}“ ist kein Hostname.\nEinen Namen oder eine Adresse eingeben, etwa nas.local oder 192.168.1.5:8080.`,
  hostNotPublic: (host) =>
    `${host} liegt nicht im öffentlichen Internet.\nWenn du der Adresse vertraust: erst Besuche bei ${host} erlauben.`,
  pageUnread: (outcome, detail) =>
    `Die Seite ließ sich nicht lesen: ${reasons.problem(outcome, detail)}.\nSpäter noch einmal versuchen oder die Seite als Datei importieren.`,
  pageWithoutLinks:
    "Auf der Seite stehen keine Links zu Produkten.\nDie Links der Produkte selbst hinzufügen.",
  noRecipes: "Die Datei ist leer.\nEine Datei wählen, die Tidemark exportiert hat.",
  manyRecipes: "Die Datei hat mehr als 5.000 Zeilen.\nDie Datei teilen.",
  noProductLinks:
    "Kein Link in der Datei sieht nach einem Produkt aus.\nNur die Links der Produkte als Text importieren.",
  nothingToImport: "Es gibt keinen Link zu importieren.\nLinks auswählen oder eine andere Datei wählen.",
  restoredMeanwhile:
    "Während des Imports wurde eine Sicherung wiederhergestellt, die das bereits Importierte ersetzt hat.\nDie Datei noch einmal importieren.",
  importUndone: "Dieser Import wurde rückgängig gemacht.\nIhn erst wiederherstellen.",

  offerGone: `Dieses Angebot gibt es nicht mehr.\n${openAgain}`,
  onlyPrice:
    "Das ist der einzige Preis des Angebots.\nIhn berichtigen, oder das Angebot abtrennen, wenn es zu einem anderen Produkt gehört.",
  noPriceYet: "Auf der Seite stand noch kein Preis.\nDen Preis mit seiner Währung eingeben.",
  auction: "Auktionen haben keinen Preisverlauf.\nEs wurde nichts geändert.",
  timeInFuture: "Dieser Zeitpunkt liegt in der Zukunft.\nEinen früheren wählen.",
  timeTooLongAgo: "Dieser Zeitpunkt liegt zu weit zurück.\nEinen Zeitpunkt ab 1970 wählen.",
  priceNotAboveZero: "Ein Preis muss über 0 liegen.\nDen Punkt stattdessen ausschließen.",
  noPriceThen: `Zu diesem Zeitpunkt ist kein Preis gespeichert.\n${openAgain}`,
  clickUndone: `Dieser Klick wurde rückgängig gemacht.\n${openAgain}`,
  tooManyPrices: (max) =>
    `Die Tabelle hat mehr als ${max.toLocaleString("de")} Preise.\nÄltere weglassen, oder alle bis auf einen am Tag.`,
  archiveAddress:
    "Die Adresse eines Archivs hat weder Benutzer noch Parameter.\nDen Teil vor /web/ und /cdx/ angeben, etwa https://web.archive.org.",
  sampleWithReal:
    "Eines der Produkte gehört zum Beispielmarkt.\nZwei echte Produkte zusammenführen, oder zwei des Beispielmarkts.",
  offersOfService:
    "Welche Angebote dieses Produkt hat, bestimmt ein verbundener Dienst.\nProdukte verbundener Dienste lassen sich weder zusammenführen noch teilen.",
  mergedWithItself:
    "Ein Produkt lässt sich nicht mit sich selbst zusammenführen.\nEin anderes Produkt wählen.",
  notItsOffers: `Einige dieser Angebote gehören nicht zum Produkt.\n${openAgain}`,
  noOfferLeft: "Ein Produkt muss mindestens ein Angebot behalten.\nEines der Angebote auslassen.",

  wrongTarget:
    "Der Zielpreis muss über 0 liegen und darf höchstens 1.000.000.000.000 betragen.\nEinen Betrag wie 249,99 eingeben.",
  percentAbove0: "Der Prozentsatz muss über 0 und darf höchstens 95 sein.\nEine Zahl wie 15 eingeben.",
  percentFrom0: "Der Prozentsatz muss zwischen 0 und 95 liegen.\nEine Zahl wie 15 eingeben.",
  percentFrom1: "Der Prozentsatz muss zwischen 1 und 95 liegen.\nEine Zahl wie 5 eingeben.",
  wrongDays: "Die Zahl der Tage muss eine ganze Zahl zwischen 1 und 3650 sein.\nEine Zahl wie 90 eingeben.",
  notADomain: (text) =>
    `„${text}“ ist keine Domain eines Shops.\nEine Domain wie shop.example eingeben, oder das Feld für alle Shops leer lassen.`,
  ruleExists: "Diese Regel gibt es schon.\nDie bestehende Regel ändern, oder diese anders einstellen.",
  tooManyRules: (max) => `Hier gibt es schon ${max} Regeln.\nEine entfernen, um eine neue hinzuzufügen.`,
  snoozeInPast:
    "Preisalarme lassen sich nur bis zu einem Zeitpunkt in der Zukunft stummschalten.\nEinen späteren wählen.",
  snoozeTooLong:
    "Preisalarme lassen sich höchstens ein Jahr lang stummschalten.\nStattdessen die Regeln ausschalten.",

  cannotUndo:
    "Das lässt sich nicht mehr rückgängig machen.\nÄnderungen lassen sich 30 Tage lang rückgängig machen.",
  addedAgain: (what) =>
    `${what} wurde inzwischen wieder hinzugefügt.\nEs wurde nichts geändert. Erst das neue entfernen, um das alte zurückzuholen.`,

  noServiceAddress: `Das ist keine Adresse.\n${serviceAddress}`,
  serviceScheme: `Die Adresse muss mit https:// oder http:// beginnen.\n${serviceAddress}`,
  serviceLogin:
    "Die Adresse enthält einen Benutzernamen oder ein Passwort.\nBeides entfernen: Gesendet wird nur der Schlüssel.",
  serviceUnencrypted:
    "Ohne TLS könnte der Schlüssel auf dem Weg zu dieser Adresse mitgelesen werden.\nIhre https://-Adresse nehmen; http:// ist für diesen Computer und das eigene Netz.",
  noServiceKey:
    "Das ist kein API-Schlüssel.\nDen ganzen Schlüssel kopieren, ohne Anführungszeichen und Leerzeichen.",
  serviceConnected: "Dieser Dienst ist schon verbunden.\nSein Schlüssel lässt sich in der Liste ändern.",
  ownAddress: "Das ist Tidemarks eigene Adresse.\nDie Adresse eines anderen Servers eingeben.",
  serviceNotSaved: (outcome, detail) =>
    `Der Dienst gibt keine Auskunft: ${reasons.problem(outcome, detail)}.\nEs wurde nichts gespeichert. Basis-URL und Schlüssel prüfen und noch einmal versuchen.`,
  serviceWithoutUsage: "Der Dienst nennt seinen Verbrauch nicht.\nPrüfen, ob die Basis-URL die der API ist.",
  keyForNewAddress:
    "Zu einer neuen Adresse gehört noch einmal der Schlüssel.\nDen Schlüssel des Servers unter dieser Adresse eingeben.",
  keySealed:
    "Der Schlüssel wurde von einer anderen Installation verschlüsselt.\nDen Schlüssel des Dienstes noch einmal eingeben.",
  historyNotFetched: (outcome, detail) =>
    `Der Dienst gibt keine Auskunft: ${reasons.problem(outcome, detail)}.\nDer Verlauf wurde nicht geholt. Später noch einmal versuchen.`,
  searchLogin: "Die Adresse einer Suchmaschine darf keinen Benutzernamen enthalten.\nIhn weglassen.",
  searchUnencrypted:
    "Ohne Verschlüsselung könnten andere mitlesen, wonach du suchst.\nhttps nehmen, oder eine Adresse im eigenen Netz.",
  noSearchEngine:
    "Es ist keine Suchmaschine eingetragen.\nIhre Adresse unter Einstellungen → Shops eingeben.",
  searchNoJson: (host) =>
    `${host}: Die Antwort ist kein JSON. In der settings.yml unter search.formats json ergänzen und die Adresse prüfen.\n${searchAddress}`,
  searchSlow: (host) => `${host}: Die Antwort kam nicht rechtzeitig.\n${searchAddress}`,
  searchRedirects: (host) => `${host}: Die Adresse leitet weiter. Die endgültige eingeben.\n${searchAddress}`,
  searchTooLarge: (host) => `${host}: Die Antwort ist zu groß.\n${searchAddress}`,
  searchNotSearxng: (host) => `${host}: So antwortet kein SearXNG. Die Adresse prüfen.\n${searchAddress}`,
  searchUnreached: (host) => `${host}: nicht erreichbar.\n${searchAddress}`,
  searchLimited: (host) =>
    `${host}: zu viele Suchen. In ein paar Minuten noch einmal versuchen.\n${searchAddress}`,
  searchStatus: (host, status) =>
    `${host}: Die Antwort war HTTP ${status}. Die Adresse prüfen.\n${searchAddress}`,
  webhookNotPublic:
    "Diese Adresse liegt nicht im öffentlichen Internet.\nEine öffentliche Adresse nehmen, oder diese mit --allow-webhook-host erlauben.",
  tooManyWebhooks: (max) =>
    `Es gibt schon ${max} Webhooks, mehr sind nicht möglich.\nEinen löschen oder ändern.`,
  webhookDisabled: "Der Webhook ist ausgeschaltet.\nIhn einschalten und das Ereignis noch einmal senden.",
  eventOnItsWay: "Das Ereignis ist noch unterwegs.\nWarten, bis die Zustellung beendet ist.",

  noBrowserWaits:
    "Mit diesem Code wartet kein Browser.\nDas Koppeln in der Erweiterung noch einmal beginnen. Ein Code gilt zwei Minuten.",
  pairedTooSoon:
    "Die Erweiterung wollte sich eben erst verbinden.\nIn ein paar Sekunden noch einmal versuchen.",
  actOfAnother:
    "Die Erweiterung kann nur zurücknehmen, was sie selbst getan hat.\nIm Fenster von Tidemark zurücknehmen.",

  tooLong: (max) => `Eine Eingabe ist zu lang: Möglich sind ${max} Zeichen.\nSie kürzen.`,
  tooLarge: (max) => `Eine Zahl ist zu groß: Möglich ist höchstens ${max}.\nEine kleinere eingeben.`,
  tooSmall: (min) => `Eine Zahl ist zu klein: Nötig ist mindestens ${min}.\nEine größere eingeben.`,
  invalidEntry: "Eine Eingabe ist ungültig.\nDie Eingabe ändern und noch einmal versuchen.",

  tooManyChannels: (max) => `Es gibt schon ${max} Kanäle.\nEinen entfernen, um einen neuen hinzuzufügen.`,
  noChannelAddress: `Die Adresse fehlt.\n${enterService}`,
  channelSealed:
    "Die Adresse wurde von einer anderen Installation verschlüsselt.\nDie Adresse des Kanals noch einmal eingeben.",
  notAUrl:
    "Die Adresse ist keine gültige URL.\nSie noch einmal kopieren; Sonderzeichen eines Passworts stehen als %40 für @.",
  unknownAddress:
    "Die Adresse ist weder eine URL noch das Token eines Dienstes, den Tidemark kennt.\nDie URL eines ntfy-Themas, eines Webhooks, eines Mailservers (smtps://…) oder eines anderen Dienstes einfügen, mit https:// davor.",
  addressOfOtherKind: (scheme, kind) =>
    `Eine Adresse mit ${scheme}:// gehört nicht zur Art „${kind}“.\nDie Art weglassen.`,
  noMailServer: `In der Adresse fehlt der Mailserver.\n${mailForm}`,
  noMailPassword: `In der Adresse fehlt das Passwort des Mailkontos.\n${mailForm}`,
  noRecipient: `In der Adresse fehlt der Empfänger, „to“.\n${mailForm}`,
  noSender: `In der Adresse fehlt der Absender, „from“.\n${mailForm.slice(0, -1)}&from=….`,
  notAMailAddress: (address) =>
    `„${address}“ ist keine Mailadresse.\nFür jeden Empfänger einen eigenen Kanal hinzufügen.`,
  notASlackWebhook: `Das ist nicht die URL eines eingehenden Webhooks von Slack.\n${slackForm}`,
  noSlackPart: `In der Adresse fehlt einer der drei Teile eines Slack-Webhooks.\n${slackForm}`,
  noSlackServer: `In der Adresse fehlt der Server.\n${slackForm}`,
  noTopic: `In der Adresse fehlt das Thema.\n${ntfyForm}`,
  wrongTopic: `Die Adresse endet nicht in einem Thema von ntfy.\n${ntfyForm}`,
  noGotifyToken: `Das Token einer Gotify-Anwendung fehlt.\n${gotifyForm}`,
  gotifyClientToken: `Das ist das Token eines Gotify-Clients: Er kann Nachrichten lesen, aber keine senden.\n${gotifyForm}`,
  noPushoverUser: `Der User Key von Pushover fehlt.\n${pushoverForm}`,
  wrongPushoverUser: `Der User Key ist keiner von Pushover: Diese haben 30 Buchstaben und Ziffern.\n${pushoverForm}`,
  noPushoverToken: `Das API-Token einer Pushover-Anwendung fehlt.\n${pushoverForm}`,
  wrongPushoverToken: `Das API-Token ist keines von Pushover: Diese haben 30 Buchstaben und Ziffern.\n${pushoverForm}`,
  noTelegramToken: `Das ist nicht das Token eines Telegram-Bots. Es sieht aus wie 123456789:AAE….\n${telegramForm}`,
  noChat: `Die Chat-ID fehlt.\n${telegramForm}`,
  wrongChat: `Die Chat-ID ist weder eine Zahl noch der @Name eines Kanals.\n${telegramForm}`,
  noDiscordId: `Das ist keine URL eines Discord-Webhooks: Ihre ID fehlt.\n${discordForm}`,
  noDiscordToken: `Das ist keine URL eines Discord-Webhooks: Ihr Token fehlt.\n${discordForm}`,
  noMatrixToken: `In der Adresse fehlt das Zugriffstoken eines Matrix-Kontos.\n${matrixForm}`,
  noRoom: `In der Adresse fehlt die ID des Raums, die mit ! beginnt.\n${matrixForm}`,
  noHomeAssistantHook: `Das ist keine URL eines Webhooks von Home Assistant.\n${homeAssistantForm}`,
  noAppriseKey:
    "In der Adresse fehlt der Schlüssel einer Konfiguration.\nAuf dem Apprise-Server eine Konfiguration speichern und https://host/notify/schlüssel eingeben.",
};
