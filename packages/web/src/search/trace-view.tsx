import type { FoundChunk, SearchTrace } from '@lectern/contracts';
import { Badge, Box, Group, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { DataTable } from '../components/data-table.tsx';
import { Hint } from '../components/hint.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import classes from './search.module.css';
import { type TracePath, type TraceStage, tracePaths } from './trace-paths.ts';

export interface TraceViewProps {
  readonly trace: SearchTrace;
  readonly chunks: readonly FoundChunk[];
  /** Name of the settings when two searches are compared. */
  readonly settingsName?: string;
}

const wideWidth = 640;
/** A narrow drawing keeps its text readable on a phone. */
const narrowWidth = 360;
const top = 34;
const side = 36;

/** Draws a search, with the same values in a table. */
export function TraceView({ trace, chunks, settingsName }: TraceViewProps) {
  const texts = useTexts('search');
  const formats = useFormats();
  const title = settingsName ? texts.traceTitleOf(settingsName) : texts.traceTitle;
  const [activeId, setActiveId] = useState<string>();
  const width = useMediaQuery('(max-width: 48em)') ? narrowWidth : wideWidth;
  const picture = tracePaths(trace);
  const height = top + Math.min(320, picture.worstRank * 14 + 20);
  const x = (stage: TraceStage) => {
    const index = picture.stages.indexOf(stage);
    const steps = Math.max(1, picture.stages.length - 1);
    return side + (index * (width - 2 * side)) / steps;
  };
  const y = (rank: number) =>
    top + ((rank - 1) * (height - top - 14)) / Math.max(1, picture.worstRank - 1) + 4;
  const names: Record<TraceStage, string> = {
    bm25: texts.keyword,
    dense: texts.dense,
    fused: texts.stageFused,
    rerank: texts.stageRerank,
    final: texts.stageFinal,
  };
  const stageNames: Readonly<Record<string, string>> = names;
  const titles = new Map(chunks.map(({ id, document_title }) => [id, document_title]));
  const longest = Math.max(1, ...trace.stages.map(({ duration_ms }) => duration_ms));
  const toPoints = ({ places }: TracePath) =>
    places.map(({ stage, rank }) => `${x(stage)},${y(rank)}`).join(' ');
  const active = picture.paths.find(({ id }) => id === activeId);
  return (
    <Box component="section" className={classes.trace} aria-label={title}>
      <Title order={settingsName ? 3 : 2} size="h5">
        {title}
      </Title>
      <Hint mb="xs">{texts.traceText}</Hint>
      <div
        className={classes.picture}
        role="region"
        aria-label={`${title}. ${texts.traceText}`}
        tabIndex={0}
      >
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={texts.traceText}>
          {picture.stages.map((stage) => (
            <text key={stage} x={x(stage)} y={16} textAnchor="middle" className={classes.stageName}>
              {names[stage]}
            </text>
          ))}
          {picture.paths.map((path) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: The table below has the same values for the keyboard.
            <g
              key={path.id}
              onMouseEnter={() => setActiveId(path.id)}
              onMouseLeave={() => setActiveId(undefined)}
            >
              <polyline
                points={toPoints(path)}
                className={classes.path}
                data-kept={path.isResult || undefined}
                data-active={path.id === activeId || undefined}
              />
              {path.places.map(({ stage, rank }) => (
                <circle
                  key={stage}
                  cx={x(stage)}
                  cy={y(rank)}
                  r={path.isResult ? 4 : 2.5}
                  className={classes.dot}
                  data-kept={path.isResult || undefined}
                />
              ))}
            </g>
          ))}
        </svg>
      </div>
      <Hint size="xs" mih={18}>
        {active &&
          `${titles.get(active.id) ?? texts.passage}: ${active.places
            .map(({ stage, rank }) => `${names[stage]} ${rank}`)
            .join(' → ')}`}
      </Hint>
      <Group gap={6} mt="xs">
        <Hint size="xs">{texts.terms}:</Hint>
        {trace.terms.map(({ term, weight }) => (
          <Badge key={term} variant="default" size="sm" tt="none">
            {term} {formats.number(weight, 2)}
          </Badge>
        ))}
      </Group>
      <Hint size="xs" mt={6}>
        {texts.fused(texts[trace.fusion.method], formats.number(trace.fusion.dense_weight, 2))} ·{' '}
        {texts.model(trace.embedding_model)}
      </Hint>
      <details>
        <Text component="summary" size="sm" mt="sm">
          {texts.times}
        </Text>
        {trace.stages.map(({ stage, duration_ms }) => (
          <Group key={stage} gap="xs" wrap="nowrap">
            <Text size="xs" w={110} truncate>
              {stageNames[stage] ?? stage}
            </Text>
            <Box flex={1}>
              <div className={classes.bar} style={{ width: `${(duration_ms / longest) * 100}%` }} />
            </Box>
            <Text size="xs" w={70} ta="right">
              {formats.duration(duration_ms)}
            </Text>
          </Group>
        ))}
      </details>
      <details>
        <Text component="summary" size="sm" mt="sm">
          {texts.table}
        </Text>
        <DataTable
          minWidth={420}
          fz="xs"
          heads={[texts.passage, ...picture.stages.map((stage) => names[stage])]}
          rows={picture.paths
            .toReversed()
            .map(({ id, places }) => [
              titles.get(id) ?? id.slice(0, 8),
              ...picture.stages.map((stage) => places.find((place) => place.stage === stage)?.rank),
            ])}
        />
      </details>
      {trace.removed.length > 0 && (
        <details>
          <Text component="summary" size="sm" mt="sm">
            {texts.removed} ({trace.removed.length})
          </Text>
          {trace.removed.map(({ id, stage, reason }) => (
            <Text key={`${id}${stage}`} size="xs">
              {titles.get(id) ?? id.slice(0, 8)} · {stageNames[stage] ?? stage} · {reason}
            </Text>
          ))}
        </details>
      )}
    </Box>
  );
}
