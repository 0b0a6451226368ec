import { Button } from '@mantine/core';
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent as lazily,
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

/** Returns a page that needs no session. */
function page<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component });
}

const setup = page(
  '/setup',
  lazily(() => import('../auth/link-pages.tsx'), 'SetupPage'),
);
const join = page(
  '/join',
  lazily(() => import('../auth/link-pages.tsx'), 'JoinPage'),
);
const reset = page(
  '/reset',
  lazily(() => import('../auth/link-pages.tsx'), 'ResetPage'),
);
const oauthSignIn = page(
  '/oauth/sign-in',
  lazily(() => import('../auth/oauth-sign-in-page.tsx'), 'OAuthSignInPage'),
);
const consent = page(
  '/oauth/consent',
  lazily(() => import('../auth/consent-page.tsx'), 'ConsentPage'),
);

const oauthError = page(
  '/oauth/error',
  lazily(() => import('../auth/oauth-error-page.tsx'), 'OAuthErrorPage'),
);

/** `tab` is the open tab of a page; by default the first. */
export interface TabSearch {
  readonly tab?: string | undefined;
}

const readTabSearch = ({ tab }: Record<string, unknown>): TabSearch =>
  typeof tab === 'string' ? { tab } : {};

/** All other routes need a session and are shown inside the shell. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: SignedIn });

function shellPage<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, component });
}

/** `source` names the open citation: message id, a dot, its number. */
export interface ChatSearch {
  readonly source?: string | undefined;
  readonly scope?: string | undefined;
  /** Ids of the documents to ask about, separated by commas. */
  readonly document?: string | undefined;
}

const readChatSearch = (search: Record<string, unknown>): ChatSearch => ({
  ...(typeof search.source === 'string' && { source: search.source }),
  ...(typeof search.scope === 'string' && { scope: search.scope }),
  ...(typeof search.document === 'string' && { document: search.document }),
});

const newChat = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readChatSearch,
  component: lazily(() => import('../chat/chat-page.tsx'), 'NewChatPage'),
});
const chat = createRoute({
  getParentRoute: () => shell,
  path: '/chat/$conversationId',
  validateSearch: readChatSearch,
  component: lazily(() => import('../chat/chat-page.tsx'), 'ChatPage'),
});
const conversations = createRoute({
  getParentRoute: () => shell,
  path: '/conversations',
  /** `query` are the searched words. */
  validateSearch: (given: Record<string, unknown>): TabSearch & { readonly query?: string } => ({
    ...readTabSearch(given),
    ...(given.query !== undefined && { query: String(given.query) }),
  }),
  component: lazily(() => import('../chat/conversations-page.tsx'), 'ConversationsPage'),
});
const shared = shellPage(
  '/shared/$sharedId',
  lazily(() => import('../chat/shared-page.tsx'), 'SharedPage'),
);
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  validateSearch: readTabSearch,
  component: lazily(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
});

const library = shellPage(
  '/library',
  lazily(() => import('../library/library-page.tsx'), 'LibraryPage'),
);
const collection = shellPage(
  '/library/$collectionId',
  lazily(() => import('../library/library-page.tsx'), 'LibraryPage'),
);

/** `start` and `end` mark a passage in code points. The text itself stays out of addresses. */
export interface DocumentSearch extends TabSearch {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly page?: number | undefined;
}

const document = createRoute({
  getParentRoute: () => shell,
  path: '/documents/$documentId',
  validateSearch: (search: Record<string, unknown>): DocumentSearch => ({
    ...readTabSearch(search),
    ...(typeof search.start === 'number' && { start: search.start }),
    ...(typeof search.end === 'number' && { end: search.end }),
    ...(typeof search.page === 'number' && { page: search.page }),
  }),
  component: lazily(() => import('../document/document-page.tsx'), 'DocumentPage'),
});
const help = shellPage(
  '/help',
  lazily(() => import('../help/help-page.tsx'), 'HelpPage'),
);

