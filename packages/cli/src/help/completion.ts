import type { Command } from 'commander';
import { listCommands } from './command-examples.ts';

/** The same for the shell's own words, then for files. */
export function writeBashCompletion(program: Command): string {
  const leaves = listCommands(program).map(({ words, command }) => ({
    words,
    options: flagsOf(command),
  }));
  const groups = program.commands.filter(({ commands }) => commands.length > 0);
  const cases = [
    ...leaves.map(({ words, options }) => {
      const pattern = words.includes(' ') ? `"${words}"` : `"${words} "*`;
      return `    ${pattern}) words="${options.join(' ')}" ;;`;
    }),
    ...groups.map(
      (group) =>
        `    "${group.name()} "*) words="${group.commands.map((command) => command.name()).join(' ')}" ;;`,
    ),
  ];
  const first = [...program.commands.map((command) => command.name()), ...flagsOf(program)];
  return `_lectern() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="${first.join(' ')}"; fi
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

function flagsOf(command: Command): string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), '--help'];
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
