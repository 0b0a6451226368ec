import type { Command } from 'commander';
import { listCommands } from './command-examples.ts';

/** Commands and options; behind them names of files. */
export function writeBashCompletion(program: Command): string {
  // The longer words come first: a shell takes the first pattern that fits.
  const cases = [
    ...program.commands.flatMap((group) =>
      group.commands.map((command) => toCase(`"${group.name()} ${command.name()}"`, command)),
    ),
    ...program.commands.map((command) => toCase(`"${command.name()} "*`, command)),
  ];
  const first = wordsOf(program);
  return `_lectern() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${first}"; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _lectern lectern
`;
}

export function writeZshCompletion(program: Command): string {
  return `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${writeBashCompletion(program)}`;
}

export function writeFishCompletion(program: Command): string {
  const lines = program.commands.map(
    (command) =>
      `complete -c lectern -n __fish_use_subcommand -f -a ${command.name()} -d ${quote(command.description())}`,
  );
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) {
    for (const command of group.commands) {
      lines.push(
        `complete -c lectern -n '__fish_seen_subcommand_from ${group.name()}' -f -a ${command.name()} -d ${quote(command.description())}`,
      );
    }
  }
  for (const { command } of listCommands(program)) {
    for (const option of command.options) {
      const short = option.short ? ` -s ${option.short.slice(1)}` : '';
      lines.push(
        `complete -c lectern -n '__fish_seen_subcommand_from ${command.name()}'${short} -l ${option.long?.slice(2)} -d ${quote(option.description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function toCase(pattern: string, command: Command): string {
  return `    ${pattern}) words="${wordsOf(command)}" ;;`;
}

/** What may come next: commands below, and options. */
function wordsOf(command: Command): string {
  const below = command.commands.map((one) => one.name());
  return [...below, ...command.options.flatMap(({ long }) => long ?? []), '--help'].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
