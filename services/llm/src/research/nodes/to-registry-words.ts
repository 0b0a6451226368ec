import { maxRegistryWordsLength, namesSomething } from '@lectern/contracts';

const or = ' OR ';

/**
 * Names that a study has all of. Those with alternatives among them (`a OR b`) are asked for with
 * each of these, since the registry's query is sent without brackets.
 */
export function toRegistryWords(names: readonly string[]): string {
  const words = names.filter(namesSomething);
  const open = words.filter((name) => name.includes(or));
  const others = words.filter((name) => !name.includes(or));
  const [alternatives = ''] = open;
  const spread = alternatives
    .split(or)
    .map((name) => [name, ...others].join(' '))
    .join(or);
  return open.length === 1 && spread.length <= maxRegistryWordsLength ? spread : words.join(' ');
}
