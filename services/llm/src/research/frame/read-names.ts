import {
  conditions,
  type GlossaryEntry,
  interventions,
  medicineEndings,
  others,
} from './glossary.ts';
import { isAspect, isFiller } from './question-words.ts';

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

interface Glossary {
  /** One pattern for all forms, a group each, since each pattern costs its first reader. */
  readonly pattern: RegExp;
  /** Of each group. */
  readonly names: readonly string[];
}

function compile(entries: readonly GlossaryEntry[]): Glossary {
  const written = entries
    .flatMap(({ name, written: forms }) => forms.map((form) => ({ name, form })))
    .toSorted((a, b) => lengthOf(b.form) - lengthOf(a.form));
  const forms = written.map(({ form }) => `(${form})`).join('|');
  return {
    pattern: new RegExp(`${before}(?:${forms})${after}`, 'giu'),
    names: written.map(({ name }) => name),
  };
}

const knownConditions = compile(conditions);
const knownInterventions = compile(interventions);
const knownOthers = compile(others);

/** Names of a glossary, of those that begin at the same place the longest; what was found is taken out of the text. */
function readGlossary(text: string, { pattern, names }: Glossary): FoundNames {
  const found: string[] = [];
  const rest = text.replaceAll(pattern, (match: string, ...groups: unknown[]) => {
    const name = names[groups.findIndex((group) => group !== undefined)];
    if (name !== undefined) found.push(name);
    return takenOut.padEnd(match.length, takenOut);
  });
  return { names: [...new Set(found)], rest };
}

/** Characters that a pattern stands for at least. */
function lengthOf(form: string): number {
  return form.replaceAll(/\(\?[!<=][^)]*\)|\(\?:([^|)]*)[^)]*\)|\\S\*|\[|\]|\?/g, '$1').length;
}

/** Who is studied and where, as Russian says it; terms in English. */
export function readOthers(text: string): FoundNames {
  return readGlossary(text, knownOthers);
}

