import { useMediaQuery } from '@mantine/hooks';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { drawEdge, narrowLayout, wideLayout } from './graph-layout.ts';
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
