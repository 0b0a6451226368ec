/** What the own documents are called. */
const things =
  'documents?|files?|protocols?|notes?|reports?|knowledge|handbooks?|manuals?|guidelines?|guidance|guides?|summar(?:y|ies)|brochures?|leaflets?|memos?|slides|presentations?|records|wiki|collections?|library|sops?|data';
/** Called so in a house, and by others too: no word may stand between but what they are about. */
const houseThings =
  '(?<!(?:immun\\w*|metabolic|signall?ing|signal|biological|biochemical|molecular|cell(?:ular)?|inflammatory|neural|genetic|gene|biosynthetic|biosynthesis|degradation|complement|coagulation|apoptotic|oncogenic|transduction)\\s+)pathways?|polic(?:y|ies)|formular(?:y|ies)|checklists?|order sets?|intranet|standing orders?';
const whose =
  "(?:our|my|(?<!(?:their|his|her|its|['’]s|s['’])\\s)own(?!-)|internal(?!\\s+(?:medicine|fixation|carotid|mammary|jugular|iliac|rotation|validity|consistency|radiation|bleeding|hernia|capsule|organs?)(?![\\p{L}]))|in-house|uploaded)";
/** A word of what they are about, which stands between. */
const about =
  "(?!(?:and|or|of|from|in|on|with|for|to|about|what|is|are|has|have|do|does|than)\\s)[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*\\s+";
const russianThings =
  'документ|файл|протокол|отч[её]т|заметк|материал|баз|регламент|данн|памятк|сводк|инструкци|методичк|презентаци|записк';
const russianWhose =
  '(?:наш|собственн|внутренн|загруженн)[а-яё]*|мо(?:й|[её]м?|я|ю|и|их|им|ими|ей|его|ему)|сво(?:и|их|им|ими|ей|[её]м|ими)';

const own = new RegExp(
  [
    `(?<![\\p{L}-])${whose}(?: own)?[\\w\\s-]{0,25}\\b(?:${things})(?![\\p{L}-])`,
    `(?<![\\p{L}-])${whose}\\s+(?:${about}){0,6}(?:${things})(?![\\p{L}-])`,
    `(?<![\\p{L}-])(?:our|in-house)\\s+(?:${about}){0,4}(?:${houseThings})(?![\\p{L}-])`,
    `(?<![\\p{L}])(?:${things})\\s+of\\s+(?:ours|mine)(?![\\p{L}])`,
    `(?<![\\p{L}])(?:${things})\\s+(?:that\\s+|which\\s+)?(?:i|we)(?:['’]ve|\\s+have)?\\s+(?:uploaded|added|own|keep|store|wrote|written)(?![\\p{L}])`,
    '\\bknowledge base\\b|(?<=\\bin\\s+)our(?![\\p{L}]|\\s+(?:own\\s+)?(?:words|country|view|opinion)(?![\\p{L}]))',
    `(?<![\\p{L}])(?:${russianWhose})\\s+(?:[^\\s.?!;,]+\\s+)?(?:${russianThings})[а-яё]*`,
    `(?<![\\p{L}])у\\s+(?:нас|меня)\\s+(?:[а-яё]+\\s+)?в\\s+(?:${russianThings})[а-яё]*`,
    '(?<![\\p{L}])баз[а-яё]* знаний',
  ].join('|'),
  'giu',
);
const head = new RegExp(`^(?:(?:${whose}|${russianWhose}|у\\s+(?:нас|меня))(?:\\s+|$))+`, 'iu');
const tail = new RegExp(`(?:${things}|${houseThings}|(?:${russianThings})[а-яё]*)$`, 'iu');
const whole =
  /^(?:knowledge base|баз[а-яё]* знаний)$|\s(?:of\s+(?:ours|mine)|(?:i|we)(?:['’]ve|\s+have)?\s+\p{L}+)$/iu;

/** Without a word for documents, such as `our own ketamine and publications on it`. */
const ownBeside =
  /(?<![\p{L}])(?:our|my) own(?![\p{L}])(?!\s+(?:words|country|view|opinion)(?![\p{L}]))|(?<![\p{L}])ours(?![\p{L}])|(?<![\p{L}])у нас(?=\s*(?:,|и(?![\p{L}])|или(?![\p{L}])|есть(?![\p{L}])))|(?<![\p{L}])our(?=\s+(?:(?!(?:and|or|of|in|on|for|is|are)\s)[\p{L}-]+\s+){0,3}?(?:doses?|dosing|dosage|regimens?|schedules?|polic(?:y|ies)|procedures?|practices?|rules?|rates?|figures|findings|results|outcomes|experience|cohort)(?![\p{L}]))|(?<![\p{L}])наш[а-яё]*(?=\s+(?:[а-яё-]+\s+)?(?:доз|схем|практик|правил|порядок|порядк)[а-яё]*)/giu;

/** Whether the own documents are asked; in words that name none, only beside publications. */
export function asksForOwn(text: string, isBesidePublications: boolean): boolean {
  return withoutOwn(text, isBesidePublications) !== text;
}

/** A question without what it says of the own documents; a protocol of a trial is no trial. */
export function cutOwn(text: string): string {
  return text.replaceAll(own, ' ');
}

/** A question without its words for the own documents; what they are about stays. */
export function withoutOwn(text: string, isBesidePublications: boolean): string {
  const rest = text.replaceAll(own, (said) =>
    whole.test(said) ? ' ' : said.replace(tail, ' ').replace(head, ' '),
  );
  return isBesidePublications ? rest.replaceAll(ownBeside, ' ') : rest;
}
