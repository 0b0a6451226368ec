import {
  Box,
  Button,
  Collapse,
  Group,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Search } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { ScopeButton } from '../library/scope-button.tsx';
import { FilterRows } from './filter-rows.tsx';
import { MarkingBar } from './marking-bar.tsx';
import { type Condition, parseFilter, type TypedFilter } from './parse-filter.ts';
import { QueryChips } from './query-chips.tsx';
import { ResultList } from './result-list.tsx';
import classes from './search.module.css';
import { searchQuery } from './search-settings.ts';
import { SettingsFields } from './settings-fields.tsx';
import { useStoredForm, useStoredWords } from './stored-search.ts';
import { TraceView } from './trace-view.tsx';
import { useMarking } from './use-marking.ts';

/** The search, and in advanced mode its settings, trace and a second search. */
export function SearchPage() {
  const texts = useTexts('search');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus();
  }, []);
  const [typed, setTyped] = useStoredWords();
  const [query, setQuery] = useState(typed.trim());
  const [form, change] = useStoredForm();
  const { scope, conditions: typedConditions, settings, others } = form;
  const { hasTrace, compares, isGrouped } = form;
  const [conditions, setConditions] = useState(() => readConditions(typedConditions));
  const marking = useMarking(query);
  const { tune } = useSearch({ from: '/shell/search' });
  const navigate = useNavigate();
  const [isTuning, tuning] = useDisclosure(tune ?? Boolean(marking?.setId));
  const toggleTuning = () => {
    tuning.toggle();
    const search = { tune: !isTuning };
    void navigate({ to: '/search', search, replace: true, resetScroll: false });
  };
  const explain = isTuning && hasTrace;
  const first = useQuery(searchQuery({ query, scope, conditions, settings, explain, isGrouped }));
  const second = useQuery(
    searchQuery({
      query: isTuning && compares ? query : '',
      scope,
      conditions,
      settings: others,
      explain,
      isGrouped,
    }),
  );
  const isCompared = isTuning && compares;
  const shownMarking = isTuning && marking?.setId ? marking : undefined;
  return (
    <Page title={texts.title} description={texts.description} width={isCompared ? 'wide' : 'text'}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(typed.trim());
          setConditions(readConditions(typedConditions));
        }}
      >
        <Group gap="sm" wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            size="md"
            ref={field}
            type="search"
            aria-label={texts.label}
            placeholder={texts.placeholder}
            value={typed}
            maxLength={2000}
            onChange={(event) => setTyped(event.currentTarget.value)}
            leftSection={<Search size={18} aria-hidden />}
          />
          <Button
            type="submit"
            size="md"
            aria-label={texts.search}
            className={classes.submit ?? ''}
            loading={first.isFetching && query !== ''}
          >
            <Search size={18} aria-hidden className={classes.submitIcon ?? ''} />
            <span className={classes.submitText}>{texts.search}</span>
          </Button>
        </Group>
      </form>
      <Group mt="xs" gap="sm">
        <ScopeButton scope={scope} onChange={(next) => change({ scope: next })} />
        <QueryChips
          query={typed}
          onChange={(next) => {
            setTyped(next);
            setQuery(next.trim());
          }}
        />
        <Switch
          size="xs"
          label={texts.group}
          checked={isGrouped}
          onChange={(event) => change({ isGrouped: event.currentTarget.checked })}
        />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          c="dimmed"
          aria-expanded={isTuning}
          leftSection={isTuning ? <ChevronDown size={16} /> : <ChevronRight size={16} />}
          onClick={toggleTuning}
        >
          {texts.tune}
        </Button>
      </Group>
      <Box mt={4}>
        <FilterRows
          conditions={typedConditions}
          onChange={(next) => {
            change({ conditions: next });
            // A removed filter applies immediately, an edited one with the next search.
            if (next.length < typedConditions.length) setConditions(readConditions(next));
          }}
        />
      </Box>
      <Collapse expanded={isTuning}>
        <Stack mt="sm" gap="sm">
          <Hint>{texts.tuneText}</Hint>
          <Group>
            <Switch
              label={texts.trace}
              checked={hasTrace}
              onChange={(event) => change({ hasTrace: event.currentTarget.checked })}
            />
            <Switch
              label={texts.compare}
              checked={compares}
              onChange={(event) => change({ compares: event.currentTarget.checked })}
            />
          </Group>
          {!compares && (
            <SettingsFields settings={settings} onChange={(next) => change({ settings: next })} />
          )}
          {/* React throws when a hidden tree that suspended outside of a boundary is removed. */}
          <Suspense>{marking && <MarkingBar marking={marking} query={query} />}</Suspense>
        </Stack>
      </Collapse>
      <Box mt="lg">
        {query === '' ? (
          <Empty icon={Search} title={texts.startTitle}>
            {texts.startText}
          </Empty>
        ) : isCompared ? (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <section aria-label={texts.settingsA}>
              <Title order={2} size="h4" mb="xs">
                {texts.settingsA}
              </Title>
              <SettingsFields settings={settings} onChange={(next) => change({ settings: next })} />
              <ResultList search={first} marking={shownMarking} />
              {first.data?.trace && (
                <TraceView
                  trace={first.data.trace}
                  chunks={first.data.chunks}
                  settingsName={texts.settingsA}
                />
              )}
            </section>
            <section aria-label={texts.settingsB}>
              <Title order={2} size="h4" mb="xs">
                {texts.settingsB}
              </Title>
              <SettingsFields settings={others} onChange={(next) => change({ others: next })} />
              <ResultList search={second} compareWith={first.data?.chunks} marking={shownMarking} />
              {second.data?.trace && (
                <TraceView
                  trace={second.data.trace}
                  chunks={second.data.chunks}
                  settingsName={texts.settingsB}
                />
              )}
            </section>
          </SimpleGrid>
        ) : (
          <>
            {first.data?.trace && <TraceView trace={first.data.trace} chunks={first.data.chunks} />}
            <ResultList search={first} marking={shownMarking} isGrouped={isGrouped} />
          </>
        )}
      </Box>
    </Page>
  );
}

function readConditions(typed: readonly TypedFilter[]): readonly Condition[] {
  return typed.flatMap((one) => parseFilter(one) ?? []);
}
