import { useMediaQuery } from '@mantine/hooks';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import {
  type GraphProgress,
  type NodeProgress,
  type ResearchNode,
  researchNodes,
} from './node-progress.ts';
import classes from './research.module.css';

/** Below this width the horizontal graph would be cut off. */
const narrow = '(max-width: 62em)';

const edges: readonly (readonly [ResearchNode, ResearchNode])[] = [
  ['parse_frame', 'router'],
  ['router', 'pubmed_search'],
  ['pubmed_search', 'pubmed_get'],
  ['router', 'ctgov_search'],
  ['router', 'rag_search'],
  ['pubmed_get', 'synthesizer'],
  ['ctgov_search', 'synthesizer'],
  ['rag_search', 'synthesizer'],
];

/** Draws the graph of a run with the state, time and source of each node. */
export function ResearchGraph({ progress }: { readonly progress: GraphProgress }) {
  const texts = useTexts('research');
  const describe = useNodeWords();
  const layout = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
    ? narrowLayout
    : wideLayout;
  const { box, places } = layout;
  const label = researchNodes
    .map((node) => `${texts[node]}: ${describe(progress[node]).join(', ')}`)
    .join('; ');
  return (
    <div className={classes.picture} role="region" aria-label={texts.graph} tabIndex={0}>
      <svg
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        className={classes.graph}
        data-direction={layout.direction}
        role="img"
        aria-label={label}
      >
        {edges.map(([from, to]) => (
          <path
            key={`${from}${to}`}
            d={drawEdge(layout, from, to)}
            className={classes.edge}
            data-taken={(progress[from] && progress[to] && true) || undefined}
          />
        ))}
        {researchNodes.map((node) => {
          const [x, y, width = box.width] = places[node];
          const [state, ...facts] = describe(progress[node]);
          const lines = joinFacts(facts.length > 0 ? facts : [state ?? '']);
          return (
            <g key={node} data-node={node} data-status={progress[node]?.status ?? 'waiting'}>
              <rect
                x={x - width / 2}
                y={y - box.height / 2}
                width={width}
                height={box.height}
                rx={10}
                className={classes.node}
              />
              <text
                x={x}
                y={y + 5 - lines.length * 10}
                textAnchor="middle"
                className={classes.nodeName}
              >
                {texts[node]}
              </text>
              {lines.map((line, index) => (
                <text
                  key={line}
                  x={x}
                  y={y + 24 - lines.length * 10 + index * 17}
                  textAnchor="middle"
                  className={classes.nodeFacts}
                >
                  {line}
                </text>
              ))}
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Returns the time of a node, and its other facts in a line below. */
function joinFacts([first = '', ...others]: readonly string[]): readonly string[] {
  return others.length === 0 ? [first] : [first, others.join(' · ')];
}

/** Returns state, time, rows and source of a node. */
function useNodeWords(): (node: NodeProgress | undefined) => readonly string[] {
  const texts = useTexts('research');
  const formats = useFormats();
  const states = {
    started: texts.nodeStarted,
    done: texts.nodeDone,
    failed: texts.nodeFailed,
    skipped: texts.nodeSkipped,
  };
  return (node) => {
    if (!node) return [texts.nodeWaiting];
    const { status, latencyMs, rows, cacheHit } = node;
    if (status === 'failed') return [states.failed, states.failed];
    return [
      states[status],
      ...(latencyMs === null ? [] : [formats.duration(latencyMs)]),
      ...(rows === null ? [] : [texts.rows(rows)]),
      ...(cacheHit === null || rows === null ? [] : [cacheHit ? texts.cached : texts.fetched]),
    ];
  };
}

type Place = readonly [x: number, y: number, width?: number];

/** Positions of the graph in units of the drawing. */
interface GraphLayout {
  readonly direction: 'right' | 'down';
  readonly width: number;
  readonly height: number;
  readonly box: { readonly width: number; readonly height: number };
  /** Centre of each node, and its width if it differs. */
  readonly places: Readonly<Record<ResearchNode, Place>>;
}

const wideLayout: GraphLayout = {
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
const narrowLayout: GraphLayout = {
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
function drawEdge(
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
