import { Argument, type Command } from "commander";
import { completionScript, type Shell, shells } from "../completion.js";

export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .description("Print a script that completes commands and options in a shell.")
    .action((shell: Shell) => {
      process.stdout.write(`${completionScript(shell, program)}\n`);
    });
}
