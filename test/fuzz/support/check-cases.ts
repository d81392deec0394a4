import fc, { type IAsyncProperty } from "fast-check";
import { commitSeed } from "../../support/seed.js";

/** `npm run test:all` tries only the commit's seed. */
const seedCount = process.env.TIDEMARK_LONG === undefined ? 1 : 50;

/** `SEED:PATH` of a failure, to repeat that case only. */
const [replayedSeed, ...replayedPath] = (process.env.FUZZ_REPLAY ?? "").split(":");

interface Options {
  /** For each seed. */
  readonly cases: number;
  /** More than 1 only where cases wait for another process. */
  readonly parallel?: number;
}

/** Together shorter than a test's timeout, so that a case that never ends is reported with its seed and path. */
const plugins = [fc.timeout(20_000), fc.interruptAfterTimeLimit(90_000, { failOnInterrupt: true })];

/** Fails with the seed, the path and the value of the first case that violates the property. */
export async function checkCases<T>(
  property: IAsyncProperty<T>,
  { cases, parallel = 1 }: Options,
): Promise<void> {
  if (replayedPath.length > 0)
    return fc.assert(property, { plugins, seed: Number(replayedSeed), path: replayedPath.join(":") });
  const numRuns = Math.ceil(cases / parallel);
  for (let round = 0; round < seedCount; round++)
    await Promise.all(
      Array.from({ length: parallel }, (_, lane) =>
        fc.assert(property, { plugins, numRuns, seed: commitSeed + round * parallel + lane }),
      ),
    );
}
