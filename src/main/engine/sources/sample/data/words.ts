/** Names and sentence patterns that no one category owns. `{name}` and the like are filled in. */

export const sellers: readonly string[] = [
  "Made-Up Mercantile",
  "Second Spin Sample Shop",
  "Harborlight Samples",
  "Copper Kettle Trading",
  "Northgate Pretend Goods",
  "The Tidy Warehouse",
  "Paper Boat Imports",
  "Fox & Fable Resale",
  "Blue Door Samples",
  "Attic and Sons",
];

export const importers: readonly string[] = [
  "Canal Street Imports",
  "Old Harbour Exports",
  "Ponte Verde Samples",
];

export const usedGrades: readonly string[] = [
  "used-like-new",
  "used-very-good",
  "used-good",
  "used-acceptable",
];
export const refurbishedGrades: readonly string[] = [
  "refurbished-excellent",
  "refurbished-good",
  "refurbished-premium",
];

export const pointPatterns: readonly string[] = [
  "The highlights are {first} and {second}.",
  "You get {first}, and {second} as well.",
  "Shoppers mention {first} and {second}.",
];

export const bookPointPatterns: readonly string[] = [
  "Expect {first} and {second}.",
  "With {first} and {second}.",
];

/** From the best score downwards: a headline and a closing line for each tier. */
export const reviewTiers: readonly {
  readonly from: number;
  readonly headlines: readonly string[];
  readonly bottomLines: readonly string[];
}[] = [
  {
    from: 0.86,
    headlines: ["The one to beat for {use}", "Easy to recommend for {use}", "As good as it gets for {use}"],
    bottomLines: [
      "For {use}, this is where we would start. {con}, but there is little else to complain about.",
      "We would buy it again tomorrow. Watch for a sale if you can wait.",
    ],
  },
  {
    from: 0.74,
    headlines: ["A solid choice for {use}", "Good sense for {use}", "Does the job well for {use}"],
    bottomLines: [
      "A good pick for {use} that gets the important things right. {con}; decide whether that matters to you.",
      "Worth its usual price and a bargain below it.",
    ],
  },
  {
    from: 0,
    headlines: ["Fine for {use}, with limits", "Worth a look on sale", "Close, but not quite there"],
    bottomLines: [
      "It will do for {use}, but look around before you pay full price.",
      "Buy it on sale or not at all: {lowerCon}.",
    ],
  },
];

export const dealTitles: readonly string[] = [
  "{name} for {price}",
  "{name} down to {price}",
  "{percent}% off: {name}",
  "{name}, now {price}",
];

export const dealSubtitles: readonly string[] = [
  "Usually {original} at {retailer}",
  "{saving} below its usual price at {retailer}",
  "{percent}% under the usual {original}",
];

/** For a deal that is one only against the highest price of late. */
export const claimSubtitles: readonly string[] = [
  "Was {original}, says {retailer}",
  "{retailer} strikes out {original}",
];

export const claimDescriptions: readonly string[] = [
  "{blurb} {retailer} compares with its highest price of late, {original}; the history is less impressed.",
  "{blurb} It did cost {original} for a while, but seldom for long.",
];

export const dealDescriptions: readonly string[] = [
  "{blurb} Over the past three months it was usually {original}; now it is {price}.",
  "{blurb} {retailer} has it in stock for {price}, {saving} less than usual.",
  "{blurb} A made-up deal, but the history behind it agrees: {price} in place of {original}.",
];
