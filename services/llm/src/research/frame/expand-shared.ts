import { isAspect, isFiller } from './question-words.ts';
import { readConditions, readInterventions, readOthers, takenOut } from './read-names.ts';

/** Words that several names may share: `breast or lung cancer`, `spinal or general anesthesia`. */
const heads =
  'cancers?|carcinomas?|tumou?rs?|neoplasms?|leuka?emias?|lymphomas?|sarcomas?|diseases?|syndromes?|fevers?|infections?|disorders?|failure|deficiency|insufficiency|injury|fibrillation|embolism|thrombosis|h(?:a)?emorrhages?|bleeding|fractures?|surgery|transplants?|transplantation|an(?:a)?esthesia|vaccines?|vaccination|therapy|inhibitors?|blockers?|agonists?|antagonists?|supplements?|pain|hepatitis|pneumonia|pancreatitis|arthritis|stroke|diabetes|depression|hypertension|obesity|asthma';
const degrees =
  'acute|chronic|early|late|severe|moderate|mild|metastatic|advanced|primary|secondary|recurrent|relapsed|relapsing|remitting|progressive|refractory|viral|bacterial|juvenile|congenital|acquired|hereditary|sporadic';
const who =
  'adults?|children|women|men|infants|patients|people|boys|girls|elderly|older|younger|elders|humans|mice|rats|animals';
const single = "(?!(?:and|or)\\b)[\\p{L}][\\p{L}'’-]+";
const joint = '(?:\\s*,\\s*|\\s*,?\\s+(?:and/or|or|and)\\s+)';
const shared = new RegExp(
  `(?<![\\p{L}-])((?:${single}${joint})+)(${single})\\s+((?:${single}\\s+){0,2}?(?:${heads}))(?![\\p{L}-])`,
  'giu',
);
const degree = new RegExp(`^(?:${degrees})$`, 'iu');
/** A word for people, who are no other name of what they have. */
export const person = new RegExp(`^(?:${who})$`, 'iu');
/** What people do: `vaping or lung cancer` names no cancer of it. */
const doing = /^(?!ewing$)\p{L}{3,}ing$/iu;
const lastHead = new RegExp(`(?:${heads})$`, 'iu');
const onlyHead = new RegExp(`^(?:${heads})$`, 'iu');

const diabetesTypes =
  /(?<![\p{L}\d])type\s+(1|i|one)\s+(and\/or|or|and)\s+(?:type\s+)?(2|ii|two)\s+(diabetes)/giu;
const russianDiabetesTypes =
  /(диабет[а-яё]*)\s+(1|i|первого)(?:-?го)?\s+(?:типа\s+)?(или|либо|и)\s+(2|ii|второго)(?:-?го)?\s+типа/giu;

/** A Russian head stands before what tells its names apart: `рак груди или лёгкого`. */
const russianHeads =
  'рак[а-яё]*|опухол[а-яё]*|болезн[а-яё]*|инфекци[а-яё]*|перелом[а-яё]*|воспалени[а-яё]*|туберкул[её]з[а-яё]*|тромбоз[а-яё]*';
const organ =
  'молочной железы|предстательной железы|щитовидной железы|поджелудочной железы|мочевого пузыря|шейки матки|глубоких вен|[а-яё]{3,}';
const russianShared = new RegExp(
  `(?<![\\p{L}])(${russianHeads})\\s+((?:(?:${organ})\\s*,\\s*)*(?:${organ})\\s*,?\\s+(?:и/или|или|либо|и)\\s+)(${organ})(?![\\p{L}])`,
  'giu',
);

/** What a pattern of three groups found; its place and the text follow. */
type Groups = [string, string, string, ...unknown[]];

/** Names that share a word, each with the word: `breast cancer or lung cancer`. */
export function expandShared(text: string): string {
  return text
    .replaceAll(diabetesTypes, 'type $1 $4 $2 type $3 $4')
    .replaceAll(russianDiabetesTypes, '$1 $2 типа $3 $1 $4 типа')
    .replaceAll(shared, (match, ...[listed, last, rest]: Groups) =>
      readShared(match, { listed, last, rest }),
    )
    .replaceAll(russianShared, (match, ...[head, listed, last]: Groups) => {
      const parts = listed.split(/(\s*,\s*|\s*,?\s+(?:и\/или|или|либо|и)\s+)/u);
      const names = [...parts.filter((_, index) => index % 2 === 0).slice(0, -1), last];
      if (!names.every((name) => isOrgan(head, name))) return match;
      return `${parts.map((part, index) => (index % 2 === 0 && part ? `${head} ${part}` : part)).join('')}${head} ${last}`;
    });
}

interface SharedWords {
  readonly listed: string;
  readonly last: string;
  readonly rest: string;
}

function readShared(match: string, { listed, last, rest }: SharedWords): string {
  const parts = listed.split(new RegExp(`(${joint})`, 'giu'));
  const words = parts.filter((part, index) => index % 2 === 0 && part !== '');
  const head = lastHead.exec(rest)?.[0] ?? '';
  const isOfDegree = [...words, last].every((word) => degree.test(word));
  // A word before the last name may belong to it alone: `breast or small cell lung cancer`.
  const tail = isOfDegree ? rest : head;
  const own = words.findLastIndex((word) => !canShare(word)) + 1;
  if (own >= words.length || (!isOfDegree && !canShare(last))) return match;
  let seen = -1;
  const said = parts.map((part, index) => {
    if (index % 2 === 1 || part === '') return part;
    seen += 1;
    return seen >= own ? `${part} ${tail}` : part;
  });
  return `${said.join('')}${last} ${rest}`;
}

/** Whether a word tells a name only together with another one. */
function canShare(word: string): boolean {
  const lower = word.toLowerCase();
  if (degree.test(word)) return true;
  if (doing.test(word) || onlyHead.test(word)) return false;
  if (isFiller(lower) || isAspect(lower) || person.test(word)) return false;
  return [readConditions, readInterventions, readOthers].every(
    (read) => read(word).names.length === 0,
  );
}

/**
 * Whether a Russian word names a disease with the head before it and nothing by itself: «рак» and
 * «лёгких».
 */
function isOrgan(head: string, word: string): boolean {
  const named = readConditions(`${head} ${word}`);
  const alone = [readConditions(word), readInterventions(word)];
  return (
    named.rest.replaceAll(takenOut, '').trim() === '' &&
    alone.every(({ names }) => names.length === 0)
  );
}
