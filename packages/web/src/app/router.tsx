import { Button } from '@mantine/core';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  Outlet,
  type RouteComponent,
} from '@tanstack/react-router';
import { MapPinOff, Unplug } from 'lucide-react';
import { ApiError } from '../api/api-error.ts';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { useTexts } from '../i18n/language.tsx';
import { SignedIn } from './signed-in.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: RouteMissing });

/** All routes below it need a session and are shown inside the shell. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: SignedIn });

type Load<Name extends string> = () => Promise<Readonly<Record<Name, RouteComponent>>>;

/** Returns the only component of a module, loaded with its page. */
function lazily<Name extends string>(load: Load<Name>, name: Name): RouteComponent {
  return lazyRouteComponent<Record<string, RouteComponent>, string>(load, name);
}

/** Returns a page that needs no session. */
function openPage<const Path extends string, Name extends string>(
  path: Path,
  load: Load<Name>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => root, path, component: lazily(load, name) });
}

/** Returns a function that makes pages of the shell, whose addresses have these parameters. */
function withSearch<Search extends object>(read: (given: Record<string, unknown>) => Search) {
  return <const Path extends string, Name extends string>(
    path: Path,
    load: Load<Name>,
    name: Name,
  ) =>
    createRoute({
      getParentRoute: () => shell,
      path,
      validateSearch: read,
      component: lazily(load, name),
    });
}

/** Reads the named parameters that are of the type. */
function pick<const Name extends string, Value>(
  isValue: (value: unknown) => value is Value,
  ...names: readonly Name[]
) {
  return (given: Record<string, unknown>) =>
    Object.fromEntries(
      names.map((name) => [name, given[name]]).filter(([, value]) => isValue(value)),
    ) as { readonly [Key in Name]?: Value | undefined };
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isSwitch = (value: unknown) => typeof value === 'boolean';

const shellPage = withSearch(() => ({}));
/** `tab` is the open tab of a page; by default the first. */
const readTab = pick(isText, 'tab');
const tabPage = withSearch(readTab);
/**
 * `source` names the open citation: message id, a dot, its number. `document` are the ids of the
 * documents to ask about, separated by commas.
 */
const chatPage = withSearch(pick(isText, 'source', 'scope', 'document'));
/** `start` and `end` mark a passage in code points. The text itself stays out of addresses. */
const documentPage = withSearch((given) => ({
  ...readTab(given),
  ...pick(isNumber, 'start', 'end', 'page')(given),
}));
/** `query` are the searched words. */
const conversationsPage = withSearch((given) => ({
  ...readTab(given),
  ...(given.query !== undefined && { query: String(given.query) }),
}));
/** `tune` opens the advanced settings and the trace. */
const searchPage = withSearch(pick(isSwitch, 'tune'));
/** `source` shows the runs of one source. */
const sourcesPage = withSearch(pick(isText, 'source'));

// The children keep the page of their parent mounted.
const research = shellPage(
  '/research',
  () => import('../research/research-page.tsx'),
  'ResearchPage',
);
const researchRun = createRoute({ getParentRoute: () => research, path: '$runId' });
const evaluations = shellPage(
  '/evaluations',
  () => import('../evaluation/evaluations-page.tsx'),
  'EvaluationsPage',
);
const evaluationSet = createRoute({
  getParentRoute: () => evaluations,
  path: '$setId',
  /** `run` is the shown run; by default the newest. */
  validateSearch: pick(isText, 'run'),
});

const routeTree = root.addChildren([
  openPage('/setup', () => import('../auth/link-pages.tsx'), 'SetupPage'),
  openPage('/join', () => import('../auth/link-pages.tsx'), 'JoinPage'),
  openPage('/reset', () => import('../auth/link-pages.tsx'), 'ResetPage'),
  openPage('/oauth/sign-in', () => import('../auth/oauth-sign-in-page.tsx'), 'OAuthSignInPage'),
  openPage('/oauth/consent', () => import('../auth/consent-page.tsx'), 'ConsentPage'),
  openPage('/oauth/error', () => import('../auth/oauth-error-page.tsx'), 'OAuthErrorPage'),
  shell.addChildren([
    chatPage('/', () => import('../chat/chat-page.tsx'), 'NewChatPage'),
    chatPage('/chat/$conversationId', () => import('../chat/chat-page.tsx'), 'ChatPage'),
    conversationsPage(
      '/conversations',
      () => import('../chat/conversations-page.tsx'),
      'ConversationsPage',
    ),
    shellPage('/shared/$sharedId', () => import('../chat/shared-page.tsx'), 'SharedPage'),
    shellPage('/start', () => import('../chat/start-page.tsx'), 'StartPage'),
    shellPage('/library', () => import('../library/library-page.tsx'), 'LibraryPage'),
    shellPage('/library/$collectionId', () => import('../library/library-page.tsx'), 'LibraryPage'),
    documentPage(
      '/documents/$documentId',
      () => import('../document/document-page.tsx'),
      'DocumentPage',
    ),
    tabPage('/settings', () => import('../settings/settings-page.tsx'), 'SettingsPage'),
    shellPage('/help', () => import('../help/help-page.tsx'), 'HelpPage'),
    searchPage('/search', () => import('../search/search-page.tsx'), 'SearchPage'),
    research.addChildren([researchRun]),
    shellPage('/tools', () => import('../tools/tools-page.tsx'), 'ToolsPage'),
    shellPage('/models', () => import('../models/models-page.tsx'), 'ModelsPage'),
    tabPage('/assistants', () => import('../assistants/assistants-page.tsx'), 'AssistantsPage'),
    shellPage('/bin', () => import('../bin/bin-page.tsx'), 'BinPage'),
    sourcesPage('/sources', () => import('../sources/sources-page.tsx'), 'SourcesPage'),
    shellPage('/usage', () => import('../usage/usage-page.tsx'), 'UsagePage'),
    tabPage('/people', () => import('../people/people-page.tsx'), 'PeoplePage'),
    shellPage('/keys', () => import('../keys/keys-page.tsx'), 'KeysPage'),
    tabPage('/connect', () => import('../connect/connect-page.tsx'), 'ConnectPage'),
    shellPage('/feedback', () => import('../feedback/feedback-page.tsx'), 'FeedbackPage'),
    evaluations.addChildren([evaluationSet]),
    shellPage('/audit', () => import('../audit/audit-page.tsx'), 'AuditPage'),
    shellPage('/operations', () => import('../operations/operations-page.tsx'), 'OperationsPage'),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: () => (
    <Page title="">
      <Loading />
    </Page>
  ),
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

function RouteMissing() {
  const texts = useTexts('app');
  return (
    <main>
      <Page title={texts.missingTitle}>
        <Empty
          icon={MapPinOff}
          title={texts.missing}
          action={
            <Button component={Link} to="/">
              {texts.homeButton}
            </Button>
          }
        />
      </Page>
    </main>
  );
}

/** Shows the error of a page: the suite's sentence, or a way out of a defect. */
function RouteFailed({ error }: ErrorComponentProps) {
  const texts = useTexts('app');
  return (
    <Page title={texts.failedTitle}>
      {error instanceof ApiError ? (
        <ErrorNotice error={error} onRetry={() => location.reload()} />
      ) : (
        <Empty
          icon={Unplug}
          title={texts.failed}
          action={<Button onClick={() => location.reload()}>{texts.reload}</Button>}
        />
      )}
    </Page>
  );
}
