import { type PptRecord, readRecords } from './read-records.ts';

const documentType = 1000;
const slidePersistType = 1011;
const slideListType = 4080;
const userEditType = 4085;
const persistDirectoryType = 6002;
/** Files have fewer edits and objects; more would only exhaust the processor. */
const maxEdits = 10_000;
const maxObjects = 1_000_000;

export interface Slide {
  readonly content: Buffer;
  /** Titles and outlines, which the list of slides may contain instead of the slide. */
  readonly outline: readonly PptRecord[];
}

/**
 * Returns the slides of the last saved version in presentation order. The stream contains the
 * records of every edit; the directories of the edits, newest first, give the current place of each
 * object.
 */
export function findSlides(stream: Buffer, currentUser: Buffer): Slide[] {
  const places = readPlaces(stream, currentUser.readUInt32LE(16));
  for (const place of places.values()) {
    const record = recordAt(stream, place);
    if (record?.type === documentType) return listSlides(stream, record, places);
  }
  return [];
}

function listSlides(stream: Buffer, document: PptRecord, places: ReadonlyMap<number, number>) {
  const slides: Array<{ content: Buffer; outline: PptRecord[] }> = [];
  for (const list of readRecords(document.content)) {
    if (list.type !== slideListType || list.instance !== 0) continue;
    for (const record of readRecords(list.content)) {
      if (record.type !== slidePersistType) {
        slides.at(-1)?.outline.push(record);
        continue;
      }
      const place = places.get(record.content.readUInt32LE(0));
      const slide = place === undefined ? undefined : recordAt(stream, place);
      if (slide !== undefined) slides.push({ content: slide.content, outline: [] });
    }
  }
  return slides;
}

function readPlaces(stream: Buffer, lastEdit: number): Map<number, number> {
  const places = new Map<number, number>();
  let at = lastEdit;
  for (let edits = 0; at > 0 && edits < maxEdits; edits += 1) {
    const edit = recordAt(stream, at);
    if (edit?.type !== userEditType || edit.content.length < 16) break;
    const directory = recordAt(stream, edit.content.readUInt32LE(12));
    if (directory?.type === persistDirectoryType) addPlaces(places, directory.content);
    at = edit.content.readUInt32LE(8);
  }
  return places;
}

function addPlaces(places: Map<number, number>, directory: Buffer): void {
  let at = 0;
  while (at + 4 <= directory.length && places.size < maxObjects) {
    const run = directory.readUInt32LE(at);
    const first = run & 0xfffff;
    const count = run >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= directory.length; index += 1, at += 4) {
      if (!places.has(first + index)) places.set(first + index, directory.readUInt32LE(at));
    }
  }
}

function recordAt(stream: Buffer, at: number): PptRecord | undefined {
  const [record] = readRecords(stream.subarray(at));
  return record;
}
