import { posix } from 'node:path';
import { readXml } from '../read-xml.ts';
import type { ZipArchive } from '../zip-archive.ts';

/** A reference from one part of an Office Open XML file to another. */
export interface Relation {
  readonly id: string;
  /** Last segment of the relation's type: `slide`, `chart`, … */
  readonly type: string;
  /** Name of the target part in the container. */
  readonly target: string;
}

/** Returns the relations of a part to other parts of the container. */
export async function readRelations(zip: ZipArchive, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const listing = await zip.read(`${folder}/_rels/${posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (listing === undefined) return relations;
  readXml(listing, {
    open(name, { Id: id, Type: type, Target: to, TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External' || to === undefined) return;
      const target = to.startsWith('/') ? to.slice(1) : posix.join(folder, to);
      relations.push({ id: id ?? '', type: type?.split('/').at(-1) ?? '', target });
    },
  });
  return relations;
}
