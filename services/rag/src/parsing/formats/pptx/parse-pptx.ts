import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { readXml } from '../../read-xml.ts';
import { descendants, readXmlTree, textOf } from '../../xml-tree.ts';
import { openZipArchive, type ZipArchive } from '../../zip-archive.ts';
import type { FormatInput, FormatParser, ReadAttached } from '../format.ts';
import { PictureTexts } from '../picture-texts.ts';
import { readEmbeddedFiles } from '../read-embedded.ts';
import { readCoreProperties } from '../read-properties.ts';
import { findMainPart, listPictures, type Relation, readRelations } from '../read-relations.ts';
import { type SlideParts, writeSlide } from './write-slide.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Parses a presentation: a page for each slide, with its charts, diagrams and notes. */
export const parsePptx: FormatParser = async (input) => {
  const { bytes, limits } = input;
  const zip = await openZipArchive(bytes, limits);
  const slides = await findSlides(zip);
  if (slides.length > limits.maxPages) {
    throw new ParseFailure('too_large', 'The presentation has more slides than are allowed.');
  }
  const builder = new DocumentBuilder(limits);
  await readCoreProperties(zip, builder);
  if (builder.title === 'PowerPoint Presentation') builder.title = null;
  const pictures = await readAllPictures(zip, slides, input);
  for (const [at, slide] of slides.entries()) {
    builder.startPage(at + 1);
    await readSlide(zip, slide, { builder, pictures, readAttached: input.readAttached });
  }
  return builder.finish(mimeType);
};

async function readAllPictures(
  zip: ZipArchive,
  slides: readonly string[],
  input: FormatInput,
): Promise<PictureTexts> {
  const names: string[] = [];
  for (const slide of slides) names.push(...listPictures(await readRelations(zip, slide)));
  return PictureTexts.readParts(zip, names, input);
}

interface SlideOutput {
  readonly builder: DocumentBuilder;
  readonly pictures: PictureTexts;
  readonly readAttached: ReadAttached | undefined;
}

async function readSlide(
  zip: ZipArchive,
  name: string,
  { builder, ...sources }: SlideOutput,
): Promise<void> {
  const slide = await zip.read(name);
  if (slide === undefined) {
    builder.warn('slide_missing', `The slide ${builder.page} of the presentation is missing.`);
    return;
  }
  const relations = await readRelations(zip, name);
  if (isHidden(slide)) {
    builder.paragraph('Hidden slide');
    builder.warn('hidden_slide', `The slide ${builder.page} is hidden.`);
  }
  writeSlide(slide, await readParts(zip, relations, sources), builder);
  for (const { type, target } of relations) {
    const part = /^(?:notesSlide|comments)$/.test(type) ? await zip.read(target) : undefined;
    if (part === undefined) continue;
    if (type === 'notesSlide') {
      writeSlide(part, await readParts(zip, await readRelations(zip, target), sources), builder);
    } else warnOfComments(part, builder);
  }
}

function isHidden(slide: Buffer): boolean {
  return /<(?:\w+:)?sld\s[^>]*\bshow="(?:0|false)"/.test(slide.toString('utf8', 0, 4096));
}

async function readParts(
  zip: ZipArchive,
  relations: readonly Relation[],
  { pictures, readAttached }: Omit<SlideOutput, 'builder'>,
): Promise<SlideParts> {
  const images = new Map<string, string>();
  const parts = new Map<string, Buffer>();
  const links = new Map<string, string>();
  for (const { id, type, target, isExternal } of relations) {
    if (type === 'hyperlink' && isExternal) links.set(id, target);
    if (type === 'image') images.set(id, target);
    const part = /^(?:chart|chartEx|diagramData)$/.test(type) ? await zip.read(target) : undefined;
    if (part !== undefined) parts.set(id, part);
  }
  const embedded = await readEmbeddedFiles(zip, relations, readAttached);
  return { parts, links, images, pictures, embedded };
}

function warnOfComments(part: Buffer, builder: DocumentBuilder): void {
  for (const node of descendants(readXmlTree(part), 'p:text', 'p188:txBody')) {
    builder.aside(`A comment on slide ${builder.page}`, textOf(node), { isRead: false });
  }
}

/** Returns the slides in presentation order. */
async function findSlides(zip: ZipArchive): Promise<string[]> {
  const presentation = await findMainPart(zip, 'ppt/presentation.xml');
  const part = await zip.read(presentation);
  if (part === undefined) {
    throw new ParseFailure('unreadable', 'The file is damaged: its list of slides is missing.');
  }
  const relations = await readRelations(zip, presentation);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  readXml(part, {
    open(name, attributes) {
      const target = targets.get(attributes['r:id'] ?? '');
      if (name === 'p:sldId' && target !== undefined) slides.push(target);
    },
  });
  return slides;
}
