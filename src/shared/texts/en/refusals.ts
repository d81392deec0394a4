import { reasons } from "./reasons.js";

const openAgain = "Open the product again.";
const enterService = "Enter the URL or token of the service.";
const serviceAddress = "It looks like https://service.example/v1.";
const searchAddress = "Its address is under Settings → Shops.";
const mailForm = "Enter it as smtps://user:password@mail.example:465/?to=you@mail.example.";
const ntfyForm =
  "Enter it as https://ntfy.sh/your-topic; a topic has up to 64 letters, digits, hyphens and underscores.";
const gotifyForm =
  "Create an application in Gotify, and enter https://host/message?token=… with its token, which starts with A.";
const pushoverForm =
  "Enter it as pover://user@token, or the user key and the API token with a space between.";
const notPushovers = "is not one of Pushover's, which have 30 letters and digits.";
const telegramForm =
  "Create a bot with @BotFather, which answers with the token, and write to it; getUpdates then has the chat id. Enter both with a space between.";
const discordForm = "Copy it in Discord under Edit Channel → Integrations → Webhooks → Copy Webhook URL.";
const slackForm = "Copy the Webhook URL of an incoming webhook: https://hooks.slack.com/services/T…/B…/….";
const matrixForm =
  "Enter it as matrixs://token@matrix.example/!room:matrix.example, with the room's internal id from its advanced settings.";
const homeAssistantForm =
  "Enter it as https://host:8123/api/webhook/the-id, with the id from the automation's trigger.";

/**
 * Why the engine refuses what its owner asks, and in a second line the next step. The engine answers programs with these
 * sentences; the window says them in its own language.
 */
