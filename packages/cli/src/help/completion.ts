import type { Command, Option } from 'commander';
import { listCommands } from './command-examples.ts';

/** Commands, options and their values where these are a list; behind them names of files. */
export function writeBashCompletion(program: Command): string {
  // The longer words come first: a shell takes the first pattern that fits.
  const cases = [
    ...program.commands.flatMap((group) =>
      group.commands.map((command) => toCase(`"${group.name()} ${command.name()}"`, command)),
    ),
    ...program.commands.map((command) => toCase(`"${command.name()} "*`, command)),
  ];
  const values = listChoices(program).map(
    ({ option, choices }) => `    ${option}) words="${choices.join(' ')}" ;;`,
  );
  const first = wordsOf(program);
  return `_lectern() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join('\n')}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.join('\n')}
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
  lines.push(...program.options.map((option) => toFishOption('__fish_use_subcommand', option)));
  for (const { command } of listCommands(program)) {
    const condition = `'__fish_seen_subcommand_from ${command.name()}'`;
    lines.push(...command.options.map((option) => toFishOption(condition, option)));
    const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
    if (choices.length > 0) {
      lines.push(`complete -c lectern -n ${condition} -f -a '${choices.join(' ')}'`);
    }
  }
  return `${lines.join('\n')}\n`;
}

function toFishOption(condition: string, { short, long, argChoices, description }: Option): string {
  const names = `${short ? ` -s ${short.slice(1)}` : ''} -l ${long?.slice(2)}`;
  const values = argChoices ? ` -x -a '${argChoices.join(' ')}'` : '';
  return `complete -c lectern -n ${condition}${names}${values} -d ${quote(description)}`;
}

/** Options with a list of values; the same option of several commands takes the values of all. */
function listChoices(program: Command): { option: string; choices: string[] }[] {
  const options = listCommands(program).flatMap(({ command }) => command.options);
  const withChoices = options.filter(({ argChoices }) => argChoices !== undefined);
  const byName = Map.groupBy(withChoices, ({ long }) => long ?? '');
  return [...byName].map(([option, same]) => ({
    option,
    choices: [...new Set(same.flatMap(({ argChoices }) => argChoices ?? []))],
  }));
}

function toCase(pattern: string, command: Command): string {
  return `    ${pattern}) words="${wordsOf(command)}" ;;`;
}

/** What may come next: commands below, values of an argument, and options. */
function wordsOf(command: Command): string {
  const below = [
    ...command.commands.map((one) => one.name()),
    ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  ];
  return [...below, ...command.options.flatMap(({ long }) => long ?? []), '--help'].join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