/** A disease by the word that ends its name, with up to three words that tell which. */
const diseasePattern =
  /(?<![\p{L}-])((?:(?!(?:in|for|of|with|and|or|the|a|an|on|about|against|people|patients|adults|children|treat\w*|prevent\w*|does|is|are|what|which|trials?|studies|how|recurrent)\b)[\p{Script=Latin}\p{Script=Greek}\d'’-]+\s+){0,3}(?:cancer|carcinoma|tumou?rs?|neoplasms?|disease|syndrome|fever|infection|disorder|failure|deficiency|insufficiency|dystrophy|dermatitis|anaemia|anemia|injury|fibrillation|embolism|ischa?emia|arrhythmia|tachycardia|ha?emorrhage|hyperplasia|obstruction|apno?ea|palsy|ulcers?|fractures?|allergy|intolerance))(?![\p{L}-])|(?<![\p{L}-])([\p{L}-]{3,}(?:itis|osis|emia|aemia|oma|opathy|plegia|algia))(?![\p{L}-])/giu;

/** Whether a word does not tell which disease is meant. */
function isNoTopic(word: string): boolean {
  return isFiller(word) || isAspect(word);
}

const notDiseases =
  /^(?:diagnosis|prognosis|analysis|meta-analysis|hypothesis|synthesis|genoma?|diploma|dosis|ultrasis)$/i;

export function readConditions(text: string): FoundNames {
  const known = readGlossary(text, knownConditions);
  const names = [...known.names];
  const rest = known.rest.replaceAll(diseasePattern, (match, phrase?: string, word?: string) => {
    const words = (phrase ?? word ?? '').trim().split(/\s+/);
    const start = words.findIndex((part) => !isNoTopic(part.toLowerCase()));
    const name = words.slice(start).join(' ').toLowerCase();
    if (start === -1 || notDiseases.test(name)) return match;
    names.push(name);
    const before = new RegExp(`^(?:\\S+\\s+){${start}}`).exec(match)?.[0] ?? '';
    return before.padEnd(match.length, takenOut);
  });
  return { names: [...new Set(names)], rest };
}

const medicinePattern = new RegExp(
  `(?<![\\p{L}-])([\\p{L}]{3,}(?:${medicineEndings}))s?(?![\\p{L}-])`,
  'giu',
);
const notMedicines = /^(?:cholesterol|peptide|nucleotide)$/i;
const russianMedicine =
  /(?<![\p{L}-])([а-яё]{3,}(?:маб|ниб|тид|вир|статин|прил|сартан|глиптин|глифлозин|каин|циллин|мицин|коназол|празол|олол|дипин|фенак|профен|ксабан|метиром|цепт|париб|триптан|сетрон|лукаст|коксиб|платин|таксел|рубицин|циклин|оксацин|лимус|парин|оксетин|гепант|орексант|трексат|гатран))(?:а|у|ом|е|ы|ов|ами)?(?![\p{L}-])/giu;

/** A class of medicines by the word that ends its name, with the words that tell which. */
const classPattern =
  /(?<![\p{L}\d/-])((?:(?!(?:and|or|vs|versus|agonists?|antagonists?|inhibitors?|blockers?|vaccines?|supplementation)\s)[\p{Script=Latin}\p{Script=Greek}\d][\p{Script=Latin}\p{Script=Greek}\d-]*(?:\/[\p{Script=Latin}\d][\p{Script=Latin}\d-]{0,5})?\s+){1,8})(agonists?|antagonists?|inhibitors?|blockers?|vaccines?|supplementation)(?![\p{L}-])/giu;
/** Further words, and a second one before an abbreviation, tell the class where they stand in such names. */
const maxTold = 2;
const classWord = new RegExp(
  `^(?:${[
    'vascular|endothelial|epidermal|fibroblast|platelet|derived|insulin-like|transforming|nerve|growth|tumou?r|necrosis|factors?|hypoxia|hypoxia-inducible|inducible|prolyl|hydroxylase',
    'angiotensin|angiotensin-converting|renin|aldosterone|system|converting|enzyme|mineralocorticoid|neprilysin|endothelin|vasopressin|vitamin|direct|thrombin',
    'selective|non-selective|serotonin|norepinephrine|noradrenaline|dopamine|monoamine|oxidase|reuptake|neurokinin|orexin|melatonin|opioid|cannabinoid|nmda|gaba|glutamate|acetylcholine|muscarinic|nicotinic|histamine|leukotriene|cysteinyl|adrenergic|adrenoceptor',
    'glucagon|glucagon-like|like|peptide|sodium|sodium-glucose|glucose|cotransporter|co-transporter|dipeptidyl|peptidase|potassium|potassium-competitive|competitive|acid|proton|pump|calcium|channel|voltage|voltage-gated|gated|carbonic|anhydrase|cholesteryl|ester|transfer|proprotein|convertase|subtilisin|kexin',
    "cyclin|cyclin-dependent|dependent|kinase|tyrosine|serine|threonine|janus|bruton['’]?s?|poly|adp|adp-ribose|ribose|polymerase|histone|deacetylase|proteasome|aromatase|topoisomerase|hedgehog|immune|checkpoint|programmed|cell|death|protein|ligand|egfr|vegfr?|her2|androgen|o?estrogen|progesterone|gonadotropin|gonadotropin-releasing|releasing|hormone|receptors?|calcitonin|gene|gene-related|related|interleukin|complement|phosphodiesterase|xanthine|coa|reductase|hydroxymethylglutaryl|sphingosine|phosphate",
    'reverse|transcriptase|nucleoside|nucleotide|non-nucleoside|integrase|strand|protease|neuraminidase|glycoprotein|respiratory|syncytial|virus|papillomavirus|live|attenuated|inactivated|conjugate|conjugated|polysaccharide|recombinant|adjuvanted|pneumococcal|meningococcal|bivalent|trivalent|quadrivalent|mrna|oral|topical|inhaled|dual|long-acting|short-acting|acting|beta-?\\d?|alpha-?\\d?|gamma|type|\\p{Script=Greek}\\d?|\\d{1,2}[a-z]?|[iv]{1,3}',
  ].join('|')})$`,
  'iu',
);
/** A word and the next one that together are one name, so that the word is no side of the topic. */
const partOfWord =
  /^(?:long|short) acting$|^related peptide$|^human (?:papillomavirus|immunodeficiency)$/;
/** No disease of its own. */
const notDisease = /(?<![\p{L}])(?:tumou?r\s+)?necrosis factors?(?![\p{L}])/giu;

function readClasses(text: string): FoundNames {
  const names: string[] = [];
  const rest = text.replaceAll(classPattern, (match, which: string, head: string) => {
    const words = which.trim().split(/\s+/);
    const start = findClass(words);
    const told = words.slice(start).map((word) => word.toLowerCase());
    const nearest = told.join(' ').replaceAll(notDisease, ' ').trim().split(/\s+/);
    const name = [...told, head.toLowerCase()].join(' ');
    // A vaccine is looked up with the disease that it is against.
    if (told.length === 0 || readConditions(nearest.slice(-maxTold).join(' ')).names.length > 0) {
      return match;
    }
    names.push(name);
    const before = new RegExp(`^(?:\\S+\\s+){${start}}`).exec(match)?.[0] ?? '';
    return before.padEnd(match.length, takenOut);
  });
  return { names, rest };
}

/** `EGFR`, `GLP-1`, `CDK4/6`. */
const abbreviation = /\d|^\p{Lu}{2}/u;

/** Where the words begin that tell a class. */
function findClass(words: readonly string[]): number {
  let start = words.length;
  while (start > 0) {
    const [word = '', next = ''] = words.slice(start - 1, start + 1);
    const lower = word.toLowerCase();
    const isPart = partOfWord.test(`${lower} ${next.toLowerCase()}`);
    const isNear = words.length - start < (abbreviation.test(words.at(-1) ?? '') ? 1 : maxTold);
    const isLong = classWord.test(lower) || isAbbreviated(word);
    if (!isPart && (isNoTopic(lower) || !(isNear || isLong))) break;
    start -= 1;
  }
  return start;
}

function isAbbreviated(word: string): boolean {
  return abbreviation.test(word) && readConditions(word).names.length === 0;
}

export function readInterventions(text: string): FoundNames {
  const classes = readClasses(text);
  const known = readGlossary(classes.rest, knownInterventions);
  const names = [...classes.names, ...known.names];
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
  к: 'k',
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
    .replace(/ks/g, 'x')
    .replace(/k(?![eiy])/g, 'c')
    .replace(/tid$/, 'tide')
    .replace(/(prazol|conazol)$/, '$1e')
    .replace(/cain$/, 'caine')
    .replace(/(dipin|oxetin|cyclin)$/, '$1e')
    .replace(/trexat$/, 'trexate');
}
