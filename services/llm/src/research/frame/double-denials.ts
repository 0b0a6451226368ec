import { excludingWords } from './excluding-words.ts';

const leavingOut = excludingWords.all;
const asking = '(?:show|list|include|return|want|need|give|find)(?: me| us)?';
const denying = "(?:do|does|did) not|(?:do|does|did)n['’]t|never|not|without|не|без";
const whole =
  '(?:all|any|anything|everything|every|все|всё|всех)(?:\\s+(?:of them|trials?|stud(?:y|ies)|papers?|publications?|articles?|others?|исследования|испытания|публикации|статьи|остальное|остальные))?';
const none =
  '(?:nothing(?: else)?|none|no (?:others?|ones|trials?|stud(?:y|ies)|papers?|publications?|articles?)|ничего|никаки[а-яё]*(?: исследовани[а-яё]*| публикаци[а-яё]*| стат[а-яё]*)?)';
const but =
  '(?:but|except(?: for)?|save for|other than|apart from|besides|than|кроме|за исключением)';

/** Who denies all but some asks for these alone: `exclude everything but phase 3`, `nothing but reviews`. */
const allBut = new RegExp(
  `(?<![\\p{L}])(?:(?:(?:${leavingOut}|(?:${denying})\\s+${asking})\\s+${whole}|${none}),?\\s+${but}(?:\\s+(?:those|the|ones))*)(?![\\p{L}])`,
  'giu',
);
/** What is not to be excluded is neither left out nor the only thing that is asked for. */
export const notExcluding = `(?:${denying})\\s+(?:(?:want|wish|need|like|хочу|хотим|надо|нужно)\\s+)?(?:to\\s+)?(?:${leavingOut}|miss|lose|overlook)`;

export function withoutAllBut(text: string): string {
  return text.replaceAll(allBut, ' ');
}
