import type { Command, Option } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A command, such as ` watch add`, with what may stand behind it. */
interface Place {
  readonly path: string;
  readonly commands: readonly string[];
  readonly options: readonly Option[];
}

function placesIn(command: Command, path = ""): Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command).filter((child) => child.name() !== "help");
  const own = {
    path,
    commands: commands.map((child) => child.name()),
    options: help.visibleOptions(command),
  };
  return [own, ...commands.flatMap((child) => placesIn(child, `${path} ${child.name()}`))];
}

function flagsOf({ short, long }: Option): string[] {
  return [short, long].filter((flag) => flag !== undefined && flag !== null);
}

/** Finds in `$at` the command of the words before the cursor, and in `$found` what may follow. */
function posixCases(places: readonly Place[]): { readonly step: string; readonly choices: string } {
  const paths = places.slice(1).map(({ path }) => `'${path}'`);
  const values = places.flatMap(({ path, options }) =>
    options.flatMap((option) =>
      (option.argChoices ?? []).length === 0
        ? []
        : flagsOf(option).map((flag) => `    '${path} ${flag}') found='${option.argChoices?.join(" ")}' ;;`),
    ),
  );
  const words = places.map(({ path, commands, options }) => {
    const all = [...commands, ...options.flatMap(flagsOf)];
    return `      '${path}') found='${all.join(" ")}' ;;`;
  });
  return {
    step: `    case "$at $word" in ${paths.join("|")}) at="$at $word" ;; esac`,
    choices: [
      '  case "$at $before" in',
      ...values,
      '    *) case "$at" in',
      ...words,
      "    esac ;;",
      "  esac",
    ].join("\n"),
  };
}

function bashScript(places: readonly Place[]): string {
  const { step, choices } = posixCases(places);
  return `_tidemark() {
  local at= found= word before="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${step}
  done
${choices}
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tidemark tidemark`;
}

function zshScript(places: readonly Place[]): string {
  const { step, choices } = posixCases(places);
  return `#compdef tidemark
_tidemark() {
  local at= found= word before="\${words[CURRENT-1]}"
  for word in "\${(@)words[2,CURRENT-1]}"; do
${step}
  done
${choices}
  compadd -- \${=found}
  [[ $PREFIX == -* ]] || _files
}
compdef _tidemark tidemark`;
}

function fishScript(places: readonly Place[]): string {
  const paths = places.slice(1).map(({ path }) => `'${path}'`);
  const lines = places.flatMap(({ path, commands, options }) => {
    const rule = `complete -c tidemark -n "__tidemark_at '${path}'"`;
    const own = options.map(({ short, long, argChoices = [] }) => {
      const flags = [short && `-s ${short.slice(1)}`, long && `-l ${long.slice(2)}`].filter(Boolean);
      const values = argChoices.length === 0 ? "" : ` -xa '${argChoices.join(" ")}'`;
      return `${rule} ${flags.join(" ")}${values}`;
    });
    return commands.length === 0 ? own : [`${rule} -fa '${commands.join(" ")}'`, ...own];
  });
  return `function __tidemark_at
  set -l at
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${paths.join(" ")}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join("\n")}`;
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** A script that completes the commands and options of a program, whose names have no characters that shells know. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](placesIn(program));
}
