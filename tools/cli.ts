/** The command line in a checkout: the shipped commands and those for developers. */
import { addBench } from "../bench/command.js";
import { runProgram } from "../src/main/engine/cli/index.js";
import { addPriceModel } from "./price-model/command.js";
import { addScore } from "./score/command.js";

await runProgram((program) => {
  addScore(program);
  addPriceModel(program);
  addBench(program);
});
