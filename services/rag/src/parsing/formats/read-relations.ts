import { posix } from 'node:path';
import { readXml } from '../read-xml.ts';
import type { PartSource } from '../zip-archive.ts';

/** A reference from one part of an Office Open XML file to another. */
export interface Relation {
  readonly id: string;
  /** Last segment of the relation's type: `slide`, `chart`, … */
  readonly type: string;
  /** Name of the target part in the container, or an address outside it. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** Returns the relations of a part, or those of the package for an empty name. */
export async function readRelations(zip: PartSource, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const listing = await zip.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  const relations: Relation[] = [];
  if (listing === undefined) return relations;
  readXml(listing, {
    open(name, { Id: id, Type: type, Target: to, TargetMode: mode }) {
      if (name !== 'Relationship' || to === undefined) return;
      const isExternal = mode === 'External';
      const inside = to.startsWith('/') ? to.slice(1) : posix.join(folder, to);
      const target = isExternal ? to : inside;
      relations.push({ id: id ?? '', type: type?.split('/').at(-1) ?? '', target, isExternal });
    },
  });
  return relations;
}

/** Returns the name of the package's main part, or the usual one where it names none. */
export async function findMainPart(zip: PartSource, usual: string): Promise<string> {
  const relations = await readRelations(zip, '');
  const target = relations.find(({ type }) => type === 'officeDocument')?.target;
  return target !== undefined && zip.has(target) ? target : usual;
}

/** Returns the names of the pictures among relations. */
export function listPictures(relations: readonly Relation[]): string[] {
  const pictures = relations.filter(({ type, isExternal }) => type === 'image' && !isExternal);
  return pictures.map(({ target }) => target);
}
