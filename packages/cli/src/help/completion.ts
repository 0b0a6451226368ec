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

/** Which command the words before the cursor begin with, and whether they are no more than it. */
const fishConditions = `function __lectern_in
  set -l words (commandline -opc)
  set -e words[1]
  set -l count (count $argv)
  test (count $words) -ge $count; and test "$words[1..$count]" = "$argv"
end
function __lectern_at
  set -l words (commandline -opc)
  set -e words[1]
  test "$words" = "$argv"
end`;

export function writeFishCompletion(program: Command): string {
  const lines = [
    fishConditions,
    ...program.commands.map((command) => toFishCommand('__lectern_at', command, '-f')),
    ...program.options.map((option) => toFishOption('__lectern_at', option)),
  ];
  for (const group of program.commands) {
    const path = group.name();
    const below = group.commands.map((command) => command.name());
    // A group that takes something itself may take a file.
    const files = group.registeredArguments.length > 0 ? '' : '-f';
    for (const command of group.commands) {
      lines.push(toFishCommand(`__lectern_at ${path}`, command, files));
      lines.push(...toFishWords(`__lectern_in ${path} ${command.name()}`, command));
    }
    const isItself = [path, ...below.map((name) => `; and not __lectern_in ${path} ${name}`)];
    lines.push(...toFishWords(`__lectern_in ${isItself.join('')}`, group));
  }
  return `${lines.join('\n')}\n`;
}

function toFishCommand(condition: string, command: Command, files: string): string {
  const name = `${files} -a ${command.name()}`.trim();
  return `complete -c lectern -n '${condition}' ${name} -d ${quote(command.description())}`;
}

/** Options of a command, and the values of an argument that are a list. */
function toFishWords(condition: string, command: Command): readonly string[] {
  const lines = command.options.map((option) => toFishOption(condition, option));
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  if (choices.length === 0) return lines;
  return [...lines, `complete -c lectern -n '${condition}' -f -a '${choices.join(' ')}'`];
}

function toFishOption(condition: string, { short, long, argChoices, description }: Option): string {
  const names = `${short ? ` -s ${short.slice(1)}` : ''} -l ${long?.slice(2)}`;
  const values = argChoices ? ` -x -a '${argChoices.join(' ')}'` : '';
  return `complete -c lectern -n '${condition}'${names}${values} -d ${quote(description)}`;
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

/** Lists completions: subcommands, values of an argument, and options. */
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