const search = createRoute({
  getParentRoute: () => shell,
  path: '/search',
  /** Opens the advanced settings and the trace. */
  validateSearch: (given: Record<string, unknown>): { readonly tune?: boolean | undefined } => ({
    ...(typeof given.tune === 'boolean' && { tune: given.tune }),
  }),
  component: lazily(() => import('../search/search-page.tsx'), 'SearchPage'),
});
const tools = shellPage(
  '/tools',
  lazily(() => import('../tools/tools-page.tsx'), 'ToolsPage'),
);
const start = shellPage(
  '/start',
  lazily(() => import('../chat/start-page.tsx'), 'StartPage'),
);
const models = shellPage(
  '/models',
  lazily(() => import('../models/models-page.tsx'), 'ModelsPage'),
);
const assistants = createRoute({
  getParentRoute: () => shell,
  path: '/assistants',
  validateSearch: readTabSearch,
  component: lazily(() => import('../assistants/assistants-page.tsx'), 'AssistantsPage'),
});
const bin = shellPage(
  '/bin',
  lazily(() => import('../bin/bin-page.tsx'), 'BinPage'),
);
const sources = createRoute({
  getParentRoute: () => shell,
  path: '/sources',
  /** Shows the runs of one source. */
  validateSearch: (given: Record<string, unknown>): { readonly source?: string | undefined } => ({
    ...(typeof given.source === 'string' && { source: given.source }),
  }),
  component: lazily(() => import('../sources/sources-page.tsx'), 'SourcesPage'),
});
const usage = shellPage(
  '/usage',
  lazily(() => import('../usage/usage-page.tsx'), 'UsagePage'),
);
const research = shellPage(
  '/research',
  lazily(() => import('../research/research-page.tsx'), 'ResearchPage'),
);
/** A child of `research`, so that the page stays mounted and follows its run. */
const researchRun = createRoute({ getParentRoute: () => research, path: '$runId' });
const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  validateSearch: readTabSearch,
  component: lazily(() => import('../people/people-page.tsx'), 'PeoplePage'),
});
const keys = shellPage(
  '/keys',
  lazily(() => import('../keys/keys-page.tsx'), 'KeysPage'),
);
const connect = createRoute({
  getParentRoute: () => shell,
  path: '/connect',
  validateSearch: readTabSearch,
  component: lazily(() => import('../connect/connect-page.tsx'), 'ConnectPage'),
});
const audit = shellPage(
  '/audit',
  lazily(() => import('../audit/audit-page.tsx'), 'AuditPage'),
);
const feedback = shellPage(
  '/feedback',
  lazily(() => import('../feedback/feedback-page.tsx'), 'FeedbackPage'),
);
/** `run` is the shown run; by default the newest. */
export interface EvaluationSearch {
  readonly run?: string | undefined;
}

const evaluations = shellPage(
  '/evaluations',
  lazily(() => import('../evaluation/evaluations-page.tsx'), 'EvaluationsPage'),
);
/** A child of `evaluations`, so that the page stays mounted. */
const evaluationSet = createRoute({
  getParentRoute: () => evaluations,
  path: '$setId',
  validateSearch: (search: Record<string, unknown>): EvaluationSearch => ({
    ...(typeof search.run === 'string' && { run: search.run }),
  }),
});
const operations = shellPage(
  '/operations',
  lazily(() => import('../operations/operations-page.tsx'), 'OperationsPage'),
);

const routeTree = root.addChildren([
  setup,
  join,
  reset,
  oauthSignIn,
  consent,
  oauthError,
  shell.addChildren([
    newChat,
    chat,
    conversations,
    shared,
    library,
    collection,
    document,
    settings,
    help,
    search,
    research.addChildren([researchRun]),
    tools,
    models,
    assistants,
    bin,
    sources,
    usage,
    start,
    people,
    keys,
    connect,
    feedback,
    evaluations.addChildren([evaluationSet]),
    audit,
    operations,
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
