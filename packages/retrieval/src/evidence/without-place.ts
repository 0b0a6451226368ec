/** Words for documents and their parts in questions. */
const named =
  '(?:abstracts?|accounts?|agreements?|annex(?:es)?|appendix|articles?|book(?:let)?s?|brochures?|catalogues?|chapters?|codex|constitution|contracts?|convention|declaration|directives?|document(?:ation|s)?|e-?mails?|encyclop(?:a?edia)|essays?|faq|files?|guide(?:line)?s?|handbooks?|invoices?|journals?|leaflets?|leases?|letters?|lists?|magazines?|manuals?|memos?|minutes|newspapers?|note(?:book)?s?|novels?|pages?|papers?|pdf|poems?|policy|press releases?|protocols?|questionnaires?|readme|redpapers?|regulations?|reports?|reviews?|sections?|sheets?|slides|speech(?:es)?|spreadsheets?|standards?|statements?|story|study|surveys?|tables?|texts?|thesis|transcripts?|treaty|tutorials?|website|wikipedia|workbooks?)';

/** Phrases that name the place of the answer. They help to find the document, not the sentence. */
const places: readonly RegExp[] = [
  /^ ?(?:according to|as per|laut|gemäß|согласно|по данным) [^,?]{3,70}, /iu,
  new RegExp(
    `^ ?(?:in|per|from) (?:[^,?]{0,60}\\b(?:${named}|[\\w-]+\\.[a-z]{2,4})(?: (?:about|by|for|from|of|on|with) [^,?]{1,60}| \\d{1,4})?|["“«][^,?]{2,60}["”»]), (?=\\S+ \\S+ \\S)`,
    'iu',
  ),
  /,? (?:according to|as told in|as stated in) [^,?]{3,90}(?=\?|$)/iu,
  new RegExp(`,? (?:in|by|from) (?:the |an? )?[^,?]{0,60}\\b${named}(?= ?\\?|$)`, 'iu'),
  /,? (?:согласно|по данным) [^,?]{3,90}(?=\?|$)/iu,
  / по (?:\S{1,40} ){0,2}(?:статье|закону|инструкции|правилам)[^,?]{0,90}(?=\?|$)/iu,
  / بحسب [^؟?]{3,90}(?=[؟?]|$)/u,
  / κατά (?=[^;?]{0,60}(?:άρθρο|βιβλίο|διακήρυξη|εγχειρίδιο|έκθεση|κείμενο|νόμο))[^;?]{3,110}(?=[;?]|$)/iu,
  /^(?:根据|按照)[^，,？?]{2,30}[，,]/u,
  /^在[^，,？?]{0,28}(?:报告|文[件档章本]|手册|书|论文|合同|指南|说明|条例|法|表格?|资料|协议|小说|演讲|公约|宪法|宣言|》)[中里内上]?[，,]/u,
];

/** Question words in such a phrase, which is then asked for: `according to which law`. */
const asksItself =
  /\b(?:what|which|who|whom|whose|where|when|how)\b|(?<!\p{L})(?:как(?:ой|ая|ое|ие|ого|ому|им|их)|котор\p{L}+|чь\p{L}+|welche[mnrs]?|wessen|wem|was|ποι\p{L}+|أي)(?!\p{L})|哪|什么|谁|何|几|多少/iu;
/** Words and signs that are no name: nothing else is in «по данным за 1990 год». */
const withoutName =
  /(?<!\p{L})(?:according to|as (?:per|told in|stated in)|laut|gemäß|согласно|по данным|за|the|der|die|das|dem|years?|jahr(?:es)?|год\p{L}*|г)(?!\p{L})|根据|按照|年|[^\p{L}]/giu;

/** Removes the phrase that names the place of the answer, if enough of the question remains. */
export function withoutPlace(question: string): string {
  const spaced = question.replaceAll(/\s+/g, ' ').trim();
  for (const pattern of places) {
    const place = pattern.exec(spaced)?.[0];
    if (place === undefined || asksItself.test(place)) continue;
    if (place.replaceAll(withoutName, '') === '') continue;
    const rest = spaced.replace(place, ' ').trim();
    return rest.split(/\s+/).length > 3 || /\p{Script=Han}{4}/u.test(rest) ? rest : question;
  }
  return question;
}
