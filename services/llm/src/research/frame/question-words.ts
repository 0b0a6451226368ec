const fillers = new Set(
  `what which who whom whose when where why how many much is are was were be been being do does did
  has have had having can could may might should would will there any all some the a an of in on for
  to and or by with without from at as into than then it its this that these those they their them
  about regarding concerning between among across per via versus vs not no also only most more less but yet ones nor neither fewer few several
  other others anything everything dated
  such so if whether stopped halted reason reasons status statuses почему причина причины причинам причин
  something though although both а ну же ещё еще мне
  find found show list give tell describe explain search look get me us i we you
  please pls plz thanks well help helps work works working used using use recent recently latest new newest current
  currently existing available last past year years publication publications paper papers
  article articles published publish studied studies study literature evidence pubmed
  since before after until till during within now today ago clinicaltrials.gov trial trials clinical research known say says said result results summarise
  summarize summary compare compared combine combined combining our own document documents file files
  recruited still
  linked related reported associated report reports reporting participants enrolled enroll enrol
  including plus besides and/or either well registered registry investigate investigating evaluate evaluating test testing tested
  top take takes taking taken took mix mixing come comes came coming out against pubs pub pubmed what's who's how's it's that's
  doi handbook handbooks manual manuals sop sops library
  к ко под над перед через после что какие какой какая какое каких кто когда где как сколько есть ли был была были быть в во на о об
  обо про по для при и или с со из за от до у не их его её ее это эти эта этот они него ней них
  которые который которая найди найти найдите покажи покажите перечисли новые новых последние
  последних последний сейчас год года лет публикации публикация публикаций публикациях статьи статья
  статей статьях исследования исследований исследование исследованиях испытания испытаний испытание
  испытаниях клинические клинических литература литературе известно сказано написано пишут говорится
  включая также вместе и/или либо кроме но ни все всё всех нём нем ним ней ними него неё их против ли наших наши нашем нашей документах документы файлах связанные связанных участников пациентов статус`
    .trim()
    .split(/\s+/),
);

/** Words of every question, which tell nothing of its topic. */
export function isFiller(word: string): boolean {
  return fillers.has(word) || russianFiller.test(word);
}

const joiner = '\u0002';
const compounds =
  /(?<![\p{L}-])(?:working (?:memory|conditions?|hours?)|(?:shift|night|social) work(?:ers?|ing)?|status (?:epilepticus|asthmaticus|migrainosus)|(?:performance|nutritional|socioeconomic|mental|functional|vaccination|immunization|smoking|marital|immune|iron|health) status|test anxiety|(?:stress|walk|prick|breath|patch|tilt|tolerance|skin|blood|genetic|rapid|antigen|antibody|screening|pregnancy|pap|hearing) test(?:s|ing)?|self[ -]help|combined (?:oral|hormonal)|file drawer|compassionate use|mixed methods?|new (?:england|york|zealand|jersey|delhi|mexico|orleans|south wales|hampshire|caledonia))(?![\p{L}-])/giu;
/** What may be a book, and before another word says how or of what: `manual therapy`. */
const describing = /(?<![\p{L}-])(?:manual|library)\s+(\p{L}[\p{L}-]*)/giu;

/** Joins words of which one alone is of every question, but not together: `working memory`. */
export function joinCompounds(text: string): string {
  return text
    .replaceAll(compounds, (words) => words.replaceAll(/\s/g, joiner))
    .replaceAll(describing, (words, next: string) =>
      isFiller(next.toLowerCase()) ? words : words.replace(/\s+/, joiner),
    );
}

export function partCompounds(text: string): string {
  return text.replaceAll(joiner, ' ');
}

/** Words that Russian declines, by their stems. */
const russianFiller =
  /^(?:публикаци|стат(?:ь|ей$)|исследован|испытан|клиническ|литератур|опубликован|недавн|последн|свеж|связанн|участник|спонсор|спонсир|началь|документ|файл)/;

const aspects = new Set(
  `patient patients people person persons subjects individuals adult adults human humans population
  populations treatment treatments treat treating treated therapy therapies therapeutic prevent
  prevents preventing prevention management manage effect effects effective effectiveness efficacy
  safety safe role roles impact influence benefit benefits risk risks outcome outcomes association
  receive received receiving undergoing undergo
  sponsored sponsor sponsors funded posted began begun running
  cause causes causing affect affects improve improves reduce reduces increase increases start started
  starting ongoing side dose doses dosing dosage drug drugs medication medications disease diseases condition
  conditions patient's best better worse good long short term high low evidence-based overview
  mechanism mechanisms comparison difference differences first second third large small randomized randomised double-blind single-blind double-blinded
  open-label placebo-controlled controlled industry-sponsored industry company companies
  university universities academic independent funding excluded`
    .trim()
    .split(/\s+/),
);

/**
 * Words that ask for a side of the topic. Records seldom say them in the same words, so that a
 * search for them would lose records that answer.
 */
export function isAspect(word: string): boolean {
  return aspects.has(word);
}
