import { describe, expect } from "vitest";
import { aurora, products } from "../support/catalogue.js";
import { expectError, expectOk, rule, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);
const getReview = (id: string) => engine().get(`/products/reviews?id=${id}`);

describe("GET /products/reviews", () => {
  rule(
    ["section 4 GET /products/reviews", "section 2 TLDRReview", "section 2 Score"],
    "returns the review with the product's path and title",
    async () => {
      const { body } = expectOk(await getReview("AH-100"));
      expect(Object.keys(body).sort()).toEqual(["meta", "product", "review", "success"]);
      expect(body.product).toEqual({ path: "product/aurora-headphones/p1", title: aurora.title });
      expect(body.review).toEqual(aurora.review);
    },
  );

  rule("section 2 Score", "returns only known scores", async () => {
    expect((await getReview("9780306406157")).body.review?.scores).toEqual({ overall: 0.5 });
  });

  rule("section 4 GET /products/reviews", "returns null for a product without a review", async () => {
    const { body } = expectOk(await getReview("Bare+Kettle"));
    expect(body).toMatchObject({ review: null, product: { title: "Bare Kettle" } });
  });

  rule("section 4 GET /products/reviews", "accepts an identifier of any type", async () => {
    for (const id of ["036000291452", "B0AURORA01", "AH-100", "Aurora+headphones", "%20AH-100%20"])
      expect(expectOk(await getReview(id)).body.product.path).toBe("product/aurora-headphones/p1");
  });

  rule(
    ["decision 18", "decision 44"],
    "rejects a literal comma, and treats an encoded one as part of the identifier",
    async () => {
      for (const id of ["AH-100,SPK-7", "AH-100,", ","]) {
        const response = expectError(await getReview(id), "ERR_INVALID_PARAMS");
        expect(response.body.error).toContain("'id'");
      }
      expect(expectOk(await getReview("Scissors%2C+Paper%2C+Stone")).body.product.path).toBe(
        "product/comma/x",
      );
    },
  );

  rule("section 7 ERR_PRODUCT_NOT_FOUND", "returns 404 for an unknown product", async () => {
    expectError(await getReview("unheard-of"), "ERR_PRODUCT_NOT_FOUND");
  });
});
