import type { Command } from 'commander';

/** One example for each command, by its words. */
const examples: Readonly<Record<string, string>> = {
  upload: 'lectern upload docs report.pdf --collection Team/Handbook',
  search: 'lectern search "parental leave" --collection Team --limit 5',
  ask: 'lectern ask "How long is parental leave?"',
  collections: 'lectern collections',
  documents: 'lectern documents --collection Team/Handbook',
  delete: 'lectern delete 22222222-2222-4222-8222-222222222222',
  conversations: 'lectern conversations --json',
  share: 'lectern share Team/Handbook --with team:editors=write',
  invite: 'lectern invite ada@example.org --role member',
  evaluate: 'lectern evaluate questions.jsonl --mode keyword hybrid --collection Team/Handbook',
  rechunk: 'lectern rechunk Team/Handbook',
  'model list': 'lectern model list',
  'model add': 'lectern model add --model llama3.2 --default',
  'model test': 'lectern model test llama3.2',
  'source list': 'lectern source list --collection Team/Handbook',
  'source add':
    'lectern source add folder --collection Handbook --set path=/srv/handbook --schedule "0 6 * * 1-5"',
  'source sync': 'lectern source sync Handbook',
  'source runs': 'lectern source runs Handbook --limit 5',
  'source pause': 'lectern source pause Handbook',
  'source resume': 'lectern source resume Handbook',
  'source delete': 'lectern source delete Handbook --with-documents',
  'bundle export': 'lectern bundle export Team/Handbook --output handbook.zip',
  'bundle import': 'lectern bundle import handbook.zip --parent Team',
  mcp: 'lectern mcp',
  research: 'lectern research "Phase 3 trials of semaglutide since 2022"',
  'research runs': 'lectern research runs --limit 5',
  'research show': 'lectern research show RUN_ID --graph',
  'research resume': 'lectern research resume RUN_ID --time-budget 20',
  'research delete': 'lectern research delete RUN_ID',
  'research export': 'lectern research export RUN_ID --format markdown --output run.md',
  'research save': 'lectern research save RUN_ID --collection Papers',
  completion: 'lectern completion bash > ~/.local/share/bash-completion/completions/lectern',
  'admin audit verify': 'lectern admin audit verify',
  'admin reset-sign-in': 'lectern admin reset-sign-in ada@example.org --what second_factor',
  'admin token': 'lectern admin token --as ada@example.org --scopes search',
  'admin doctor': 'lectern admin doctor',
  'admin rebuild-index': 'lectern admin rebuild-index',
  'admin rotate-keys': 'lectern admin rotate-keys',
  'admin export': 'lectern admin export site.tar.zst --with-secrets',
  'admin import': 'lectern admin import site.tar.zst',
  'admin restore': 'lectern admin restore site.tar.zst.age --check --identity backup.key',
};

/** Shows all examples behind the help of the program, and each behind that of its command. */
export function addExamples(program: Command): void {
  const lines: string[] = [];
  for (const { words, command } of listCommands(program)) {
    const example = examples[words];
    if (example === undefined) continue;
    command.addHelpText('after', `\nExample:\n  ${example}`);
    lines.push(`  ${example}`);
  }
  program.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

export interface ListedCommand {
  /** Such as `admin token`. */
  readonly words: string;
  readonly command: Command;
}

/** The commands that do something, in the order of the help. */
export function listCommands(program: Command, above = ''): ListedCommand[] {
  return program.commands.flatMap((command) => {
    const words = above ? `${above} ${command.name()}` : command.name();
    const below = listCommands(command, words);
    const doesSomething = below.length === 0 || command.registeredArguments.length > 0;
    return doesSomething ? [{ words, command }, ...below] : below;
  });
}
