import { initial } from "./0001-initial.js";
import { workingHalf } from "./0002-working-half.js";
import { trackedPages } from "./0003-tracked-pages.js";
import { alertRules } from "./0004-alert-rules.js";
import { services } from "./0005-services.js";
import { pagePicks } from "./0006-page-picks.js";
import { recipes } from "./0007-recipes.js";
import { handEdits } from "./0008-hand-edits.js";
import { tags } from "./0009-tags.js";
import { reasonClauses } from "./0010-reason-clauses.js";
import { snoozeEnds } from "./0011-snooze-ends.js";
import { dealVotes } from "./0012-deal-votes.js";
import { shopWays } from "./0013-shop-ways.js";
import { meteredBatches } from "./0014-metered-batches.js";
import { removedProducts } from "./0015-removed-products.js";
import { offerTerms } from "./0016-offer-terms.js";
import { noDealVotes } from "./0017-no-deal-votes.js";
import { recipesOfPages } from "./0018-recipes-of-pages.js";
import { ownerKeys } from "./0019-owner-keys.js";
import { channels } from "./0020-channels.js";
import { browserExtension } from "./0021-browser-extension.js";
import { linkLists } from "./0022-link-lists.js";
import { listings } from "./0023-listings.js";
import { oldSecrets } from "./0024-old-secrets.js";
import type { Migration } from "./migration.js";

export const migrations: readonly Migration[] = [
  initial,
  workingHalf,
  trackedPages,
  alertRules,
  services,
  pagePicks,
  recipes,
  handEdits,
  tags,
  reasonClauses,
  snoozeEnds,
  dealVotes,
  shopWays,
  meteredBatches,
  removedProducts,
  offerTerms,
  noDealVotes,
  recipesOfPages,
  ownerKeys,
  channels,
  browserExtension,
  linkLists,
  listings,
  oldSecrets,
];

export const latestVersion = migrations.at(-1)?.version ?? 0;
