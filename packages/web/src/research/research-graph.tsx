import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/language.tsx';
import {
  type GraphProgress,
  type NodeProgress,
  type ResearchNode,
  researchNodes,
} from './node-progress.ts';
import classes from './research.module.css';
import { researchTexts } from './research-texts.ts';

const box = { width: 178, height: 54 };
const size = { width: 980, height: 236 };

/** Middle of each node. */
const places: Readonly<Record<ResearchNode, readonly [number, number]>> = {
  parse_frame: [93, 118],
  router: [291, 118],
  pubmed_search: [489, 38],
  pubmed_get: [687, 38],
  ctgov_search: [588, 118],
  rag_search: [588, 198],
  synthesizer: [887, 118],
};

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

/** The graph of a run: which nodes it took, how long each was at it, and whether from the store. */
export function ResearchGraph({ progress }: { readonly progress: GraphProgress }) {
  const texts = useTexts(researchTexts);
  const describe = useNodeWords();
  const label = researchNodes
    .map((node) => `${texts[node]}: ${describe(progress[node]).join(', ')}`)
    .join('; ');
  return (
    <div className={classes.picture} role="region" aria-label={texts.graph} tabIndex={0}>
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        className={classes.graph}
        role="img"
        aria-label={label}
      >
        {edges.map(([from, to]) => (
          <Edge
            key={`${from}${to}`}
            from={from}
            to={to}
            isTaken={progress[from] !== undefined && progress[to] !== undefined}
          />
        ))}
        {researchNodes.map((node) => {
          const [x, y] = places[node];
          const [state, ...facts] = describe(progress[node]);
          return (
            <g key={node} data-node={node} data-status={progress[node]?.status ?? 'waiting'}>
              <rect
                x={x - box.width / 2}
                y={y - box.height / 2}
                {...box}
                rx={10}
                className={classes.node}
              />
              <text x={x} y={y - 5} textAnchor="middle" className={classes.nodeName}>
                {texts[node]}
              </text>
              <text x={x} y={y + 14} textAnchor="middle" className={classes.nodeFacts}>
                {facts.length > 0 ? facts.join(' · ') : state}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

function Edge(props: {
  readonly from: ResearchNode;
  readonly to: ResearchNode;
  readonly isTaken: boolean;
}) {
  const [fromX, fromY] = places[props.from];
  const [toX, toY] = places[props.to];
  const start = fromX + box.width / 2;
  const end = toX - box.width / 2;
  const bend = (start + end) / 2;
  return (
    <path
      d={`M${start},${fromY} C${bend},${fromY} ${bend},${toY} ${end},${toY}`}
      className={classes.edge}
      data-taken={props.isTaken || undefined}
    />
  );
}

/** State first, then time, rows and where they came from. */
function useNodeWords(): (node: NodeProgress | undefined) => readonly string[] {
  const texts = useTexts(researchTexts);
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
