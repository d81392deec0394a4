import type { Texts } from "../texts.js";

export const web: Texts["web"] = {
  pairTitle: "Dieses Gerät verbinden",
  pairAbout:
    "In Tidemark auf dem Computer Einstellungen → Andere Geräte öffnen und „Gerät koppeln“ wählen. Auf einem Server: „tidemark web pair“.",
  code: "Sechs Ziffern",
  deviceName: "Name dieses Geräts",
  connecting: "Verbindet …",
  wrongCode: "Tidemark zeigt andere Ziffern an. Bitte vergleichen und noch einmal versuchen.",
  codeGone:
    "Dieser Code gilt nicht mehr: Er ist abgelaufen, schon benutzt oder wurde fünfmal falsch eingegeben. Bitte einen neuen anzeigen lassen.",
  noAnswer: "Tidemark antwortet nicht. Läuft es, und ist dieses Gerät im selben Netz?",
  plainTitle: "Unverschlüsselt",
  plainAbout:
    "Diese Adresse beginnt mit http. Preise, Alarme und Prüfen gehen auch so; für die Installation auf dem Startbildschirm und das Lesen ohne Verbindung braucht es https. So geht das:",
  seen: (time) => `Keine Verbindung zu Tidemark. Letzter Stand hier: ${time}.`,
  reconnect: "Neu verbinden",
  reconnecting: "Keine Verbindung zu Tidemark. Neuer Versuch …",
  notSaved: "Das wurde hier noch nicht geöffnet, solange Tidemark erreichbar war.",
  notSavedAdvice: "Es erscheint, sobald Tidemark wieder erreichbar ist.",
  refused: "Tidemark hat das von diesem Gerät nicht angenommen.",
  refusedAdvice: "Die Seite neu laden und noch einmal versuchen.",
  pageOlder: (page, engine) =>
    `Diese Seite stammt aus Tidemark ${page} und ist älter als die verbundene Version ${engine}.`,
  engineOlder: (page, engine) => `Tidemark hat Version ${engine} und ist älter als diese Seite aus ${page}.`,
  reload: "Neu laden",
  thisDevice: "Dieses Gerät",
  connectedAs: (name) => `Mit Tidemark verbunden als „${name}“.`,
  leaveTitle: "Dieses Gerät trennen?",
  leaveAbout:
    "Was hier zum Lesen ohne Verbindung gespeichert ist, wird gelöscht. Danach muss das Gerät neu gekoppelt werden.",
};

export const devices: Texts["devices"] = {
  title: "Tidemark auf dem Handy",
  about:
    "Tidemark im Browser eines Handys oder eines anderen Computers öffnen. Ein gekoppeltes Gerät sieht Liste, Preise und Alarme und kann Produkte hinzufügen, ändern und prüfen. An Schlüssel, Passwörter von Diensten, Sicherungen und andere Geräte kommt es nicht heran.",
  switchOn: "Andere Geräte zulassen",
  switchOnNote: "Ausgeschaltet ist Tidemark im Netz nicht erreichbar.",
  network: "Im Heimnetz",
  networkNote: "Ausgeschaltet erreichen nur dieser Computer und ein Proxy darauf die Seite.",
  portInUse: (port: number) =>
    `Ein anderes Programm belegt Port ${port}. Deshalb können sich andere Geräte noch nicht verbinden.`,
  takePort: (port: number) => `Port ${port} nehmen`,
  addresses: "Eine dieser Adressen auf dem Gerät öffnen",
  plain:
    "Diese Adressen sind unverschlüsselt. Zu Hause genügt das; um Tidemark auf dem Handy zu installieren und ohne Verbindung zu lesen, braucht es https.",
  names: "Erlaubte Namen",
  namesNote: "Zum Beispiel der Name des Rechners bei Tailscale oder des Proxys, durch Leerzeichen getrennt.",
  pair: "Gerät koppeln",
  pairAbout:
    "Mit der Kamera des Geräts scannen, oder dort die Adresse öffnen und die sechs Ziffern eingeben.",
  qrCode: "QR-Code mit der Adresse zum Koppeln",
  expiresIn: (minutes) => `Gilt noch ${minutes} Minuten, für ein Gerät.`,
  expired: "Dieser Code ist abgelaufen.",
  newCode: "Neuer Code",
  paired: (name) => `${name} ist gekoppelt.`,
  listTitle: "Gekoppelte Geräte",
  noneTitle: "Noch keine Geräte",
  noneAbout: "Das Handy koppeln, um unterwegs Preise zu sehen und Produkte hinzuzufügen.",
  lastSeen: (age) => `zuletzt benutzt ${age}`,
  revokeTitle: (name) => `${name} entfernen?`,
  revokeAbout: "Das Gerät wird sofort getrennt und sieht nichts mehr, bis es neu gekoppelt wird.",
  revoke: "Gerät entfernen",
};
