import { conditions, type GlossaryEntry, interventions, medicineEndings } from './glossary.ts';

/** Stands in a text for each character of a name that was found. */
export const takenOut = '\u0001';

/** Names found in a text, and the text without them. */
export interface FoundNames {
  readonly names: readonly string[];
  readonly rest: string;
}

const before = '(?<![\\p{L}\\p{N}])';
/** Russian words go on after a stem, English plurals by one letter. */
const after = "(?:[а-яё]*|['’]?s)(?![\\p{L}\\p{N}])";

/** Names of a glossary, the longest first; what was found is taken out of the text. */
function readGlossary(text: string, glossary: readonly GlossaryEntry[]): FoundNames {
  const written = glossary
    .flatMap(({ name, written: forms }) => forms.map((form) => ({ name, form })))
    .toSorted((a, b) => b.form.length - a.form.length);
  const found: { name: string; at: number }[] = [];
  let rest = text;
  for (const { name, form } of written) {
    rest = rest.replaceAll(new RegExp(`${before}${form}${after}`, 'giu'), (match, ...groups) => {
      const at = groups.find((group) => typeof group === 'number') as number;
      found.push({ name, at });
      return takenOut.padEnd(match.length, takenOut);
    });
  }
  const names = found.toSorted((a, b) => a.at - b.at).map(({ name }) => name);
  return { names: [...new Set(names)], rest };
}

/** A disease by the word that ends its name, with up to three words that tell which. */
const diseasePattern =
  /(?<![\p{L}-])((?:(?!(?:in|for|of|with|and|or|the|a|an|on|about|against|people|patients|adults|children|treat\w*|prevent\w*|does|is|are|what|which|trials?|studies|how|recurrent)\b)[\p{L}\d'’-]+\s+){0,3}(?:cancer|carcinoma|disease|syndrome|fever|infection|disorder|failure|deficiency|dystrophy|dermatitis|anaemia|anemia|injury))(?![\p{L}-])|(?<![\p{L}-])([\p{L}-]{3,}(?:itis|osis|emia|aemia|oma|opathy|plegia|algia))(?![\p{L}-])/giu;

const notDiseases =
  /^(?:diagnosis|prognosis|analysis|meta-analysis|hypothesis|synthesis|genoma?|diploma|dosis|ultrasis)$/i;

export function readConditions(text: string): FoundNames {
  const known = readGlossary(text, conditions);
  const names = [...known.names];
  const rest = known.rest.replaceAll(diseasePattern, (match, phrase?: string, word?: string) => {
    const name = (phrase ?? word ?? '').trim().toLowerCase();
    if (notDiseases.test(name)) return match;
    names.push(name);
    return takenOut.padEnd(match.length, takenOut);
  });
  return { names: [...new Set(names)], rest };
}

const medicinePattern = new RegExp(
  `(?<![\\p{L}-])([\\p{L}]{3,}(?:${medicineEndings}))s?(?![\\p{L}-])`,
  'giu',
);
const notMedicines = /^(?:cholesterol|peptide|nucleotide)$/i;
const russianMedicine =
  /(?<![\p{L}-])([а-яё]{3,}(?:маб|ниб|тид|вир|статин|прил|сартан|глиптин|глифлозин|каин|циллин|мицин|коназол|празол|олол|дипин|фенак|профен|ксабан|метиром|цепт|париб))(?:а|у|ом|е|ы|ов|ами)?(?![\p{L}-])/giu;

export function readInterventions(text: string): FoundNames {
  const known = readGlossary(text, interventions);
  const names = [...known.names];
  const take = (match: string, name: string) => {
    names.push(name);
    return takenOut.padEnd(match.length, takenOut);
  };
  const rest = known.rest
    .replaceAll(medicinePattern, (match, name: string) =>
      notMedicines.test(name) ? match : take(match, name.toLowerCase()),
    )
    .replaceAll(russianMedicine, (match, name: string) => take(match, toLatin(name.toLowerCase())));
  return { names: [...new Set(names)], rest };
}

const letters: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'c',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'c',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'u',
  я: 'ya',
};

/** A medicine's international name from its Russian one. */
function toLatin(name: string): string {
  const latin = [...name].map((letter) => letters[letter] ?? letter).join('');
  return latin
    .replace(/c(?=[eiy])/g, 'k')
    .replace(/tid$/, 'tide')
    .replace(/(prazol|conazol)$/, '$1e')
    .replace(/cain$/, 'caine')
    .replace(/dipin$/, 'dipine');
}
