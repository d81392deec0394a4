import { addBench } from "../bench/command.js";
import { runProgram } from "../src/main/engine/cli/index.js";

await runProgram(addBench);
