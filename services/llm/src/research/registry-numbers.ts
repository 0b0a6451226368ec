/**
 * Numbers of studies in registries that are not looked up: ISRCTN, EudraCT and EU CT, the German,
 * Chinese, Indian, Japanese, Australian, Korean, Iranian, Pan-African and Dutch ones.
 */
const forms = [
  'ISRCTN\\s?\\d{8}',
  '(?:EUCTR\\s?)?\\d{4}-\\d{6}-\\d{2}(?:-\\d{2}|-[A-Z]{2,3})?(?!\\d)',
  'DRKS\\d{8}',
  'ChiCTR(?:-[A-Z]+-)?\\d{8,10}',
  'CTRI\\/\\d{4}\\/\\d{2,3}\\/\\d{6}',
  'jRCTs?\\d{9,10}',
  'UMIN\\d{9}',
  'ACTRN\\d{14}',
  'KCT\\d{7}',
  'IRCT\\d+N\\d+',
  'PACTR\\d{15,16}',
  'NTR\\d{3,5}',
];

/** A pattern for such a number, without a group of its own; letters in either case. */
export const registryNumberPattern = `(?<![\\p{L}\\d])(?:${forms.join('|')})(?![\\p{L}\\d])`;
