/** Offers that become products of their own, and products that become one. */
export const grouping = {
  splitOff: (retailer: string) => `The offer of ${retailer} is a product of its own now.`,
  merged: "Both are one product now.",
};
