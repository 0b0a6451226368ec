import { Group, Title } from '@mantine/core';
import { Hint } from '../components/hint.tsx';
import { useFormats } from '../i18n/formats.ts';
import classes from './stacked-bars.module.css';

export interface Series {
  readonly name: string;
  readonly kind: 'good' | 'quiet' | 'bad';
  /** One value per label. */
  readonly values: readonly number[];
}

export interface StackedBarsProps {
  readonly title: string;
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** Shown without data. */
  readonly emptyText: string;
  /** Default: 3. */
  readonly headingOrder?: 2 | 3;
}

const width = 640;
const height = 120;
const barShare = 0.75;

/** Draws stacked bars, the first series at the bottom. The accessible name has the totals. */
export function StackedBars({
  title,
  labels,
  series,
  emptyText,
  headingOrder = 3,
}: StackedBarsProps) {
  const formats = useFormats();
  const sums = labels.map((_, at) =>
    series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0),
  );
  const highest = Math.max(1, ...sums);
  const step = width / Math.max(1, labels.length);
  const total = ({ values }: Series) =>
    formats.number(values.reduce((sum, value) => sum + value, 0));
  if (sums.every((sum) => sum === 0)) {
    return (
      <>
        <Title order={headingOrder} size="h6" mt="sm">
          {title}
        </Title>
        <Hint>{emptyText}</Hint>
      </>
    );
  }
  const legend = series.map((one) => `${one.name}: ${total(one)}`);
  return (
    <>
      <Title order={headingOrder} size="h6" mt="sm">
        {title}
      </Title>
      <Group gap="md" mb={4}>
        {series.map(({ name, kind }, at) => (
          <Hint key={name} size="xs">
            <span className={classes.key} data-kind={kind} aria-hidden /> {legend[at]}
          </Hint>
        ))}
      </Group>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={classes.chart}
        role="img"
        aria-label={`${title}. ${legend.join(', ')}`}
      >
        {labels.map((label, at) => {
          let foot = height;
          return (
            <g key={label}>
              <title>
                {[label, ...series.map(({ name, values }) => `${name}: ${values[at]}`)].join('\n')}
              </title>
              <rect x={at * step} width={step} y={0} height={height} fill="transparent" />
              {series.map(({ name, kind, values }) => {
                const size = ((values[at] ?? 0) / highest) * height;
                foot -= size;
                return (
                  <rect
                    key={name}
                    x={at * step + (step * (1 - barShare)) / 2}
                    width={step * barShare}
                    y={foot}
                    height={size}
                    className={classes.bar}
                    data-kind={kind}
                  />
                );
              })}
            </g>
          );
        })}
        <line x1={0} x2={width} y1={height} y2={height} className={classes.ground} />
      </svg>
      <Group justify="space-between">
        <Hint size="xs">{labels[0]}</Hint>
        <Hint size="xs">{labels.at(-1)}</Hint>
      </Group>
    </>
  );
}
