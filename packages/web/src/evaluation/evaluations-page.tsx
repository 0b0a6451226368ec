import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { evaluationSetsQuery } from '../evaluation-sets/evaluation-sets.ts';
import { NameSetDialog } from '../evaluation-sets/name-set-dialog.tsx';
import { useTexts } from '../i18n/language.tsx';
import classes from './evaluation.module.css';
import { SetView } from './set-view.tsx';

export function EvaluationsPage() {
  const texts = useTexts('evaluation');
  const navigate = useNavigate();
  const { setId } = useParams({ strict: false });
  const [isMaking, setIsMaking] = useState(false);
  const query = useQuery(evaluationSetsQuery);
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
      {texts.newSet}
    </Button>
  );
  return (
    <Page title={texts.evaluations} description={texts.description} actions={make} width="wide">
      <QueryView query={query}>
        {(sets) => {
          if (sets.length === 0) {
            return (
              <Empty icon={Target} title={texts.noSets}>
                {texts.noSetsText}
              </Empty>
            );
          }
          const shown = setId ? sets.find(({ id }) => id === setId) : sets[0];
          return (
            <div className={classes.layout}>
              <nav aria-label={texts.sets}>
                <Title order={2} size="h4" mb="xs">
                  {texts.sets}
                </Title>
                <ul className={classes.list}>
                  {sets.map((set) => (
                    <li
                      key={set.id}
                      className={classes.item}
                      data-active={set.id === shown?.id || undefined}
                    >
                      <Link
                        to="/evaluations/$setId"
                        params={{ setId: set.id }}
                        className={classes.link}
                        aria-current={set.id === shown?.id ? 'page' : undefined}
                      >
                        {set.name}
                        <Hint size="xs">{texts.countQuestions(set.question_count)}</Hint>
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
              {shown ? (
                <SetView key={shown.id} set={shown} />
              ) : (
                <Empty icon={Target} title={texts.chooseTitle} />
              )}
            </div>
          );
        }}
      </QueryView>
      {isMaking && (
        <NameSetDialog
          onClose={() => setIsMaking(false)}
          onDone={({ id }) => {
            void navigate({ to: '/evaluations/$setId', params: { setId: id } });
          }}
        />
      )}
    </Page>
  );
}
