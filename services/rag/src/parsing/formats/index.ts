import type { FileSample } from '../file-sample.ts';
import type { Format } from './format.ts';

const latin1 = (sample: FileSample, from: number, to: number) =>
  sample.bytes.toString('latin1', from, to);
const startsWith = (...signatures: string[]) => {
  const known = signatures.map((signature) => Buffer.from(signature, 'latin1'));
  return ({ bytes }: FileSample) =>
    known.some((signature) => bytes.subarray(0, signature.length).equals(signature));
};
const holds = (member: RegExp) => (sample: FileSample) =>
  sample.zip?.names.some((name) => member.test(name)) ?? false;
/** Returns a check for the main part of a package, by its usual name or its content type. */
const hasMain = (member: RegExp, type: string) => {
  const main = new RegExp(`["'/.](?:${type})[^"'<>]*\\.main\\+xml["']`, 'i');
  return (sample: FileSample) => holds(member)(sample) || main.test(sample.contentTypes);
};
const hasStream =
  (...names: string[]) =>
  ({ compoundNames }: FileSample) =>
    names.some((name) => compoundNames.includes(name));
const isNamed = (sample: FileSample, ...endings: string[]) => endings.includes(sample.ending);

const markupStart =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta)[\s>]/i;
const headerLine =
  /^(?:from|to|subject|date|received|return-path|message-id|mime-version|content-type|delivered-to|x-[\w-]+):/gim;
