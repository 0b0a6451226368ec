/** Languages that are recognised and stemmed, by their Snowball names. */
export type Language =
  | 'dutch'
  | 'english'
  | 'french'
  | 'german'
  | 'italian'
  | 'portuguese'
  | 'russian'
  | 'spanish'
  | 'swedish';

const lists: Record<Language, string> = {
  dutch: `de het een en van in is dat die te op aan met voor er niet zijn was om ook als bij door
    maar dan naar of uit tot nog wel worden wordt werd deze dit hun ze hij ik je we wij zij kan
    heeft hebben had over wat waar wie hoe welke geen meer`,
  english: `a about above after again against all also am an and any are arent as at be because
    been before being below between both but by can cannot cant could couldnt did didnt do does
    doesnt doing dont down during each few for from further had hadnt has hasnt have havent having
    he her here hers herself him himself his how however i if in into is isnt it its itself just
    may me might more most must my myself no nor not of off on once one only or other our ours
    ourselves out over own same she should shouldnt so some such than that the their theirs them
    themselves then there these they this those through thus to too under until up upon us very was
    wasnt we were werent what when where which while who whom whose why will with within without
    wont would wouldnt you your yours yourself yourselves`,
  french: `le la les un une des du de et à au aux en dans par pour sur avec sans sous que qui quoi
    dont où ce cet cette ces se sa son ses leur leurs il elle ils elles on nous vous je tu ne pas
    plus est sont était être été a ont avait ou mais comme si quel quelle quels quelles comment
    pourquoi quand y`,
  german: `der die das den dem des ein eine einer eines einem einen und oder aber in im an am auf
    aus bei mit nach von vom zu zum zur für über unter durch um als wie wenn dass daß ist sind war
    waren wird werden wurde wurden hat haben hatte sich nicht auch noch nur es er sie wir ich ihr
    sein seine was wer wo wann warum welche welcher welches`,
  italian: `il lo la i gli le un uno una di a da in con su per tra fra del dello della dei degli
    delle al allo alla ai agli alle dal dalla dai nel nella nei nelle sul sulla e ed o ma che chi
    cui non è sono era erano essere stato come quale quali quando dove perché si ci questo questa
    più anche`,
  portuguese: `o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com
    sem sob sobre e ou mas que quem qual quais quando onde como se não é são foi foram era ser
    estar está ao aos à às seu sua seus suas ele ela eles elas este esta isso mais também`,
  russian: `и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только
    ее мне было вот от меня еще нет о из ему теперь когда даже ну ли если уже или ни быть был него
    до вас нибудь вам сказал ведь там потом себя ничего ей может они тут где есть надо ней для мы
    тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому
    этого какой какая какое какие совсем ним здесь этом один почти мой тем чтобы нее были куда
    зачем всех при об это эта эти этой этих также которые который которая которое которых которой
    каком каких какого какую сколько между после над через`,
  spanish: `el la los las un una unos unas de del al a en por para con sin sobre entre y e o u pero
    que qué quien quién cual cuál cuando cuándo donde dónde como cómo se su sus lo le les no es son
    era fue fueron ser está están ha han había más muy este esta estos estas ese esa esto también`,
  swedish: `och i att det som en ett på är av för med till den har de inte om var hade han hon vi
    jag ni sig så men eller när vad vilken vilka hur varför från vid kan ska skulle efter under
    också denna detta dessa där än sin sitt sina`,
};

const none: ReadonlySet<string> = new Set();
const sets: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);

/** Returns words of a language that say little about a text's subject, in normalised form. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return sets.get(language) ?? none;
}

/** Returns true if a normalised word is a stop word of any language. */
export function isStopWord(word: string): boolean {
  return (Object.keys(lists) as Language[]).some((language) => stopWordsOf(language).has(word));
}
