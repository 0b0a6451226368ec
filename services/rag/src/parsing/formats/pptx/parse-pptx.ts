import { DocumentBuilder } from '../../document-builder.ts';
import { ParseFailure } from '../../parse-failure.ts';
import { readXml } from '../../read-xml.ts';
import { openZipArchive, type ZipArchive } from '../../zip-archive.ts';
import type { FormatParser } from '../format.ts';
import { readCoreProperties } from '../read-core-properties.ts';
import { readRelations } from '../read-relations.ts';
import { readChart } from './read-chart.ts';
import { SlideWriter } from './slide-writer.ts';

const presentation = 'ppt/presentation.xml';
const mimeType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Parses a presentation: a page for each slide, with its charts, diagrams and notes. */
export const parsePptx: FormatParser = async ({ bytes, limits }) => {
  const zip = await openZipArchive(bytes, limits);
  const slides = await findSlides(zip);
  if (slides.length > limits.maxPages) {
    throw new ParseFailure('too_large', 'The presentation has more slides than are allowed.');
  }
  const builder = new DocumentBuilder(limits);
  const { title, metadata } = await readCoreProperties(zip);
  builder.title = title === 'PowerPoint Presentation' ? null : title;
  Object.assign(builder.metadata, metadata);
  for (const [at, slide] of slides.entries()) {
    builder.startPage(at + 1);
    await readSlide(zip, slide, builder);
  }
  return builder.finish(mimeType);
};

async function readSlide(zip: ZipArchive, name: string, builder: DocumentBuilder): Promise<void> {
  const slide = await zip.read(name);
  if (slide === undefined) {
    builder.warn('slide_missing', 'A slide of the presentation is missing.');
    return;
  }
  readXml(slide, new SlideWriter(builder));
  const relations = await readRelations(zip, name);
  for (const wanted of ['chart', 'diagramData', 'notesSlide']) {
    for (const { type, target } of relations) {
      const part = type === wanted ? await zip.read(target) : undefined;
      if (part === undefined) continue;
      if (type === 'chart') readChart(part, builder);
      else readXml(part, new SlideWriter(builder));
    }
  }
}

/** Returns the slides in presentation order. */
async function findSlides(zip: ZipArchive): Promise<string[]> {
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
