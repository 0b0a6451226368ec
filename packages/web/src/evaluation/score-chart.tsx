import type { EvaluationMetric, EvaluationSettingResult } from '@lectern/contracts';
import { useMediaQuery } from '@mantine/hooks';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import classes from './evaluation.module.css';

export const shownMetrics: readonly EvaluationMetric[] = [
  'ndcg_at_10',
  'recall_at_10',
  'recall_at_100',
  'mrr',
];

const wideWidth = 560;
/** A narrow drawing keeps its text readable on a phone. */
const narrowWidth = 340;
const left = 96;
const right = 52;
const barHeight = 14;
const barGap = 4;
const groupGap = 16;

/** Draws means as bars with their intervals. The table has the same values. */
export function ScoreChart({ results }: { readonly results: readonly EvaluationSettingResult[] }) {
  const texts = useTexts('evaluation');
  const formats = useFormats();
  const width = useMediaQuery('(max-width: 48em)') ? narrowWidth : wideWidth;
  const groupHeight = results.length * (barHeight + barGap) + groupGap;
  const x = (value: number) => left + value * (width - left - right);
  return (
    <svg
      viewBox={`0 0 ${width} ${shownMetrics.length * groupHeight}`}
      className={classes.chart}
      role="img"
      aria-label={texts.chart}
    >
      {shownMetrics.map((metric, group) => (
        <g key={metric} transform={`translate(0 ${group * groupHeight})`}>
          <text x={0} y={barHeight - 2} className={classes.name}>
            {texts[metric]}
          </text>
          {results.map(({ scores }, place) => {
            const { mean, low, high } = scores[metric];
            const top = place * (barHeight + barGap);
            const middle = top + barHeight / 2;
            return (
              <g key={`${metric}${place}`}>
                <rect
                  x={left}
                  y={top}
                  width={x(1) - left}
                  height={barHeight}
                  className={classes.ground}
                />
                <rect
                  x={left}
                  y={top}
                  width={x(mean) - left}
                  height={barHeight}
                  className={classes.bar}
                  data-second={place > 0 || undefined}
                />
                <line
                  x1={x(low)}
                  x2={x(high)}
                  y1={middle}
                  y2={middle}
                  className={classes.whisker}
                />
                {[low, high].map((end, side) => (
                  <line
                    key={side === 0 ? 'low' : 'high'}
                    x1={x(end)}
                    x2={x(end)}
                    y1={middle - 4}
                    y2={middle + 4}
                    className={classes.whisker}
                  />
                ))}
                <text x={width - right + 8} y={top + barHeight - 2} className={classes.name}>
                  {formats.number(mean, 3)}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}
