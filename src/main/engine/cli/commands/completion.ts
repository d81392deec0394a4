import { Argument, type Command, type Option } from "commander";

/** What may follow a command, such as ` watch add`, or an option of it: ` watch add --every`. */
type Words = readonly [after: string, words: readonly (string | null | undefined)[]];

function wordsIn(command: Command, path = ""): Words[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((child) => child.name() !== "help");
  const options = help.visibleOptions(command);
  const flagsOf = ({ short, long }: Option) => [short, long].filter((flag) => flag != null);
  const values = options.flatMap((option) =>
    flagsOf(option).map((flag): Words => [`${path} ${flag}`, option.argChoices ?? []]),
  );
  return [
    [path, [...commands.map((child) => child.name()), ...options.flatMap(flagsOf)]],
    ...values.filter(([, words]) => words.length > 0),
    ...commands.flatMap((child) => wordsIn(child, `${path} ${child.name()}`)),
  ];
}

function bashScript(all: readonly Words[]): string {
  return `_tidemark_words() {
  case "$1" in
${all.map(([after, words]) => `    '${after}') echo '${words.join(" ")}' ;;`).join("\n")}
  esac
}
_tidemark() {
  local at= word found
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do
    [[ $word == -* || -z $(_tidemark_words "$at $word") ]] || at="$at $word"
  done
  found=$(_tidemark_words "$at \${COMP_WORDS[COMP_CWORD-1]}")
  COMPREPLY=($(compgen -W "\${found:-$(_tidemark_words "$at")}" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tidemark tidemark`;
}

function fishScript(all: readonly Words[]): string {
  return `function __tidemark_words
  switch "$argv[1]"
${all.map(([after, words]) => `    case '${after}'\n      printf '%s\\n' ${words.join(" ")}`).join("\n")}
  end
end
function __tidemark
  set -l at
  set -l given (commandline -opc)
  for word in $given[2..]
    string match -q -- '-*' $word; or test (count (__tidemark_words "$at $word")) = 0; or set at "$at $word"
  end
  __tidemark_words "$at $given[-1]" | string match '*'; or __tidemark_words "$at"
end
complete -c tidemark -a '(__tidemark)'
complete -c tidemark -f -n "__tidemark | string match -qv -- '-*'"`;
}

const scripts = {
  bash: bashScript,
  zsh: (all: readonly Words[]) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(all)}`,
  fish: fishScript,
};

export type Shell = keyof typeof scripts;
export const shells = Object.keys(scripts) as Shell[];

/** A script that completes the commands and options of a program, whose names have no characters that shells know. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](wordsIn(program));
}

export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .description("Print a script that completes commands and options in a shell.")
    .action((shell: Shell) => {
      process.stdout.write(`${completionScript(shell, program)}\n`);
    });
}