const markdownEndings = ['md', 'markdown', 'mdown', 'mdx', 'qmd', 'rmd'];
const markdownMark = /^(?:#{1,6} \S|```|~~~)/gm;

const office = 'application/vnd.openxmlformats-officedocument';
const spreadsheet2003 = 'urn:schemas-microsoft-com:office:spreadsheet';

/** Returns true for an XML file whose first element has a name and a namespace. */
function isXml({ textHead = '' }: FileSample, name: string, namespace: string): boolean {
  const root = /^\s*(?:<[?!][^>]*>\s*)*<(?:[\w.-]+:)?([\w.-]+)([^>]*)>/.exec(textHead);
  return root?.[1] === name && (root[2] ?? '').includes(namespace);
}

function isMail({ textHead }: FileSample): boolean {
  const message = textHead?.trimStart().replace(/^\d+\s+/, '');
  const header = message?.split(/\r?\n\r?\n/, 1)[0] ?? '';
  return /^[\w-]+:/.test(header) && new Set(header.match(headerLine)).size >= 2;
}

/** Returns true for several lines with the same number of separators; one tab is enough. */
function isTabular(textHead: string): boolean {
  const lines = textHead.split(/\r?\n/).slice(0, 50);
  if (textHead.length > 1000) lines.pop();
  const filled = lines.filter((line) => line !== '');
  return Object.entries({ ',': 2, ';': 2, '\t': 1 }).some(([separator, least]) => {
    const counts = filled.map((line) => line.split(separator).length - 1);
    const [first] = counts;
    return filled.length >= 3 && (first ?? 0) >= least && counts.every((count) => count === first);
  });
}

/**
 * All known formats, specific ones before general ones. A new format is a folder beside this file
 * and an entry here.
 */
export const formats: readonly Format[] = [
  {
    label: 'PDF document',
    endings: ['pdf'],
    mimeTypes: { pdf: 'application/pdf' },
    recognise: (sample) => latin1(sample, 0, 1024).includes('%PDF-'),
    load: async () => (await import('./pdf/parse-pdf.ts')).parsePdf,
  },
  {
    label: 'Word document',
    endings: ['docx', 'docm', 'dotx', 'dotm'],
    mimeTypes: { docx: `${office}.wordprocessingml.document` },
    recognise: (sample) =>
      hasMain(/^word\/document\d*\.xml$/i, 'wordprocessingml|vnd.ms-word')(sample) ||
      isXml(sample, 'wordDocument', 'http://schemas.microsoft.com/office/word/2003/wordml') ||
      (isXml(sample, 'package', 'http://schemas.microsoft.com/office/2006/xmlPackage') &&
        (sample.textHead ?? '').includes('/word/')),
    load: async () => (await import('./docx/parse-docx.ts')).parseDocx,
  },
  {
    label: 'PowerPoint presentation',
    endings: ['pptx', 'pptm', 'ppsx'],
    mimeTypes: { pptx: `${office}.presentationml.presentation` },
    recognise: hasMain(/^ppt\/presentation\.xml$/i, 'presentationml|vnd.ms-powerpoint'),
    load: async () => (await import('./pptx/parse-pptx.ts')).parsePptx,
  },
  {
    label: 'Excel workbook',
    endings: ['xlsx', 'xlsm'],
    mimeTypes: { xlsx: `${office}.spreadsheetml.sheet` },
    recognise: hasMain(/^xl\/workbook\.xml$/i, 'spreadsheetml|vnd.ms-excel'),
    load: async () => (await import('./xlsx/parse-xlsx.ts')).parseXlsx,
  },
  {
    label: 'Excel workbook with binary parts',
    endings: ['xlsb'],
    recognise: holds(/^xl\/workbook\.bin$/i),
    load: async () => (await import('./xls/parse-xls.ts')).parseXls,
  },
  {
    label: 'EPUB book',
    endings: ['epub'],
    mimeTypes: { epub: 'application/epub+zip' },
    recognise: holds(/^META-INF\/container\.xml$/),
    load: async () => (await import('./epub/parse-epub.ts')).parseEpub,
  },
  {
    label: 'OpenDocument file',
    endings: ['odt', 'ods', 'odp', 'odg', 'fodt', 'fods', 'fodp', 'fodg'],
    mimeTypes: {
      odt: 'application/vnd.oasis.opendocument.text',
      ods: 'application/vnd.oasis.opendocument.spreadsheet',
      odp: 'application/vnd.oasis.opendocument.presentation',
    },
    recognise: (sample) =>
      (holds(/^content\.xml$/)(sample) && holds(/^mimetype$/)(sample)) ||
      isXml(sample, 'document', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'),
    load: async () => (await import('./odf/parse-odf.ts')).parseOdf,
  },
  {
    label: 'archive',
    endings: ['zip', 'rar', '7z', 'gz', 'tar', 'xz', 'bz2'],
    recognise: (sample) =>
      sample.zip !== undefined ||
      startsWith('PK\x05\x06', 'Rar!', '7z\xbc\xaf', '\x1f\x8b', '\xfd7zXZ', 'BZh')(sample) ||
      latin1(sample, 257, 262) === 'ustar',
  },
  {
    label: 'Outlook message',
    endings: ['msg'],
    mimeTypes: { msg: 'application/vnd.ms-outlook' },
    recognise: hasStream('__properties_version1.0'),
    load: async () => (await import('./msg/parse-msg.ts')).parseMsg,
  },
  {
    label: 'Word document of before 2007',
    endings: ['doc', 'dot'],
    mimeTypes: { doc: 'application/msword' },
    recognise: hasStream('WordDocument'),
    load: async () => (await import('./doc/parse-doc.ts')).parseDoc,
  },
  {
    label: 'PowerPoint presentation of before 2007',
    endings: ['ppt', 'pps'],
    mimeTypes: { ppt: 'application/vnd.ms-powerpoint' },
    recognise: hasStream('PowerPoint Document'),
    load: async () => (await import('./ppt/parse-ppt.ts')).parsePpt,
  },
  {
    label: 'Excel workbook of before 2007',
    endings: ['xls', 'xlt'],
    mimeTypes: { xls: 'application/vnd.ms-excel' },
    recognise: (sample) =>
      hasStream('Workbook', 'Book')(sample) || isXml(sample, 'Workbook', spreadsheet2003),
    load: async () => (await import('./xls/parse-xls.ts')).parseXls,
  },
  {
    label: 'old Office document',
    endings: ['vsd', 'pub', 'mpp'],
    recognise: ({ compoundNames }) => compoundNames.length > 0,
  },
  {
    label: 'RTF document',
    endings: ['rtf'],
    mimeTypes: { rtf: 'application/rtf' },
    recognise: startsWith('{\\rtf'),
    load: async () => (await import('./rtf/read-rtf.ts')).parseRtf,
  },
  {
    label: 'image',
    endings: ['png', 'jpg', 'jpeg', 'gif', 'tif', 'tiff', 'bmp', 'webp'],
    mimeTypes: { png: 'image/png', jpg: 'image/jpeg', tif: 'image/tiff' },
    recognise: (sample) =>
      startsWith('\x89PNG', '\xff\xd8\xff', 'GIF8', 'II*\0', 'MM\0*', 'BM')(sample) ||
      (latin1(sample, 0, 4) === 'RIFF' && latin1(sample, 8, 12) === 'WEBP'),
    load: async () => (await import('./image/parse-image.ts')).parseImage,
  },
  {
    label: 'Jupyter notebook',
    isText: true,
    endings: ['ipynb'],
    recognise: ({ textHead, bytes }) =>
      textHead?.trimStart().startsWith('{') === true &&
      bytes.includes('"nbformat"') &&
      bytes.includes('"cells"'),
    load: async () => (await import('./notebook/parse-notebook.ts')).parseNotebook,
  },
  // Its properties may look like the head of a mail.
  {
    label: 'calendar',
    isText: true,
    endings: ['ics', 'ical', 'vcf'],
    recognise: ({ textHead }) => /^\s*BEGIN:V(?:CALENDAR|CARD)\s/i.test(textHead ?? ''),
    load: async () => (await import('./calendar/parse-calendar.ts')).parseCalendar,
  },
  {
    label: 'subtitles',
    isText: true,
    endings: ['srt', 'vtt'],
    mimeTypes: { vtt: 'text/vtt', srt: 'application/x-subrip' },
    recognise: ({ textHead }) =>
      /^\s*(?:WEBVTT\s|\d+\s+[\d:,]+ --> [\d:,]+\s)/.test(textHead ?? ''),
    load: async () => (await import('./subtitles/parse-subtitles.ts')).parseSubtitles,
  },
  {
    label: 'e-mail',
    isText: true,
    endings: ['eml', 'emlx', 'mbox'],
    mimeTypes: { eml: 'message/rfc822', mbox: 'application/mbox' },
    recognise: (sample) => isMail(sample) || /^From \S+.*\d{4}\s*\n/.test(sample.textHead ?? ''),
    load: async () => (await import('./email/parse-email.ts')).parseEmail,
  },
  {
    label: 'journal article',
    isText: true,
    endings: ['nxml'],
    recognise: (sample) =>
      isXml(sample, 'article', '') &&
      /JATS|NLM\/\/DTD|<article-meta|<front>/.test(sample.textHead ?? ''),
    load: async () => (await import('./jats/parse-jats.ts')).parseJats,
  },
  {
    label: 'feed',
    isText: true,
    endings: ['rss', 'atom'],
    recognise: (sample) =>
      isXml(sample, 'rss', '') ||
      isXml(sample, 'feed', 'http://www.w3.org/2005/Atom') ||
      isXml(sample, 'RDF', 'http://purl.org/rss/1.0/'),
    load: async () => (await import('./feed/parse-feed.ts')).parseFeed,
  },
  {
    label: 'HTML page',
    isText: true,
    endings: ['html', 'htm', 'xhtml'],
    mimeTypes: { html: 'text/html' },
    recognise: (sample) => {
      const { textHead } = sample;
      if (textHead === undefined) return false;
      return (
        markupStart.test(textHead) ||
        (isNamed(sample, 'html', 'htm', 'xhtml') && /<\w/.test(textHead))
      );
    },
    load: async () => (await import('./html/parse-html.ts')).parseHtml,
  },
  {
    label: 'XML file',
    isText: true,
    endings: ['xml', 'svg'],
    mimeTypes: { xml: 'application/xml', svg: 'image/svg+xml' },
    recognise: (sample) =>
      /^\s*(?:<\?xml\s|<svg[\s>])/.test(sample.textHead ?? '') ||
      (isNamed(sample, 'xml', 'svg') && /^\s*<[\w!]/.test(sample.textHead ?? '')),
    load: async () => (await import('./xml/parse-xml.ts')).parseXml,
  },
  {
    label: 'JSON file',
    isText: true,
    endings: ['json', 'jsonl', 'ndjson'],
    recognise: (sample) =>
      sample.textHead !== undefined &&
      (isNamed(sample, 'json', 'jsonl', 'ndjson') ||
        /^\s*(?:\{\s*"|\[\s*[{["\d])/.test(sample.textHead)) &&
      !isNamed(sample, ...markdownEndings, 'txt', 'csv', 'tsv'),
    load: async () => (await import('./json/parse-json.ts')).parseJson,
  },
  {
    label: 'CSV table',
    isText: true,
    endings: ['csv', 'tsv'],
    recognise: (sample) =>
      sample.textHead !== undefined &&
      (isNamed(sample, 'csv', 'tsv') ||
        sample.declaredMimeType === 'text/csv' ||
        (!isNamed(sample, 'txt', ...markdownEndings) && isTabular(sample.textHead))),
    load: async () => (await import('./csv/parse-csv.ts')).parseCsv,
  },
  {
    label: 'Markdown text',
    isText: true,
    endings: markdownEndings,
    recognise: (sample) =>
      sample.textHead !== undefined &&
      (isNamed(sample, ...markdownEndings) ||
        sample.declaredMimeType === 'text/markdown' ||
        (!isNamed(sample, 'txt') && (sample.textHead.match(markdownMark)?.length ?? 0) >= 3)),
    load: async () => (await import('./markdown/parse-markdown.ts')).parseMarkdown,
  },
  {
    label: 'text file',
    isText: true,
    endings: ['txt', 'text', 'log'],
    recognise: (sample) => sample.textHead !== undefined,
    load: async () => (await import('./plain-text/parse-text-file.ts')).parseTextFile,
  },
];