export const refusals = {
  // Watching and buying.
  tooManyTags: (max: number, product: string, count: number) =>
    `A product can have at most ${max} tags; '${product}' would have ${count}.\nRemove some of its tags, or leave this product out.`,
  boughtInFuture: (day: string) =>
    `${day} is in the future.\nEnter the day on which you bought it, such as 2026-11-28.`,
  boughtTooLongAgo: (day: string) =>
    `${day} is too long ago.\nEnter the day on which you bought it, such as 2026-11-28.`,
  currencyUnknown: "The product has no price yet, so its currency is unknown.\nName the currency.",
  notCharged: (currency: string, charged: string) =>
    `No shop of this product charges in ${currency}.\nEnter what you paid in ${charged.replaceAll("/", " or ")}.`,

  // Links and pages.
  tooManyLinks: "Too many links wait for an answer.\nAnswer or remove some of them first.",
  linkGone: "This link no longer exists.\nAdd it again.",
  noLink: "This is no link.\nAdd the link of a shop's page.",
  linkAdded: "This link was added already.\nOpen its product.",
  pageWatched:
    "This page is watched already.\nSearch the shop for the words, and add the address of the results.",
  pageWatchedFor: (words: string) =>
    `This page is watched already, for “${words}”.\nSearch the shop for the words, and add the address of the results.`,
  pageNotWatched: "This page is not watched.\nAdd its link first.",
  pageOfAnother:
    "This page already belongs to another product.\nOpen that product, and merge it with this one.",
  notAHost: (host: string) =>
    `'${host}' is not a host name.\nEnter a name or an address, such as nas.local or 192.168.1.5:8080.`,
  hostNotPublic: (host: string) =>
    `${host} is not on the public internet.\nIf you trust it, allow visits to ${host} first.`,
  pageUnread: (outcome: string, detail: string) =>
    `${reasons.problem(outcome, detail)}\nTry again later, or import the page as a file.`,
  pageWithoutLinks: "The page shows no links to products.\nAdd the links of the products themselves.",
  noRecipes: "The file is empty.\nChoose a file exported by Tidemark.",
  manyRecipes: "The file has more than 5,000 lines.\nSplit it.",
  noProductLinks: "None of the file's links looks like a product's.\nImport a text of those that are.",
  nothingToImport: "There is no link to import.\nSelect links, or choose another file.",
  restoredMeanwhile:
    "A backup was restored while the file was being imported, and has replaced what was imported before.\nImport the file again.",
  importUndone: "This import was undone.\nRestore it first.",

  // Offers and prices.
  offerGone: `This offer no longer exists.\n${openAgain}`,
  onlyPrice:
    "This is the offer's only price.\nCorrect it instead, or split off the offer if it belongs to another product.",
  noPriceYet: "Its page has shown no price yet.\nEnter its price with the currency.",
  auction: "Auctions have no price history.\nNothing was changed.",
  timeInFuture: "This time is in the future.\nChoose a time in the past.",
  timeTooLongAgo: "This time is too long ago.\nChoose a time since 1970.",
  priceNotAboveZero: "A price must be above 0.\nExclude the point instead.",
  noPriceThen: `No price is recorded at this time.\n${openAgain}`,
  clickUndone: `This click has been undone.\n${openAgain}`,
  tooManyPrices: (max: number) =>
    `The table has more than ${max.toLocaleString("en")} prices.\nLeave out older ones, or all but one a day.`,
  archiveAddress:
    "The address of an archive has neither a user nor parameters.\nGive the part before /web/ and /cdx/, such as https://web.archive.org.",
  sampleWithReal:
    "One of the products belongs to the sample market.\nMerge two real products, or two products of the sample market.",
  offersOfService:
    "A connected service decides which offers this product has.\nProducts from connected services cannot be merged or split.",
  mergedWithItself: "A product cannot be merged with itself.\nChoose another product.",
  notItsOffers: `Some of these offers do not belong to the product.\n${openAgain}`,
  noOfferLeft: "A product must keep at least one offer.\nLeave one of its offers out.",

  // Rules.
  wrongTarget:
    "The target price must be more than 0 and at most 1,000,000,000,000.\nEnter an amount such as 249.99.",
  percentAbove0: "The percentage must be above 0 and at most 95.\nEnter a number such as 15.",
  percentFrom0: "The percentage must be between 0 and 95.\nEnter a number such as 15.",
  percentFrom1: "The percentage must be between 1 and 95.\nEnter a number such as 5.",
  wrongDays: "The number of days must be a whole number between 1 and 3650.\nEnter a number such as 90.",
  notADomain: (text: string) =>
    `'${text}' is not a shop's domain.\nEnter a domain such as shop.example, or leave the field empty for all shops.`,
  ruleExists: "This rule already exists.\nChange the existing rule, or make this one different.",
  tooManyRules: (max: number) => `There are already ${max} rules here.\nRemove one to add another.`,
  snoozeInPast: "Alerts can only be snoozed until a time in the future.\nChoose a later time.",
  snoozeTooLong: "Alerts can be snoozed for at most a year.\nDisable the rules instead.",

  // Undo.
  cannotUndo: "This can no longer be taken back.\nWhat you do can be taken back for 30 days.",
  addedAgain: (what: string) =>
    `${what} has been added again meanwhile.\nNothing was changed. Remove the new one first to bring the old one back.`,

  // Services, search engines and webhooks.
  noServiceAddress: `This is not an address.\n${serviceAddress}`,
  serviceScheme: `The address must start with https:// or http://.\n${serviceAddress}`,
  serviceLogin: "The address contains a user name or password.\nRemove it: only the key is sent.",
  serviceUnencrypted:
    "Without TLS, the key could be read on its way to this address.\nUse its https:// address; http:// is for this computer and your own network.",
  noServiceKey: "This is not an API key.\nCopy the whole key, without quotes or spaces.",
  serviceConnected: "This service is already connected.\nTo change its key, edit it in the list.",
  ownAddress: "This is Tidemark's own address.\nEnter the address of another server.",
  serviceNotSaved: (outcome: string, detail: string) =>
    `${reasons.problem(outcome, detail)}\nNothing was saved. Check the base URL and the key, and try again.`,
  serviceWithoutUsage: "The service does not report its usage.\nCheck that the base URL is the API's.",
  keyForNewAddress: "A new address requires the key again.\nEnter the key of the server at this address.",
  keySealed: "The key was sealed by another installation.\nEnter the service's key again.",
  historyNotFetched: (outcome: string, detail: string) =>
    `${reasons.problem(outcome, detail)}\nThe history was not fetched. Try again later.`,
  searchLogin: "The address of a search engine must not contain a user name.\nLeave it out.",
  searchUnencrypted:
    "Without encryption, others could read what you search for.\nUse https, or an address in your own network.",
  noSearchEngine: "There is no search engine to ask.\nEnter its address under Settings → Shops.",
  searchNoJson: (host: string) =>
    `${host}: It does not answer in JSON. Add json to search.formats in its settings.yml, and check the address.\n${searchAddress}`,
  searchSlow: (host: string) => `${host}: It did not answer in time.\n${searchAddress}`,
  searchRedirects: (host: string) =>
    `${host}: It redirects to another address. Enter the final one.\n${searchAddress}`,
  searchTooLarge: (host: string) => `${host}: Its answer is too large.\n${searchAddress}`,
  searchNotSearxng: (host: string) =>
    `${host}: Its answer is not that of SearXNG. Check the address.\n${searchAddress}`,
  searchUnreached: (host: string) => `${host}: It cannot be reached.\n${searchAddress}`,
  searchLimited: (host: string) =>
    `${host}: It asks for fewer searches. Try again in a few minutes.\n${searchAddress}`,
  searchStatus: (host: string, status: number) =>
    `${host}: It answered with HTTP ${status}. Check the address.\n${searchAddress}`,
  webhookNotPublic:
    "The field 'url' has an address that is not on the public internet.\nUse a public address, or ask the operator to allow this one with --allow-webhook-host.",
  tooManyWebhooks: (max: number) =>
    `The account already has ${max} webhooks, which is the maximum.\nDelete a webhook, or change one with PUT /webhooks/{webhookId}.`,
  webhookDisabled: "The webhook is disabled.\nEnable it, then send the event again.",
  eventOnItsWay: "The event is still on its way.\nWait until its delivery has ended.",

  // Browsers and other devices.
  noBrowserWaits:
    "No browser is waiting with this code.\nStart the pairing again in the extension. A code is valid for two minutes.",
  pairedTooSoon: "The extension has asked to be paired a moment ago.\nTry again in a few seconds.",
  actOfAnother:
    "A browser extension can take back only what it has done.\nTake it back in Tidemark's window.",

  // What was entered.
  tooLong: (max: number) => `An entry is too long: it can have ${max} characters.\nShorten it.`,
  tooLarge: (max: number) => `A number is too large: at most ${max} is possible.\nEnter a smaller one.`,
  tooSmall: (min: number) => `A number is too small: at least ${min} is needed.\nEnter a larger one.`,
  invalidEntry: "An entry is not valid.\nChange what you entered, then try again.",

  // Channels.
  tooManyChannels: (max: number) => `There are already ${max} channels.\nRemove one to add another.`,
  noChannelAddress: `The address is missing.\n${enterService}`,
  channelSealed: "The address was sealed by another installation.\nEnter the channel's address again.",
  notAUrl:
    "The address is not a valid URL.\nCopy it again, with special characters of a password as %40 for @.",
  unknownAddress:
    "The address is neither a URL nor a token of a service that Tidemark knows.\nPaste the URL of an ntfy topic, a webhook, a mail server (smtps://…) or another service, with https:// in front.",
  addressOfOtherKind: (scheme: string, kind: string) =>
    `An address with ${scheme}:// is not one of the kind '${kind}'.\nLeave out the kind.`,
  noMailServer: `The address lacks the mail server.\n${mailForm}`,
  noMailPassword: `The address lacks the password of the mail account.\n${mailForm}`,
  noRecipient: `The address lacks the recipient, 'to'.\n${mailForm}`,
  noSender: `The address lacks the sender, 'from'.\n${mailForm.slice(0, -1)}&from=….`,
  notAMailAddress: (address: string) =>
    `'${address}' is not a mail address.\nAdd a channel for each recipient.`,
  notASlackWebhook: `This is not the URL of an incoming webhook of Slack.\n${slackForm}`,
  noSlackPart: `The address lacks one of the three parts of a Slack webhook.\n${slackForm}`,
  noSlackServer: `The address lacks the server.\n${slackForm}`,
  noTopic: `The address lacks the topic.\n${ntfyForm}`,
  wrongTopic: `The address does not end in a topic of ntfy.\n${ntfyForm}`,
  noGotifyToken: `The address lacks the token of a Gotify application.\n${gotifyForm}`,
  gotifyClientToken: `This is the token of a Gotify client, which can read messages but not send them.\n${gotifyForm}`,
  noPushoverUser: `The address lacks Pushover's user key.\n${pushoverForm}`,
  wrongPushoverUser: `The user key ${notPushovers}\n${pushoverForm}`,
  noPushoverToken: `The address lacks the API token of a Pushover application.\n${pushoverForm}`,
  wrongPushoverToken: `The API token ${notPushovers}\n${pushoverForm}`,
  noTelegramToken: `The address lacks the token of a Telegram bot, which looks like 123456789:AAE….\n${telegramForm}`,
  noChat: `The address lacks the chat id.\n${telegramForm}`,
  wrongChat: `The chat id is neither a number nor the @name of a channel.\n${telegramForm}`,
  noDiscordId: `This is not the URL of a Discord webhook: its id is missing.\n${discordForm}`,
  noDiscordToken: `This is not the URL of a Discord webhook: its token is missing.\n${discordForm}`,
  noMatrixToken: `The address lacks the access token of a Matrix account.\n${matrixForm}`,
  noRoom: `The address lacks the room's id, which begins with !.\n${matrixForm}`,
  noHomeAssistantHook: `This is not the URL of a webhook of Home Assistant.\n${homeAssistantForm}`,
  noAppriseKey:
    "The address lacks the key of a configuration.\nSave a configuration on the Apprise server, and enter https://host/notify/key.",
};
