import type { ResearchNode } from './node-progress.ts';

type Place = readonly [x: number, y: number, width?: number];

/** Positions of the graph in units of the drawing. */
export interface GraphLayout {
  readonly direction: 'right' | 'down';
  readonly width: number;
  readonly height: number;
  readonly box: { readonly width: number; readonly height: number };
  /** Centre of each node, and its width if it differs. */
  readonly places: Readonly<Record<ResearchNode, Place>>;
}

export const wideLayout: GraphLayout = {
  direction: 'right',
  width: 980,
  height: 236,
  box: { width: 178, height: 66 },
  places: {
    parse_frame: [93, 118],
    router: [291, 118],
    pubmed_search: [489, 38],
    pubmed_get: [687, 38],
    ctgov_search: [588, 118],
    rag_search: [588, 198],
    synthesizer: [887, 118],
  },
};

/** A vertical layout for phones. */
export const narrowLayout: GraphLayout = {
  direction: 'down',
  width: 408,
  height: 484,
  box: { width: 132, height: 70 },
  places: {
    parse_frame: [204, 38, 180],
    router: [204, 140, 180],
    pubmed_search: [68, 242],
    pubmed_get: [68, 344],
    ctgov_search: [204, 293],
    rag_search: [340, 293],
    synthesizer: [204, 446, 180],
  },
};

/** Returns the path from one node to the next between their facing sides. */
export function drawEdge(
  { direction, box, places }: GraphLayout,
  from: ResearchNode,
  to: ResearchNode,
): string {
  const [fromX, fromY] = places[from];
  const [toX, toY] = places[to];
  if (direction === 'right') {
    const [start, end] = [fromX + box.width / 2, toX - box.width / 2];
    const bend = (start + end) / 2;
    return `M${start},${fromY} C${bend},${fromY} ${bend},${toY} ${end},${toY}`;
  }
  const [start, end] = [fromY + box.height / 2, toY - box.height / 2];
  const bend = (start + end) / 2;
  return `M${fromX},${start} C${fromX},${bend} ${toX},${bend} ${toX},${end}`;
}
